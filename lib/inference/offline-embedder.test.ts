import { describe, expect, it } from "vitest";
import { createOfflineEmbedder } from "@/lib/inference/offline-embedder";

describe("the offline embedder", () => {
  it("gives unit vectors in order, near for what means the same", { timeout: 60_000 }, async () => {
    const embedder = createOfflineEmbedder();
    const [one, near, far] = await embedder.embed([
      "The user prefers a dark colour theme.",
      "She likes dark mode in her editor.",
      "The invoice is due on Friday.",
    ]);
    const [again] = await embedder.embed(["The user prefers a dark colour theme."]);
    const dot = (a: number[] = [], b: number[] = []) =>
      a.reduce((sum, part, i) => sum + part * (b[i] ?? 0), 0);
    expect(one).toHaveLength(embedder.dimensions);
    expect(dot(one, one)).toBeCloseTo(1, 6);
    expect(dot(one, again)).toBeCloseTo(1, 4);
    expect(dot(one, near)).toBeGreaterThan(dot(one, far) + 0.1);
  });

  it("answers many at once, in turn", { timeout: 60_000 }, async () => {
    const embedder = createOfflineEmbedder();
    const texts = Array.from({ length: 40 }, (_, i) => `text number ${i}`);
    const [all, single] = await Promise.all([embedder.embed(texts), embedder.embed([texts[7] ?? ""])]);
    expect(all).toHaveLength(40);
    expect(all[7]?.[0]).toBeCloseTo(single[0]?.[0] ?? Number.NaN, 4);
  });
});
