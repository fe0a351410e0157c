import { afterAll, describe, expect, it } from "vitest";
import { createOfflineEmbedder } from "@/lib/inference/offline-embedder";

const embedder = createOfflineEmbedder();
afterAll(() => embedder.close());

const dot = (a: number[] = [], b: number[] = []) => a.reduce((sum, part, i) => sum + part * (b[i] ?? 0), 0);

describe("the offline embedder", () => {
  it("gives unit vectors in order, near for what means the same", async () => {
    const [one, near, far] = await embedder.embed([
      "The user prefers a dark colour theme.",
      "She likes dark mode in her editor.",
      "The invoice is due on Friday.",
    ]);
    const [again] = await embedder.embed(["The user prefers a dark colour theme."]);
    expect(one).toHaveLength(embedder.dimensions);
    expect(dot(one, one)).toBeCloseTo(1, 6);
    expect(dot(one, again)).toBeCloseTo(1, 4);
    expect(dot(one, near)).toBeGreaterThan(dot(one, far) + 0.1);
  });

  it("gives the same for a text alone and among others of any length", async () => {
    const texts = Array.from({ length: 40 }, (_, i) => `text number ${i} ${"and so on ".repeat(i % 7)}`);
    const [all, single] = await Promise.all([embedder.embed(texts), embedder.embed([texts[7] ?? ""])]);
    expect(all).toHaveLength(40);
    expect(dot(all[7], single[0])).toBeCloseTo(1, 5);
  });

  it("gives a vector for any text at all", async () => {
    const texts = ["", " \n", "🎉🎉", "\ud800", "\udc00a", "字", "x".repeat(1_000_000), "\u0000\u0001", "."];
    for (const vector of await embedder.embed(texts)) {
      expect(vector).toHaveLength(512);
      expect(dot(vector, vector)).toBeCloseTo(1, 6);
    }
  });

  it("leaves the thread of whoever asks to others meanwhile", async () => {
    let turns = 0;
    let done = false;
    const count = () => {
      turns += 1;
      if (!done) setImmediate(count);
    };
    setImmediate(count);
    await embedder.embed(Array.from({ length: 64 }, (_, i) => `a sentence of some words, number ${i}`));
    done = true;
    // On one thread with the model it would come to a few turns for each batch.
    expect(turns).toBeGreaterThan(500);
  });
});
