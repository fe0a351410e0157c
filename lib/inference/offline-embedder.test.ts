import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { createOfflineEmbedder } from "@/lib/inference/offline-embedder";

const embedder = createOfflineEmbedder();
afterAll(() => embedder.close());

/** Runs only where the native runtime is installed: it is an optional package. */
const native = createRequire(import.meta.url)
  .resolve.paths("onnxruntime-node")
  ?.some((folder) => existsSync(join(folder, "onnxruntime-node")));

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

  it.runIf(native)("gives the same in native code and in wasm", async () => {
    const texts = [
      "The user prefers a dark colour theme.",
      "hi",
      "price: €12.50 (approx.) @home #tag, see https://example.com/path?query=1",
      "Straße, naïve café, Łódź",
      "We tried 🎉 it out",
      "字",
      "a sentence that is far longer than the model was trained for ".repeat(30),
    ];
    const runtimes = (["native", "wasm"] as const).map((runtime) => createOfflineEmbedder(runtime));
    const [fast = [], slow = []] = await Promise.all(runtimes.map((one) => one.embed(texts)));
    texts.forEach((_, i) => {
      expect(dot(fast[i], slow[i])).toBeCloseTo(1, 5);
    });
    await Promise.all(runtimes.map((one) => one.close()));
  });

  it("knows letters with and without their marks for the same, and words beside what it cannot read", async () => {
    const [plain, marked, beside] = await embedder.embed(["a naive plan", "a naïve plan", "字 a naive plan"]);
    expect(dot(plain, marked)).toBeCloseTo(1, 5);
    expect(dot(plain, beside)).toBeGreaterThan(0.85);
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
