import type { Embedder } from "@/lib/engine/ports";
import { createEmbedWorker } from "@/lib/inference/worker/embed-in-worker";

const DIMENSIONS = 512;
/** More than this adds time and blurs the vector. */
const LONGEST_TEXT = 2_000;

/**
 * The default embedder: Universal Sentence Encoder lite (512 dimensions, English), whose weights come with the npm
 * package, so nothing is ever downloaded or sent. It computes on a thread of its own, loaded at first use (about a
 * second): in native code where that runtime is there, else in wasm, with the same vectors.
 */
export function createOfflineEmbedder(
  runtime: "native" | "wasm" | "best" = "best",
): Embedder & { close(): Promise<void> } {
  const worker = createEmbedWorker({
    script: "lib/inference/worker/offline-worker.mjs",
    workerData: { runtime },
    dimensions: DIMENSIONS,
  });
  return {
    model: "use-lite-512@2",
    dimensions: DIMENSIONS,
    profile: { denseWeight: 0.3, languages: ["en"] },
    embed: (texts) => worker.embed(texts.map(toModelText)),
    close: worker.close,
  };
}

/** Half of a character is none. */
function toModelText(text: string): string {
  return text.slice(0, LONGEST_TEXT).replace(/\p{Surrogate}/gu, " ");
}
