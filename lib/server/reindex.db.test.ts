import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createHashEmbedder } from "@/lib/testing/hash-embedder";
import { openTestServer, type TestServer } from "@/lib/testing/open-test-server";

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer({ embedder: createHashEmbedder() });
});
afterAll(() => server.close());

describe("making an index anew", () => {
  it("is asked for by the admin key, goes on by itself, and tells how far it is", async () => {
    const { key, tenantId } = await server.createTenant("anew");
    for (const value of ["teal", "red", "green"]) {
      const made = await server.call("POST", "/memories", {
        key,
        body: {
          scope: "project:A",
          subject: "project:A",
          predicate: `colour of the ${value} banner`,
          value,
          source: { type: "user_statement" },
        },
      });
      expect(made.body.outcome).toBe("committed");
    }
    await server.runtime.engine.runDueWork(tenantId);
    const before = await server.admin("GET", "/reindex?tenant=anew");
    expect(before).toMatchObject({
      status: 200,
      body: { configured: "hash-64@1", available: ["hash-64@1"], models: [{ state: "serving" }] },
    });
    const started = await server.admin("POST", "/reindex", { tenant: "anew" });
    expect(started).toMatchObject({
      status: 202,
      body: { models: [{ model: "hash-64@1", state: "serving", done: 0, total: 3, finished_at: null }] },
    });
    await server.runtime.engine.runDueWork(tenantId);
    const after = await server.admin("GET", "/reindex?tenant=anew");
    expect(after.body.models).toMatchObject([{ state: "serving", done: 3, total: 3, last_error: null }]);
    expect(after.body.models[0].finished_at).not.toBeNull();
  });

  it("refuses a model that is not there, a tenant that is not there, and whoever is no administrator", async () => {
    const { key } = await server.createTenant("refusals");
    const asked = (body: object) => server.admin("POST", "/reindex", body);
    expect(await asked({ tenant: "refusals", model: "unknown@1" })).toMatchObject({ status: 422 });
    expect(await asked({ tenant: "nobody" })).toMatchObject({ status: 404 });
    expect(await asked({ tenant: "refusals", more: 1 })).toMatchObject({ status: 400 });
    for (const method of ["GET", "POST"] as const) {
      const answer = await server.call(method, "/admin/reindex?tenant=refusals", { key, body: undefined });
      expect([401, 403]).toContain(answer.status);
    }
  });
});
