import { afterAll, beforeAll, expect, test } from "vitest";
import { requirePassword } from "@/lib/server/require-password";
import { cancelDeletion } from "@/lib/services/deletion/cancel-deletion";
import { previewMyDeletion, requestMyDeletion } from "@/lib/services/me/preview-deletion";
import { getMemory } from "@/lib/services/memory/get-memory";
import { type EnteredPage, enterPage } from "@/lib/testing/enter-page";
import { openTestServer, type TestServer } from "@/lib/testing/open-test-server";

let server: TestServer;
let agentId: string;
let key: string;
let ann: EnteredPage;
let boss: EnteredPage;
let made = 0;

beforeAll(async () => {
  server = await openTestServer();
  ({ agentId, key } = await server.createTenant("acme"));
  ann = await enterPage(server, { tenant: "acme", externalId: "ann" });
  boss = await enterPage(server, {
    tenant: "acme",
    externalId: "boss",
    roles: ["user", "privacy_officer", "admin"],
  });
});
afterAll(() => server.close());

async function write(scope: string, topic: string | null): Promise<string> {
  const reply = await server.call("POST", "/memories", {
    key,
    body: {
      scope,
      subject: scope,
      predicate: `note_${++made}`,
      value: `value ${made}`,
      statement: `Something was said, number ${made}.`,
      ...(topic && { topic }),
      source: { type: "internal_tool" },
    },
  });
  expect(reply.status, reply.text).toBe(201);
  return reply.body.memory.memory_id;
}

test("whatever is chosen, only what is the person's own is counted and goes, whoever they are", async () => {
  const mine = await write("user:boss", "Tea");
  const theirs = await write("user:ann", "Tea");
  const shared = await write("project:atlas", "Tea");
  for (const choice of [
    { scope: "topic", topic: "Tea" },
    { scope: "agent", agent: agentId },
    { scope: "all" },
  ] as const) {
    const preview = await previewMyDeletion({ ctx: boss.me, input: choice });
    expect([choice.scope, preview.affected.memories]).toEqual([choice.scope, 1]);
    expect([preview.asks_password, preview.cancel_window_s]).toEqual([true, 600]);
  }
  await expect(
    previewMyDeletion({ ctx: boss.me, input: { scope: "ids", ids: [theirs] } }),
  ).rejects.toMatchObject({ code: "not_found" });

  const asked = await requestMyDeletion({ ctx: boss.me, input: { scope: "topic", topic: "Tea" } });
  expect([asked.status, asked.affected.memories]).toEqual(["requested", 1]);
  // Until the window closes nothing has happened, and it can be taken back by whoever asked.
  expect((await getMemory({ ctx: boss.me, input: { id: mine } })).status).toBe("active");
  await expect(cancelDeletion({ ctx: ann.me, input: { id: asked.deletion_id ?? "" } })).rejects.toMatchObject(
    { code: "not_found" },
  );
  const cancelled = await cancelDeletion({ ctx: boss.me, input: { id: asked.deletion_id ?? "" } });
  expect(cancelled.status).toBe("cancelled");
  for (const id of [theirs, shared]) {
    expect((await getMemory({ ctx: boss.console, input: { id } })).status).toBe("active");
  }
});

test("the numbers are those of the deletion itself, and memories named one by one go at once", async () => {
  const id = await write("user:ann", null);
  const preview = await previewMyDeletion({ ctx: ann.me, input: { scope: "ids", ids: [id] } });
  expect([preview.asks_password, preview.cancel_window_s]).toEqual([false, 0]);
  const done = await requestMyDeletion({ ctx: ann.me, input: { scope: "ids", ids: [id] } });
  expect(done.affected).toEqual(preview.affected);
  await expect(getMemory({ ctx: ann.me, input: { id } })).rejects.toMatchObject({ code: "not_found" });
});

test("who sits at somebody's open page guesses their password ten times at most", async () => {
  await requirePassword(ann.me, "a long password");
  const refused = { code: "not_entitled", fields: [{ path: "password" }] };
  for (let n = 0; n < 10; n++) {
    await expect(requirePassword(ann.me, `guess ${n}`)).rejects.toMatchObject(refused);
  }
  await expect(requirePassword(ann.me, "a long password")).rejects.toMatchObject({
    ...refused,
    message: "too many attempts",
  });
  await requirePassword(boss.me, "a long password");
});
