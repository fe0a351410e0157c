import { afterAll, beforeAll, expect, test } from "vitest";
import { GUIDE_CALLS, GUIDE_STEPS, toCommand } from "@/lib/server/agent-guide";
import { openTestServer, type TestServer } from "@/lib/testing/open-test-server";

let server: TestServer;
let key: string;
beforeAll(async () => {
  server = await openTestServer();
  ({ key } = await server.createTenant("acme", { scopes: ["project:atlas"], write_mode: "full" }));
});
afterAll(() => server?.close());

test("every call of the guide is answered as it stands there, and the last one has forgotten", async () => {
  const known: Record<string, string> = {};
  const fill = (text: string) =>
    text.replace(/\{([a-z_]+)\}/g, (_, name: string) => known[name] ?? `{${name}}`);
  for (const call of GUIDE_CALLS) {
    const body = call.body && JSON.parse(fill(JSON.stringify(call.body)));
    const reply = await server.call(call.method, fill(call.path), { key, ...(body && { body }) });
    expect([200, 201, 202], `${call.path}: ${reply.text}`).toContain(reply.status);
    if (call.step === "remember") {
      expect(reply.body).toMatchObject({ outcome: "committed" });
      known.memory_id = reply.body.memory.memory_id;
    }
    if (call.step === "ask") {
      expect(JSON.stringify(reply.body.snippets)).toContain("PostgreSQL");
      known.retrieval_id = reply.body.retrieval_id;
    }
    if (call.step === "correct")
      expect(reply.body).toMatchObject({ outcome: "committed", operation: "SUPERSEDE" });
  }
  expect((await server.call("GET", `/memories/${known.memory_id}`, { key })).status).toBe(404);
});

test("each step has its call, and a command holds it whole", () => {
  expect(GUIDE_CALLS.map(({ step }) => step)).toEqual([...GUIDE_STEPS]);
  const command = toCommand({ step: "ask", method: "POST", path: "/x", body: { said: "it's" } });
  expect(command).toContain(`"it'\\''s"`);
});
