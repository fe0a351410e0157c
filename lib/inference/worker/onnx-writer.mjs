// Writes ONNX models: the few messages of the format that a graph of ours needs, as bytes. The format is protobuf,
// field numbers as in onnx.proto3 (IR version 8, operator set 17).

const FLOAT = 1;
const INT64 = 7;
const ATTRIBUTE = { float: 1, int: 2, ints: 7 };

/** @param {number | bigint} value */
function varint(value) {
  let rest = BigInt.asUintN(64, BigInt(value));
  const bytes = [];
  for (; rest > 127n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128);
  return Buffer.from([...bytes, Number(rest)]);
}

/** @param {number} number @param {number | bigint} value */
const int = (number, value) => Buffer.concat([varint(number * 8), varint(value)]);

/** @param {number} number @param {Uint8Array} bytes */
const bytesField = (number, bytes) => Buffer.concat([varint(number * 8 + 2), varint(bytes.length), bytes]);

/** @param {number} number @param {string} text */
const string = (number, text) => bytesField(number, Buffer.from(text));

/** @param {string} name @param {number | number[] | { float: number }} value */
function attribute(name, value) {
  if (Array.isArray(value))
    return Buffer.concat([string(1, name), ...value.map((item) => int(8, item)), int(20, ATTRIBUTE.ints)]);
  if (typeof value === "number")
    return Buffer.concat([string(1, name), int(3, value), int(20, ATTRIBUTE.int)]);
  const float = Buffer.alloc(4);
  float.writeFloatLE(value.float);
  return Buffer.concat([string(1, name), varint(2 * 8 + 5), float, int(20, ATTRIBUTE.float)]);
}

/** @param {{ name: string, type: "float" | "int64", dims: (string | number)[] }} port */
function valueInfo({ name, type, dims }) {
  const shape = dims.map((dim) => bytesField(1, typeof dim === "string" ? string(2, dim) : int(1, dim)));
  const tensorType = Buffer.concat([
    int(1, type === "float" ? FLOAT : INT64),
    bytesField(2, Buffer.concat(shape)),
  ]);
  return Buffer.concat([string(1, name), bytesField(2, bytesField(1, tensorType))]);
}

/** A graph under construction. Names of values are made as they come. */
export function createGraph() {
  /** @type {Buffer[]} */
  const nodes = [];
  /** @type {Buffer[]} */
  const constants = [];
  let made = 0;
  const name = () => `v${++made}`;

  return {
    /** @param {number[]} dims @param {Float32Array | BigInt64Array} data @returns {string} its name */
    constant(dims, data) {
      const id = name();
      constants.push(
        Buffer.concat([
          ...dims.map((dim) => int(1, dim)),
          int(2, data instanceof Float32Array ? FLOAT : INT64),
          string(8, id),
          bytesField(9, new Uint8Array(data.buffer, data.byteOffset, data.byteLength)),
        ]),
      );
      return id;
    },
    /** @param {number} value */
    scalar(value) {
      return this.constant([], Float32Array.of(value));
    },
    /** @param {number[]} values */
    indices(values) {
      return this.constant([values.length], BigInt64Array.from(values, BigInt));
    },
    /**
     * @param {string} operator
     * @param {string[]} inputs
     * @param {Record<string, number | number[] | { float: number }>} [attributes]
     * @param {string[]} [outputs]
     * @returns {string} the name of its first output
     */
    node(operator, inputs, attributes = {}, outputs = [name()]) {
      nodes.push(
        Buffer.concat([
          ...inputs.map((input) => string(1, input)),
          ...outputs.map((output) => string(2, output)),
          string(4, operator),
          ...Object.entries(attributes).map(([key, value]) => bytesField(5, attribute(key, value))),
        ]),
      );
      return outputs[0] ?? "";
    },
    /** @param {number} count @returns {string[]} */
    names: (count) => Array.from({ length: count }, name),
    /**
     * @param {{ name: string, type: "float" | "int64", dims: (string | number)[] }[]} inputs
     * @param {{ name: string, type: "float" | "int64", dims: (string | number)[] }[]} outputs
     */
    toBytes(inputs, outputs) {
      const graph = Buffer.concat([
        ...nodes.map((node) => bytesField(1, node)),
        string(2, "graph"),
        ...constants.map((tensor) => bytesField(5, tensor)),
        ...inputs.map((port) => bytesField(11, valueInfo(port))),
        ...outputs.map((port) => bytesField(12, valueInfo(port))),
      ]);
      const operators = Buffer.concat([string(1, ""), int(2, 17)]);
      return Buffer.concat([int(1, 8), bytesField(7, graph), bytesField(8, operators)]);
    },
  };
}
