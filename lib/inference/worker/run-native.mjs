// The model in native code: some five to ten times as fast as in wasm, where the runtime is there for the machine.
import { availableParallelism } from "node:os";
import { buildUseLite } from "./use-lite-graph.mjs";
import { createCutter } from "./use-lite-pieces.mjs";
import { readVocabulary, readWeights } from "./use-lite-weights.mjs";

/**
 * Half of the cores: the other half answers requests.
 * @returns {Promise<(texts: string[]) => Promise<Float32Array>>} vectors one after the other
 * @throws when the runtime is not installed or does not run on this machine
 */
export async function openNative() {
  const { InferenceSession, Tensor } = (await import("onnxruntime-node")).default;
  const [vocabulary, weight] = await Promise.all([readVocabulary(), readWeights()]);
  const cut = createCutter(vocabulary);
  const session = await InferenceSession.create(buildUseLite(weight), {
    intraOpNumThreads: Math.max(1, Math.min(4, availableParallelism() >> 1)),
    interOpNumThreads: 1,
  });

  return async (texts) => {
    const rows = texts.map(cut);
    const width = Math.max(...rows.map((row) => row.length));
    const dims = [rows.length, width];
    const ids = new BigInt64Array(rows.length * width);
    const mask = new Float32Array(ids.length);
    const pool = new Float32Array(ids.length);
    rows.forEach((row, r) => {
      row.forEach((id, at) => {
        ids[r * width + at] = BigInt(id);
        mask[r * width + at] = 1;
        pool[r * width + at] = 1 / row.length;
      });
    });
    const { vectors } = await session.run({
      ids: new Tensor("int64", ids, dims),
      mask: new Tensor("float32", mask, dims),
      pool: new Tensor("float32", pool, dims),
      at: new Tensor(
        "float32",
        Float32Array.from({ length: width }, (_, at) => at),
        [width],
      ),
    });
    return /** @type {Float32Array} */ (vectors?.data);
  };
}
