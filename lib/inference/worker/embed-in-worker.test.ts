import { afterEach, describe, expect, it } from "vitest";
import { createEmbedWorker, type EmbedWorker } from "@/lib/inference/worker/embed-in-worker";

let worker: EmbedWorker;
const open = (more: { timeoutMs?: number; mostWaiting?: number } = {}) => {
  worker = createEmbedWorker({ script: "lib/testing/moody-worker.mjs", dimensions: 2, ...more });
  return worker;
};
afterEach(() => worker?.close());

const codeOf = (asked: Promise<unknown>) =>
  asked.then(
    () => "ok",
    (error: { code?: string }) => error.code,
  );
const lengths = (vectors: number[][]) => vectors.map(([length]) => length);

describe("a model on a thread of its own", () => {
  it("answers each text in its place, however they are sent", async () => {
    open();
    const texts = Array.from({ length: 300 }, (_, i) => "x".repeat(1 + ((i * 37) % 90)));
    const vectors = await worker.embed(texts);
    expect(lengths(vectors)).toEqual(texts.map((text) => text.length));
    expect(Math.max(...vectors.map(([, together]) => together ?? 0))).toBe(32);
    expect(await worker.embed([])).toEqual([]);
  });

  it("sends together what came in the meantime, a question before the rest of a long list", async () => {
    open();
    const order: string[] = [];
    const first = worker.embed(["first"]).then(() => order.push("first"));
    const bulk = worker.embed(Array.from({ length: 200 }, () => "bulk")).then(() => order.push("bulk"));
    const questions = ["a", "bb", "ccc"].map((text) =>
      worker.embed([text]).then(([vector]) => {
        order.push(text);
        return vector;
      }),
    );
    const answers = await Promise.all(questions);
    await Promise.all([first, bulk]);
    expect(order).toEqual(["first", "a", "bb", "ccc", "bulk"]);
    // Three questions and as much of the list as the message holds.
    expect(answers).toEqual([
      [1, 32],
      [2, 32],
      [3, 32],
    ]);
  });

  it.each(["die", "crash"])(
    "starts anew after a text that makes it %s, and takes no other along",
    async (text) => {
      open();
      const before = worker.embed(["before"]);
      const asked = [["one"], [text], ["two", "three"], ["four"]].map((texts) => worker.embed(texts));
      const codes = await Promise.all(asked.map(codeOf));
      expect(await codeOf(before)).toBe("ok");
      expect(codes).toEqual(["ok", "cut_off", "ok", "ok"]);
      expect(lengths(await worker.embed(["after"]))).toEqual([5]);
    },
  );

  it.each([
    ["fail", "unexpected"],
    ["half", "bad_shape"],
  ])("takes an answer that is %s for a failure of its request alone", async (text, code) => {
    open();
    const codes = await Promise.all(
      [worker.embed(["head"]), worker.embed(["one"]), worker.embed([text]), worker.embed(["two"])].map(
        codeOf,
      ),
    );
    expect(codes).toEqual(["ok", "ok", code, "ok"]);
  });

  it("ends a thread that does not answer, and goes on with another", async () => {
    open({ timeoutMs: 3_000 });
    const stuck = worker.embed(["hang"]);
    const later = worker.embed(["later"]);
    expect(await codeOf(stuck)).toBe("timeout");
    expect(await codeOf(later)).toBe("ok");
  });

  it("refuses at once what it has no room for", async () => {
    open({ mostWaiting: 50 });
    const taken = worker.embed(Array.from({ length: 50 }, () => "x"));
    const refused = worker.embed(Array.from({ length: 51 }, () => "x"));
    await expect(refused).rejects.toMatchObject({ code: "rate_limited", retryAfterMs: 1_000 });
    expect(await codeOf(taken)).toBe("ok");
    expect(await codeOf(worker.embed(Array.from({ length: 50 }, () => "x")))).toBe("ok");
  });

  it("leaves nobody waiting when it is closed", async () => {
    open();
    const asked = [worker.embed(["hang"]), worker.embed(["behind"])].map(codeOf);
    await worker.close();
    expect(await Promise.all(asked)).toEqual(["unreachable", "unreachable"]);
    expect(await codeOf(worker.embed(["late"]))).toBe("unreachable");
    await worker.close();
  });
});
