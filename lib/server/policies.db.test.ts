import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestServer, type TestServer } from "@/lib/testing/open-test-server";

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

const publish = (tenant: string, body: unknown, expected: number, reason = "a test of policies") =>
  server.admin("POST", "/policies", { tenant, body, reason, expected_version: expected });
const remember = (key: string, over: Record<string, unknown> = {}) =>
  server.call("POST", "/memories", {
    key,
    body: {
      scope: "project:A",
      subject: "project:A",
      predicate: "database",
      value: "PostgreSQL",
      source: { type: "user_statement" },
      ...over,
    },
  });

describe("a tenant's policy", () => {
  it("is versioned, and each decision is taken under the one in force at that moment", async () => {
    const { key, tenantId } = await server.createTenant("versions");
    expect((await remember(key)).body.outcome).toBe("committed");
    const rule = {
      gate: "authoritative",
      when: { predicateWords: ["database"] },
      verdict: "deny",
      code: "ask_the_inventory",
      reason: "The inventory knows.",
    };
    const made = await publish("versions", { write: { gateRules: [rule], utility: { threshold: 0.03 } } }, 0);
    expect(made).toMatchObject({ status: 201, body: { version: 1, in_force: true } });
    const refused = await remember(key, { value: "MySQL" });
    expect(refused.body).toMatchObject({ outcome: "rejected", reason_code: "ask_the_inventory" });
    const back = await server.admin("POST", "/policies/rollback", {
      tenant: "versions",
      to_version: 0,
      reason: "it was too strict",
      expected_version: 1,
    });
    expect(back).toMatchObject({ status: 201, body: { version: 2, body: {} } });
    expect((await remember(key, { value: "MySQL" })).body.outcome).toBe("committed");
    const { database } = server.runtime;
    const { candidates } = await import("@/lib/store/schema/ledger");
    const rows = await database.withTenant(tenantId, (tx) =>
      tx.select({ version: candidates.policyVersion }).from(candidates).orderBy(candidates.candidateId),
    );
    expect(rows.map((row) => row.version)).toEqual([0, 1, 2]);
    const list = await server.admin("GET", "/policies?tenant=versions");
    expect(list.body).toMatchObject({ total: 2, items: [{ version: 2, in_force: true }, { version: 1 }] });
    const one = await server.admin("GET", "/policies/1?tenant=versions");
    expect(one.body.effective.write).toMatchObject({ utility: { threshold: 0.03, errorCost: 0.15 } });
    const diff = await server.admin("GET", "/policies/diff?tenant=versions&from=1&to=2");
    expect(diff.body.changes).toContainEqual({ path: "write.utility.threshold", before: 0.03, after: 0.02 });
  });

  it("is published against the version in force, and by one of many at once", async () => {
    await server.createTenant("races");
    expect((await publish("races", {}, 3)).status).toBe(409);
    const all = await Promise.all(Array.from({ length: 8 }, () => publish("races", {}, 0)));
    expect(all.map((reply) => reply.status).sort()).toEqual([201, ...Array(7).fill(409)]);
  });

  it.each([
    ["an unknown name", { write: { treshold: 1 } }, "body.write.treshold"],
    ["a number out of bounds", { write: { utility: { threshold: 7 } } }, "body.write.utility.threshold"],
    ["another type", { retrieval: { channels: { vector: "yes" } } }, "body.retrieval.channels.vector"],
    ["a word that is none", { write: { highSensitivity: "maybe" } }, "body.write.highSensitivity"],
    [
      "a page above a person",
      { write: { sources: { external_content: { authority: 60 } } } },
      "body.write.sources.user_statement.authority",
    ],
    [
      "weights that do not add up",
      { retrieval: { intents: { recall_episode: { weights: { R: 1 } } } } },
      "body.retrieval.intents.recall_episode.weights",
    ],
    [
      "a rule that loosens",
      { write: { gateRules: [{ gate: "scope", when: {}, verdict: "pass", code: "all", reason: "r" }] } },
      "body.write.gateRules[0].verdict",
    ],
  ])("is refused with %s", async (_, body, path) => {
    await server.createTenant(
      `bad-${path
        .replace(/[^a-z]/gi, "")
        .slice(-30)
        .toLowerCase()}`,
    );
    const reply = await publish(
      `bad-${path
        .replace(/[^a-z]/gi, "")
        .slice(-30)
        .toLowerCase()}`,
      body,
      0,
    );
    expect(reply.status).toBe(422);
    expect(reply.body.errors.map((error: { path: string }) => error.path)).toContain(path);
  });

  it("is an administrator's matter", async () => {
    const { key } = await server.createTenant("rights");
    expect((await server.call("GET", "/admin/policies?tenant=rights", { key })).status).toBe(403);
    expect((await publish("rights", {}, 0, "")).status).toBe(400);
    expect((await publish("nobody", {}, 0)).status).toBe(404);
  });

  it("accepts the defaults themselves", async () => {
    await server.createTenant("defaults");
    const zero = await server.admin("GET", "/policies/0?tenant=defaults");
    const reply = await publish("defaults", zero.body.effective, 0);
    expect(reply.body.errors ?? []).toEqual([]);
    expect(reply.status).toBe(201);
  });
});
