import { createHash } from "node:crypto";
import { listLexemes } from "@/lib/engine/policy/analyse-text";
import type { Embedder } from "@/lib/engine/ports";

export interface TestEmbedder extends Embedder {
  /** While true, every call fails, as a model that is down would. */
  down: boolean;
  calls: number;
}

/**
 * A small deterministic embedder: each lexeme pushes a few of 64 dimensions, so texts that share words lie close. Says
 * it covers English alone, as the offline default does.
 */
export function createHashEmbedder(model = "hash-64@1"): TestEmbedder {
  const embedder: TestEmbedder = {
    model,
    dimensions: 64,
    profile: { denseWeight: 0.2, languages: ["en"] },
    down: false,
    calls: 0,
    embed: async (texts) => {
      embedder.calls += 1;
      if (embedder.down) throw new Error("the model is down");
      return texts.map(embedOne);
    },
  };
  return embedder;
}

function embedOne(text: string): number[] {
  const vector = new Array<number>(64).fill(0);
  for (const lexeme of listLexemes(text)) {
    const digest = createHash("sha256").update(lexeme).digest();
    for (let i = 0; i < 4; i++) {
      const at = (digest[i * 2] ?? 0) % 64;
      vector[at] = (vector[at] ?? 0) + ((digest[i * 2 + 1] ?? 0) % 2 === 0 ? 1 : -1);
    }
  }
  const length = Math.hypot(...vector);
  return length === 0 ? vector.map((_, i) => (i === 0 ? 1 : 0)) : vector.map((part) => part / length);
}
