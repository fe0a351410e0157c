// The offline model on a thread of its own: it computes for up to a second at a time, and whoever shares its thread
// waits. Plain JavaScript, because a thread starts from a file as it stands: no bundler or compiler comes before it.
import { parentPort, workerData } from "node:worker_threads";
import { openNative } from "./run-native.mjs";
import { openWasm } from "./run-wasm.mjs";

/** @returns {Promise<(texts: string[]) => Promise<Float32Array>>} */
function openModel() {
  if (workerData?.runtime === "wasm") return openWasm();
  if (workerData?.runtime === "native") return openNative();
  return openNative().catch(openWasm);
}

const opening = openModel();
// Whoever asks learns of it; before that nobody listens.
opening.catch(() => undefined);

/** One message at a time: who sends waits for the answer. Names of errors go back, never their words. */
parentPort?.on("message", async ({ id, texts, dimensions }) => {
  try {
    const embed = await opening;
    const vectors = toUnitLength(await embed(texts), dimensions);
    parentPort?.postMessage({ id, vectors }, [vectors.buffer]);
  } catch (error) {
    parentPort?.postMessage({ id, error: error instanceof Error ? error.name : "unknown" });
  }
});

/** @param {Float32Array} given @param {number} dimensions */
function toUnitLength(given, dimensions) {
  const vectors = Float32Array.from(given);
  for (let from = 0; from < vectors.length; from += dimensions) {
    const vector = vectors.subarray(from, from + dimensions);
    const length = Math.hypot(...vector);
    if (length > 0) vector.set(vector.map((part) => part / length));
  }
  return vectors;
}
