import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestServer, type TestServer } from "@/lib/testing/open-test-server";

let server: TestServer;
let key: string;
beforeAll(async () => {
  server = await openTestServer();
  key = (await server.createTenant("studio")).key;
});
afterAll(() => server.close());

test("an erasure within its window is taken back once; later answers say why not", async () => {
  const told = await server.call("POST", "/memories", {
    key,
    body: {
      scope: "project:A",
      subject: "project:A",
      predicate: "phase",
      value: "alpha",
      statement: "The project is in its alpha phase.",
      source: { type: "internal_tool" },
    },
  });
  expect(told.status, told.text).toBe(201);
  const asked = await server.call("POST", "/deletions", { key, body: { selector: { scope: "project:A" } } });
  expect(asked.body).toMatchObject({ status: "requested" });
  const path = `/deletions/${asked.body.deletion_id}/cancel`;
  const other = (await server.createTenant("other")).key;
  expect((await server.call("POST", path, { key: other })).status).toBe(404);
  expect((await server.call("POST", path)).status).toBe(401);
  const cancelled = await server.call("POST", path, { key });
  expect(cancelled.status, cancelled.text).toBe(200);
  expect(cancelled.body).toMatchObject({ deletion_id: asked.body.deletion_id, status: "cancelled" });
  const again = await server.call("POST", path, { key, body: {} });
  expect([again.status, again.body.code]).toEqual([409, "illegal_transition"]);
  for (const id of ["del_00000000000000000000000000", "del_x", "%00"]) {
    expect((await server.call("POST", `/deletions/${id}/cancel`, { key })).status, id).toBe(404);
  }
  const found = await server.call("POST", "/retrievals", {
    key,
    body: { query: "which phase", scopes: ["project:A"] },
  });
  expect(found.body.snippets.map((snippet: { memory_id: string }) => snippet.memory_id)).toEqual([
    told.body.memory.memory_id,
  ]);
});
