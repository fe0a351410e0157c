import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { guardEmbedder } from "@/lib/inference/guard-embedder";
import { isRefusedAddress, parseEndpoint } from "@/lib/inference/guarded-fetch";
import { readRetryAfter } from "@/lib/inference/read-failure";
import { createRemoteEmbedder } from "@/lib/inference/remote-embedder";
import { type Behaviour, type ModelEndpoint, openModelEndpoint } from "@/lib/testing/model-endpoint";

let endpoint: ModelEndpoint;
let clock = new Date("2026-10-01T08:00:00Z");
beforeAll(async () => {
  endpoint = await openModelEndpoint();
});
afterAll(() => endpoint.close());
beforeEach(() => {
  endpoint.requests.length = 0;
});

const now = () => clock;
const embedder = (timeoutMs = 2_000) =>
  createRemoteEmbedder({
    baseUrl: endpoint.url,
    apiKey: "secret",
    model: "vectors",
    dimensions: 8,
    languages: ["en"],
    now,
    timeoutMs,
  });

describe("an embedder behind an endpoint", () => {
  test("gives unit vectors in order, in batches of what an endpoint takes", async () => {
    endpoint.behave({ kind: "vectors", make: (text) => [Number(text.slice(5)) + 1, 0, 0, 4, 0, 0, 0, 0] });
    const texts = Array.from({ length: 150 }, (_, i) => `text ${i}`);
    const vectors = await embedder().embed(texts);
    expect(endpoint.requests.map(({ body }) => (body.input as string[]).length)).toEqual([64, 64, 22]);
    expect(vectors).toHaveLength(150);
    vectors.forEach((vector, i) => {
      expect(Math.hypot(...vector)).toBeCloseTo(1, 9);
      expect((vector[0] ?? 0) / (vector[3] ?? 1)).toBeCloseTo((i + 1) / 4, 9);
    });
    expect(endpoint.requests[0]?.headers.authorization).toBe("Bearer secret");
  });

  const CASES: [string, Behaviour, string][] = [
    ["vectors of another length", { kind: "vectors", make: () => [1, 2, 3] }, "bad_shape"],
    ["a vector of nothing", { kind: "vectors", make: () => [0, 0, 0, 0, 0, 0, 0, 0] }, "bad_shape"],
    ["a vector of words", { kind: "vectors", make: () => ["a", 0, 0, 0, 0, 0, 0, 0] }, "bad_shape"],
    [
      "numbers that are none",
      { kind: "raw", body: '{"data":[{"embedding":[1e999,0,0,0,0,0,0,0]},{"embedding":[1,0,0,0,0,0,0,0]}]}' },
      "bad_shape",
    ],
    [
      "nothing in place of a number",
      { kind: "vectors", make: () => [null, 0, 0, 0, 0, 0, 0, 1] },
      "bad_shape",
    ],
    [
      "one place given twice",
      {
        kind: "raw",
        body: '{"data":[{"index":1,"embedding":[1,0,0,0,0,0,0,0]},{"index":1,"embedding":[1,0,0,0,0,0,0,0]}]}',
      },
      "bad_shape",
    ],
    ["too few vectors", { kind: "vectors", drop: 1 }, "bad_shape"],
    ["no JSON", { kind: "raw", body: "<html>" }, "bad_json"],
    ["a refusal", { kind: "status", status: 401 }, "refused"],
    ["a rate", { kind: "status", status: 429, headers: { "retry-after": "7" } }, "rate_limited"],
    ["a breakdown", { kind: "status", status: 503 }, "server_error"],
    [
      "another address",
      { kind: "status", status: 307, headers: { location: "http://127.0.0.1:9" } },
      "redirected",
    ],
    ["half an answer", { kind: "half" }, "cut_off"],
    ["silence", { kind: "silence" }, "timeout"],
  ];
  test.each(CASES)("takes %s for a failure and tells no words", async (_name, behaviour, code) => {
    endpoint.behave(behaviour);
    const failure = await embedder(150)
      .embed(["a private sentence", "and another"])
      .then(
        () => null,
        (error: unknown) => error,
      );
    expect(failure).toMatchObject({ name: "ModelFailure", code });
    expect(`${String(failure)}${JSON.stringify(failure)}`).not.toContain("private");
    expect(endpoint.requests).toHaveLength(1);
  });

  test("is left alone after three failures, tried once later, and used again when it answers", async () => {
    const guarded = guardEmbedder(embedder(), now);
    const code = () =>
      guarded.embed(["x"]).then(
        () => "ok",
        (error: { code: string }) => error.code,
      );
    endpoint.behave({ kind: "status", status: 500 });
    expect([await code(), await code(), await code()]).toEqual([
      "server_error",
      "server_error",
      "server_error",
    ]);
    expect([await code(), await code()]).toEqual(["circuit_open", "circuit_open"]);
    expect(endpoint.requests).toHaveLength(3);

    clock = new Date(clock.getTime() + 10_001);
    const [trial, meanwhile] = await Promise.all([code(), code()]);
    expect([trial, meanwhile]).toEqual(["server_error", "circuit_open"]);
    expect(endpoint.requests).toHaveLength(4);

    // The trial failed: twice as long now.
    clock = new Date(clock.getTime() + 10_001);
    expect(await code()).toBe("circuit_open");
    clock = new Date(clock.getTime() + 10_000);
    endpoint.behave({ kind: "vectors" });
    expect([await code(), await code()]).toEqual(["ok", "ok"]);
  });

  test("is left alone for as long as it asked", async () => {
    const guarded = guardEmbedder(embedder(), now);
    const code = () =>
      guarded.embed(["x"]).then(
        () => "ok",
        (error: { code: string }) => error.code,
      );
    endpoint.behave({ kind: "status", status: 429, headers: { "retry-after": "60" } }, { kind: "vectors" });
    expect(await code()).toBe("rate_limited");
    clock = new Date(clock.getTime() + 59_000);
    expect(await code()).toBe("circuit_open");
    clock = new Date(clock.getTime() + 1_001);
    expect(await code()).toBe("ok");
  });
});

describe("an endpoint's address", () => {
  test.each([
    ["169.254.169.254", true],
    ["::ffff:169.254.169.254", true],
    ["::ffff:a9fe:a9fe", true],
    ["0.0.0.0", true],
    ["::", true],
    ["fe80::1", true],
    ["fd00:ec2::254", true],
    ["224.0.0.1", true],
    ["255.255.255.255", true],
    ["not an address", true],
    ["127.0.0.1", false],
    ["::1", false],
    ["10.0.0.7", false],
    ["::ffff:10.0.0.7", false],
    ["203.0.113.7", false],
    ["2001:db8::7", false],
  ])("%s refused: %s", (address, refused) => {
    expect(isRefusedAddress(address)).toBe(refused);
  });

  test.each([
    "ftp://host/v1",
    "file:///etc/passwd",
    "https://user:hunter2@host/v1",
    "https://host/v1?key=hunter2",
    "http://169.254.169.254/v1",
    "http://2852039166/v1",
    "http://0xa9fea9fe/v1",
    "http://[::ffff:169.254.169.254]/v1",
    "nonsense",
  ])("%s is not taken, and not repeated", (text) => {
    expect(() => parseEndpoint("KEEPSAKE_LLM_BASE_URL", text)).toThrow(/^KEEPSAKE_LLM_BASE_URL/);
    expect(() => parseEndpoint("KEEPSAKE_LLM_BASE_URL", text)).not.toThrow(/hunter2/);
  });

  test("what it asks to wait is read in both forms", () => {
    const at = new Date("2026-10-01T08:00:00Z");
    expect(readRetryAfter("120", at)).toBe(120_000);
    expect(readRetryAfter("Thu, 01 Oct 2026 08:01:00 GMT", at)).toBe(60_000);
    expect(readRetryAfter("Thu, 01 Oct 2026 07:00:00 GMT", at)).toBe(0);
    expect(readRetryAfter("soon", at)).toBeNull();
    expect(readRetryAfter(null, at)).toBeNull();
  });
});
