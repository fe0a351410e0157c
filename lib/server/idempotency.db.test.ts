import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { toServiceContext } from "@/lib/server/person-context";
import { runOnce } from "@/lib/server/idempotency";
import { agentCall } from "@/lib/testing/open-test-engine";
import { openTestServer, type TestServer } from "@/lib/testing/open-test-server";

let server: TestServer;
let acme: Awaited<ReturnType<TestServer["createTenant"]>>;

beforeAll(async () => {
  server = await openTestServer();
  acme = await server.createTenant("acme");
});
afterAll(() => server.close());

const keyed = (key: string) => ({ "Idempotency-Key": key });
const memoryBody = (predicate: string, value = "short") => ({
  scope: "user:lin",
  subject: "user:lin",
  predicate,
  value,
  source: { type: "user_statement", ref: "m1", quote: `From now on keep it ${value}.` },
  assertion: "explicit",
  temporal_scope: "preference",
});

test("a hundred tenants of one key and one body are one tenant; another body under the key is refused", async () => {
  const body = { slug: "globex", name: "Globex" };
  const replies = await Promise.all(
    Array.from({ length: 100 }, () => server.admin("POST", "/tenants", body, keyed("tenant-1"))),
  );
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]));
  expect(new Set(replies.map((reply) => reply.body.tenant_id)).size).toBe(1);
  expect(replies.filter(({ headers }) => headers.get("idempotent-replayed") === "true")).toHaveLength(99);
  const other = await server.admin("POST", "/tenants", { ...body, name: "Other" }, keyed("tenant-1"));
  expect(other.status).toBe(409);
  expect(other.body.code).toBe("idempotency_mismatch");
  const second = await server.admin("POST", "/tenants", body, keyed("tenant-2"));
  expect(second.body.code).toBe("already_exists");
});

test("a hundred writes of one key have one effect, and all of them its answer", async () => {
  const write = () =>
    server.call("POST", "/memories", {
      key: acme.key,
      body: memoryBody("reply_length"),
      headers: keyed("write-1"),
    });
  const replies = await Promise.all(Array.from({ length: 100 }, write));
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]));
  expect(replies.filter(({ headers }) => headers.get("idempotent-replayed") === "true")).toHaveLength(99);
  for (const reply of replies) expect(reply.body).toEqual(replies[0]?.body);
  const list = await server.call("GET", "/memories?scope=user:lin&predicate=reply_length", { key: acme.key });
  expect(list.body.total).toBe(1);
});

test("thirty erasures of one key are one, and all of them are told which", async () => {
  const made = await server.call("POST", "/memories", {
    key: acme.key,
    body: memoryBody("to_erase", "for the bin"),
  });
  const replies = await Promise.all(
    Array.from({ length: 30 }, () =>
      server.call("DELETE", `/memories/${made.body.memory.memory_id}`, {
        key: acme.key,
        headers: keyed("erase-1"),
      }),
    ),
  );
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([202]));
  expect(new Set(replies.map(({ body }) => body.deletion_id)).size).toBe(1);
});

test("what still runs after a while is to be asked for again later", async () => {
  const { principal } = agentCall(acme.tenantId, ["user:*"]);
  const ctx = toServiceContext(server.runtime, principal, "req_stuck");
  const request = {
    tenantId: acme.tenantId,
    key: "stuck-1",
    method: "POST",
    path: "/x",
    query: {},
    body: {},
  };
  const nothing = { status: 200, body: {} };
  let finish: () => void = () => {};
  let first: ReturnType<typeof runOnce> | undefined;
  // Only what has the key already keeps the other waiting.
  await new Promise<void>((started) => {
    first = runOnce(server.runtime, ctx, request, () => {
      started();
      return new Promise((resolve) => (finish = () => resolve(nothing)));
    });
  });
  await expect(runOnce(server.runtime, ctx, request, async () => nothing)).rejects.toMatchObject({
    code: "idempotency_in_flight",
  });
  finish();
  expect((await first)?.replayed).toBe(false);
  expect((await runOnce(server.runtime, ctx, request, async () => nothing)).replayed).toBe(true);
}, 60_000);

test("the first answer comes back after the memory has changed, and says so once it was erased", async () => {
  const write = () =>
    server.call("POST", "/memories", {
      key: acme.key,
      body: memoryBody("tone", "friendly"),
      headers: keyed("write-2"),
    });
  const first = await write();
  const id = first.body.memory.memory_id;
  const changed = await server.call("POST", "/memories", {
    key: acme.key,
    body: memoryBody("tone", "formal"),
  });
  expect(changed.body.operation).toBe("SUPERSEDE");
  expect((await write()).body).toEqual(first.body);
  expect((await server.call("DELETE", `/memories/${id}`, { key: acme.key })).status).toBe(202);
  await server.runtime.engine.runDueWork(acme.tenantId);
  const after = await write();
  expect(after.status).toBe(201);
  expect(after.body.memory).toBeNull();
  expect(after.body.erased).toBe(true);
  expect(after.text).not.toContain("friendly");
});

test("a recalled pack comes back word for word, and without the words of what was erased", async () => {
  // Several lines: the pack shows them as one, the snippet as they are.
  const canary = "Zanzibar\n  harbour | [mem_x";
  const made = await server.call("POST", "/memories", {
    key: acme.key,
    body: memoryBody("favourite_place", canary),
  });
  const recall = () =>
    server.call("POST", "/retrievals", {
      key: acme.key,
      body: { query: "favourite place", scopes: ["user:lin"], intent: "recover_preference" },
      headers: keyed("recall-1"),
    });
  const first = await recall();
  expect(first.body.pack).toContain("Zanzibar harbour");
  expect(await dumpKeptAnswers()).not.toContain("Zanzibar");
  const second = await recall();
  expect(second.headers.get("idempotent-replayed")).toBe("true");
  expect(second.body).toEqual(first.body);
  await server.call("DELETE", `/memories/${made.body.memory.memory_id}`, { key: acme.key });
  await server.runtime.engine.runDueWork(acme.tenantId);
  const third = await recall();
  expect(third.body.retrieval_id).toBe(first.body.retrieval_id);
  expect(third.text).not.toContain("Zanzibar");
  expect(third.body.pack).toContain("[text erased]");
});

test("a key's secret can be asked for again with its Idempotency-Key, and lies nowhere in the clear", async () => {
  const ask = (idempotencyKey: string) =>
    server.admin("POST", `/agents/${acme.agentId}/keys`, { name: "ci" }, keyed(idempotencyKey));
  const first = await ask("secret-1");
  const again = await ask("secret-1");
  expect(again.headers.get("idempotent-replayed")).toBe("true");
  expect(again.body).toEqual(first.body);
  expect((await ask("secret-2")).body.key_id).not.toBe(first.body.key_id);
  const kept = await dumpKeptAnswers();
  expect(kept).toContain(first.body.key_id);
  expect(kept).not.toContain(first.body.secret.slice(-40));
});

test("what is kept holds no content, no request and no key in the clear", async () => {
  await server.call("POST", "/memories", {
    key: acme.key,
    body: memoryBody("canary_field", "xylophone-42"),
    headers: keyed("clear-1"),
  });
  const kept = await dumpKeptAnswers();
  expect(kept).not.toContain("xylophone-42");
  expect(kept).not.toContain("clear-1");
});

test("a refusal gives the key back: the request may be mended and sent again", async () => {
  const missing = "mem_00000000000000000000000000";
  const wrong = await server.call("POST", `/memories/${missing}/revoke`, {
    key: acme.key,
    body: {},
    headers: keyed("mend-1"),
  });
  expect(wrong.status).toBe(404);
  const invalid = await server.call("POST", "/memories", {
    key: acme.key,
    body: {},
    headers: keyed("mend-1"),
  });
  expect(invalid.status).toBe(400);
  const right = await server.call("POST", "/memories", {
    key: acme.key,
    body: memoryBody("mended"),
    headers: keyed("mend-1"),
  });
  expect(right.status).toBe(201);
});

test("a key of one agent or tenant says nothing to another", async () => {
  const other = await server.createTenant("initech");
  const body = memoryBody("shared_key");
  const mine = await server.call("POST", "/memories", { key: acme.key, body, headers: keyed("same-key") });
  const theirs = await server.call("POST", "/memories", { key: other.key, body, headers: keyed("same-key") });
  expect(theirs.headers.get("idempotent-replayed")).toBeNull();
  expect(theirs.body.memory.memory_id).not.toBe(mine.body.memory.memory_id);
});

test("a key must have 1 to 255 characters", async () => {
  for (const key of ["", "k".repeat(256)]) {
    const reply = await server.call("POST", "/memories", {
      key: acme.key,
      body: memoryBody("length"),
      headers: keyed(key),
    });
    expect(reply.status).toBe(400);
    expect(reply.body.errors[0].path).toBe("Idempotency-Key");
  }
});

async function dumpKeptAnswers(): Promise<string> {
  const { queryRows } = await import("@/lib/store/rows");
  const { sql } = await import("drizzle-orm");
  return server.runtime.database.withTenant(acme.tenantId, async (tx) => {
    const rows = await queryRows<{ row: string }>(
      tx,
      sql`select idempotency_keys::text as row from idempotency_keys`,
    );
    return rows.map(({ row }) => row).join("\n");
  });
}

test("a request that runs for long keeps its key; one whose process died gives it up within seconds", async () => {
  const { principal } = agentCall(acme.tenantId, ["user:*"]);
  const ctx = toServiceContext(server.runtime, principal, "req_long");
  const request = (key: string) => ({
    tenantId: acme.tenantId,
    key,
    method: "POST",
    path: "/long",
    query: {},
    body: {},
  });
  const times = { renewMs: 40, staleMs: 250 };
  let runs = 0;
  const run = (key: string) =>
    runOnce(
      server.runtime,
      ctx,
      request(key),
      async () => {
        runs += 1;
        await new Promise((resolve) => setTimeout(resolve, 1_200));
        return { status: 200, body: { run: runs } };
      },
      times,
    );
  const first = run("long-1");
  await new Promise((resolve) => setTimeout(resolve, 500));
  const second = await run("long-1");
  expect(await first).toMatchObject({ body: { run: 1 }, replayed: false });
  expect(second).toMatchObject({ body: { run: 1 }, replayed: true });
  expect(runs).toBe(1);

  // What a dead process leaves behind: claimed, never answered, never renewed.
  const third = await run("long-2");
  expect(third.replayed).toBe(false);
  await server.runtime.database.withTenant(acme.tenantId, (tx) =>
    tx.execute(sql`update idempotency_keys set state = 'running', status = null, answer = null,
      created_at = ${new Date(server.runtime.startedAt.getTime() - 1_000).toISOString()}::timestamptz
      where tenant_id = ${acme.tenantId} and created_at = (select max(created_at) from idempotency_keys where tenant_id = ${acme.tenantId})`),
  );
  expect(await run("long-2")).toMatchObject({ replayed: false, body: { run: 3 } });
});
