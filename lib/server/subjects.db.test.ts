import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createSettableClock } from "@/lib/platform/clock";
import { openTestServer, TEST_ADMIN_KEY, type TestServer } from "@/lib/testing/open-test-server";

let server: TestServer;
let key: string;
let slug: string;
const clock = createSettableClock(new Date("2026-11-02T08:00:00Z"));
let made = 0;
beforeAll(async () => {
  server = await openTestServer({ clock });
});
afterAll(() => server.close());
beforeEach(async () => {
  slug = `subjects-${++made}`;
  ({ key } = await server.createTenant(slug));
  for (const [external_id, roles] of [
    ["ann", ["user"]],
    ["bob", ["user"]],
    ["officer", ["privacy_officer"]],
    ["viewer", ["viewer"]],
  ] as const) {
    const input = {
      tenant: slug,
      email: `${external_id}@${slug}.test`,
      password: "a long password",
      external_id,
      roles,
    };
    expect((await server.admin("POST", "/users", input)).status).toBe(201);
  }
});

const remember = (over: Record<string, unknown> = {}) =>
  server.call("POST", "/memories", {
    key,
    body: {
      scope: "user:ann",
      subject: "user:ann",
      predicate: "tea",
      value: "Darjeeling",
      statement: "Ann drinks Darjeeling.",
      source: { type: "user_statement" },
      ...over,
    },
  });
/** As a person, through the admin key. */
const as = (who: string, method: string, path: string, body: Record<string, unknown> = {}) => {
  const acting = { tenant: slug, acting_user: who };
  const query = method === "GET" ? `?tenant=${slug}&acting_user=${who}` : "";
  return server.call(method, `/subjects/${path}${query}`, {
    key: TEST_ADMIN_KEY,
    ...(method === "GET" ? {} : { body: { ...body, ...acting } }),
  });
};

describe("a pause", () => {
  it("holds at once, for reads and writes, until it is ended or its end comes", async () => {
    expect((await remember()).status).toBe(201);
    const paused = await as("ann", "POST", "user:ann/pause", { until: "2026-11-03T08:00:00Z" });
    expect(paused).toMatchObject({
      status: 200,
      body: { paused: true, paused_until: "2026-11-03T08:00:00.000Z" },
    });
    expect(await remember()).toMatchObject({ status: 403, body: { code: "memory_paused" } });
    const read = await server.call("POST", "/retrievals", {
      key,
      body: { query: "Darjeeling", scopes: ["user:ann"] },
    });
    expect(read.body.snippets).toEqual([]);
    clock.set(new Date("2026-11-03T08:00:01Z"));
    expect((await remember({ value: "Assam", statement: "Ann drinks Assam." })).status).toBe(201);
    expect((await as("ann", "GET", "ann/controls")).body).toMatchObject({
      paused: false,
      paused_until: null,
    });
    await as("officer", "POST", "user:ann/pause");
    expect((await remember()).status).toBe(403);
    await as("ann", "POST", "user:ann/resume");
    expect((await remember({ value: "Oolong", statement: "Ann drinks Oolong." })).status).toBe(201);
  });

  it("is ended by the person, by those who may act for them, or by their relayed word", async () => {
    expect((await as("bob", "POST", "user:ann/pause")).status).toBe(403);
    expect((await as("viewer", "POST", "user:ann/pause")).status).toBe(403);
    expect((await server.call("POST", "/subjects/user:ann/pause", { key })).status).toBe(200);
    expect((await server.call("POST", "/subjects/user:ann/resume", { key })).status).toBe(403);
    const source = { type: "user_confirmation", ref: "turn-9" };
    expect((await server.call("POST", "/subjects/user:ann/resume", { key, body: { source } })).status).toBe(
      200,
    );
    // What the person did themselves no key undoes, whatever it says that they said.
    expect((await as("ann", "POST", "user:ann/pause")).status).toBe(200);
    const undone = await server.call("POST", "/subjects/user:ann/resume", { key, body: { source } });
    expect(undone.status).toBe(403);
    expect((await as("ann", "POST", "user:ann/resume")).status).toBe(200);
    expect((await as("ann", "POST", "user:ann/pause", { until: "2020-01-01T00:00:00Z" })).status).toBe(422);
  });
});

describe("a topic", () => {
  const health = { predicate: "allergy", value: "penicillin", statement: "Ann is allergic to penicillin." };
  it("that is declined is not remembered, whoever says it and wherever", async () => {
    const topics = [{ topic: "health", remember: false, infer: false }];
    expect((await as("ann", "PUT", "user:ann/controls", { topics })).body).toMatchObject({ topics });
    for (const over of [{}, { scope: "project:A" }, { source: { type: "user_confirmation", ref: "t" } }]) {
      expect((await remember({ ...health, ...over })).body).toMatchObject({
        outcome: "rejected",
        reason_code: "topic_declined",
        memory: null,
      });
    }
    expect((await remember()).status).toBe(201);
    const other = await remember({ ...health, scope: "user:bob", subject: "user:bob" });
    expect(other.body.reason_code).not.toBe("topic_declined");
    await as("ann", "PUT", "user:ann/controls", { topics: [] });
    expect((await remember(health)).body.reason_code).not.toBe("topic_declined");
  });

  it("that nobody may conclude on takes the person's own word alone", async () => {
    await as("ann", "PUT", "user:ann/controls", {
      topics: [{ topic: "gardening", remember: true, infer: false }],
    });
    const guess = { predicate: "hobby", value: "roses", statement: "Ann likes gardening, roses above all." };
    expect((await remember({ ...guess, source: { type: "agent_inference" } })).body.reason_code).toBe(
      "inference_declined",
    );
    expect((await remember(guess)).body.outcome).toBe("committed");
  });

  it("is the person's own choice", async () => {
    const body = { topics: [{ topic: "health", remember: false, infer: false }] };
    expect((await as("bob", "PUT", "user:ann/controls", body)).status).toBe(403);
    expect((await server.call("PUT", "/subjects/user:ann/controls", { key, body })).status).toBe(403);
    expect((await server.call("GET", "/subjects/user:ann/controls", { key })).status).toBe(200);
    expect((await as("officer", "PUT", "user:ann/controls", body)).status).toBe(200);
  });
});
