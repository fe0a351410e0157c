import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { CallContext } from "@/lib/engine/model/context";
import { queryRows } from "@/lib/store/rows";
import { agentCall, openTestEngine, personCall, type TestEngine } from "@/lib/testing/open-test-engine";

let opened: TestEngine;
let tenantId: string;
let agent: CallContext;
let person: CallContext;
beforeAll(async () => {
  opened = await openTestEngine();
});
afterAll(() => opened?.close());
beforeEach(async () => {
  tenantId = await opened.createTenant();
  agent = agentCall(tenantId, ["user:*"]);
  person = personCall(tenantId, "lin");
});

async function tell(): Promise<string> {
  const told = await opened.engine.remember(person, {
    scope: "user:lin",
    subject: "user:lin",
    predicate: "favourite bird",
    value: "kingfisher",
    statement: "Lin's favourite bird is the kingfisher.",
    source: { type: "user_statement" },
  });
  if (!told.memory) throw new Error(`nothing was remembered: ${told.reason}`);
  return told.memory.memory_id;
}

async function request(by: CallContext, memoryId: string): Promise<string> {
  const asked = await opened.engine.requestDeletion(by, {
    selector: { memory_ids: [memoryId] },
    cancel_window_s: 60,
  });
  expect(asked.status).toBe("requested");
  return asked.deletion_id ?? "";
}

async function recall(): Promise<string[]> {
  const found = await opened.engine.retrieve(agent, { query: "favourite bird", scopes: ["user:lin"] });
  return found.snippets.map((snippet) => snippet.memory_id);
}

test("a cancelled erasure never runs: the memory is recalled as before, and no second cancel is taken", async () => {
  const { engine, clock, database } = opened;
  const memoryId = await tell();
  const deletionId = await request(person, memoryId);
  clock.advance(59_999);
  const cancelled = await engine.cancelDeletion(person, deletionId);
  expect(cancelled).toMatchObject({ deletion_id: deletionId, status: "cancelled", completed_at: null });
  expect(cancelled.targets.every((target) => target.removed === 0)).toBe(true);
  clock.advance(3_600_000);
  expect((await engine.runDueWork(tenantId)).deletions).toBe(0);
  expect(await recall()).toEqual([memoryId]);
  expect(await engine.findTombstone(person, memoryId)).toBeNull();
  expect((await engine.getDeletion(person, deletionId)).status).toBe("cancelled");
  await expect(engine.cancelDeletion(person, deletionId)).rejects.toMatchObject({
    code: "illegal_transition",
  });
  const { receipt } = await engine.getReceipt(person, deletionId);
  expect(receipt).toMatchObject({ status: "cancelled", pending: [] });
  const audit = await database.withTenant(tenantId, (tx) =>
    queryRows<{ action: string; actor_id: string }>(
      tx,
      sql`select action, actor_id from audit_log where object_id = ${deletionId} order by audit_id`,
    ),
  );
  expect(audit.map((row) => row.action).sort()).toEqual(["deletion.cancelled", "deletion.requested"]);
  // It can be asked for anew, and that one does run.
  await engine.requestDeletion(person, { selector: { memory_ids: [memoryId] } });
  expect(await recall()).toEqual([]);
});

test("from the request on no agent reads it, until it is taken back; a person still sees it", async () => {
  const { engine } = opened;
  const memoryId = await tell();
  const first = await request(person, memoryId);
  const key = { scope: "user:lin", subject: "user:lin", predicate: "favourite bird" };
  expect(await recall()).toEqual([]);
  expect((await engine.resolveFact(agent, key)).memory).toBeNull();
  expect((await engine.listMemories(agent, {})).items).toEqual([]);
  await expect(engine.getMemory(agent, memoryId)).rejects.toMatchObject({ code: "not_found" });
  await expect(engine.getHistory(agent, memoryId)).rejects.toMatchObject({ code: "not_found" });
  expect((await engine.getMemory(person, memoryId)).memory_id).toBe(memoryId);
  const second = await request(person, memoryId);
  await engine.cancelDeletion(person, first);
  expect(await recall()).toEqual([]);
  await engine.cancelDeletion(person, second);
  expect(await recall()).toEqual([memoryId]);
  expect((await engine.getMemory(agent, memoryId)).memory_id).toBe(memoryId);
});

test("what a dry run told is what is erased, or nothing", async () => {
  const { engine } = opened;
  const memoryId = await tell();
  const selector = { scope: "user:lin" };
  const told = await engine.requestDeletion(person, { selector, dry_run: true });
  expect(told).toMatchObject({ dry_run: true, affected: { memories: 1 } });
  const { pin } = told;
  await engine.remember(person, {
    scope: "user:lin",
    subject: "user:lin",
    predicate: "favourite tree",
    value: "juniper",
    statement: "Lin's favourite tree is the juniper.",
    source: { type: "user_statement" },
  });
  const ask = () => engine.requestDeletion(person, { selector, cancel_window_s: 0, ...(pin && { pin }) });
  await expect(ask()).rejects.toMatchObject({ code: "stale_revision" });
  expect(await recall()).toContain(memoryId);
  const again = await engine.requestDeletion(person, { selector, dry_run: true });
  const done = await engine.requestDeletion(person, {
    selector,
    cancel_window_s: 0,
    ...(again.pin && { pin: again.pin }),
  });
  expect(done.affected).toEqual(again.affected);
  expect(await recall()).toEqual([]);
});

test("when its time has come, or it is done, it is too late", async () => {
  const { engine, clock } = opened;
  const memoryId = await tell();
  const deletionId = await request(person, memoryId);
  clock.advance(60_000);
  await expect(engine.cancelDeletion(person, deletionId)).rejects.toMatchObject({
    code: "illegal_transition",
  });
  expect((await engine.runDueWork(tenantId)).deletions).toBe(1);
  await expect(engine.cancelDeletion(person, deletionId)).rejects.toMatchObject({
    code: "illegal_transition",
  });
  expect(await recall()).toEqual([]);
});

test("of two at once one cancels", async () => {
  const deletionId = await request(person, await tell());
  const both = await Promise.allSettled([1, 2].map(() => opened.engine.cancelDeletion(person, deletionId)));
  expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
});

test("whom it is not about, and who may not erase, cannot cancel it", async () => {
  const { engine, clock } = opened;
  const memoryId = await tell();
  const deletionId = await request(agent, memoryId);
  const attempt = (call: CallContext) => engine.cancelDeletion(call, deletionId);
  await expect(attempt(personCall(tenantId, "kim"))).rejects.toMatchObject({ code: "not_found" });
  await expect(
    attempt(agentCall(tenantId, ["user:*"], { actor: { kind: "agent", id: "agt_other", name: null } })),
  ).rejects.toMatchObject({ code: "not_found" });
  await expect(attempt(personCall(await opened.createTenant(), "lin"))).rejects.toMatchObject({
    code: "not_found",
  });
  const viewer = personCall(tenantId, "kim");
  await expect(
    attempt({ ...viewer, principal: { ...viewer.principal, roles: ["viewer"] } }),
  ).rejects.toMatchObject({ code: "not_entitled" });
  await expect(
    attempt({ ...agent, principal: { ...agent.principal, writeMode: "propose" } }),
  ).rejects.toMatchObject({ code: "write_mode_forbids" });
  await expect(engine.cancelDeletion(person, "del_00000000000000000000000000")).rejects.toMatchObject({
    code: "not_found",
  });
  // Whom it is about may, although an agent asked for it.
  expect((await attempt(person)).status).toBe("cancelled");
  clock.advance(60_000);
  await engine.runDueWork(tenantId);
  expect(await recall()).toEqual([memoryId]);
});
