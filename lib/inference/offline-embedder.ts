import type { Embedder } from "@/lib/engine/ports";
import { createEmbedWorker } from "@/lib/inference/worker/embed-in-worker";

const DIMENSIONS = 512;
/** More than this adds time and blurs the vector. */
const LONGEST_TEXT = 2_000;

/**
 * The default embedder: Universal Sentence Encoder lite (512 dimensions, English), whose weights come with the npm
 * package, so nothing is ever downloaded or sent. It computes on a thread of its own, loaded at first use (about a
 * second).
 */
export function createOfflineEmbedder(): Embedder & { close(): Promise<void> } {
  const worker = createEmbedWorker({
    script: "lib/inference/worker/offline-worker.mjs",
    dimensions: DIMENSIONS,
  });
  return {
    model: "use-lite-512@1",
    dimensions: DIMENSIONS,
    profile: { denseWeight: 0.3, languages: ["en"] },
    embed: (texts) => worker.embed(texts.map(toModelText)),
    close: worker.close,
  };
}

/** The model fails on a text without any sign, and knows no half of a character. */
function toModelText(text: string): string {
  return (
    text
      .slice(0, LONGEST_TEXT)
      .replace(/\p{Surrogate}/gu, "\ufffd")
      .trim() || "."
  );
}
