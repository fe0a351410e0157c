import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { RememberInput } from "@/lib/contracts/memories";
import type { CallContext } from "@/lib/engine/model/context";
import { agentCall, openTestEngine, personCall, type TestEngine } from "@/lib/testing/open-test-engine";

let test: TestEngine;
let tenantId: string;
let agent: CallContext;
let op1: CallContext;
beforeAll(async () => {
  test = await openTestEngine();
});
afterAll(() => test.close());
beforeEach(async () => {
  tenantId = await test.createTenant();
  agent = agentCall(tenantId, ["project:*", "user:*"]);
  op1 = personCall(tenantId, "op1", { roles: ["reviewer"] });
});

const reason = "asked the team";
/** Two people of equal authority name the same moment and say different things. */
async function disagree(over: Partial<RememberInput> = {}) {
  const say = (value: string) =>
    test.engine.remember(agent, {
      scope: "project:A",
      subject: "project:A",
      predicate: "database",
      value,
      source: { type: "user_statement" },
      observed_at: "2026-09-01T08:00:00Z",
      ...over,
    });
  const first = await say("PostgreSQL");
  const second = await say("MySQL");
  expect(second).toMatchObject({ outcome: "conflict", conflicts_with: [first.memory?.memory_id] });
  const { items } = await test.engine.listConflicts(op1, { state: "open" });
  return {
    id: items[0]?.conflict_id ?? "",
    incumbent: first.memory?.memory_id ?? "",
    challenger: second.memory?.memory_id ?? "",
  };
}
const statusOf = async (memoryId: string) => (await test.engine.getMemory(op1, memoryId)).status;
const held = async () =>
  (await test.engine.resolveFact(op1, { scope: "project:A", subject: "project:A", predicate: "database" }))
    .memory;

it("shows both sides with their evidence", async () => {
  const { id, incumbent, challenger } = await disagree();
  expect(await test.engine.getConflict(op1, id)).toMatchObject({
    state: "open",
    incumbent: { memory_id: incumbent, status: "active" },
    challenger: { memory_id: challenger, status: "candidate" },
    incumbent_evidence: [{ source_type: "user_statement" }],
    challenger_evidence: [{ source_type: "user_statement" }],
    may_decide: true,
  });
});

it("keeping the incumbent confirms it and withdraws the other", async () => {
  const { id, incumbent, challenger } = await disagree();
  const { conflict, decision } = await test.engine.settleConflict(op1, id, { keep: "incumbent", reason });
  expect(conflict).toMatchObject({ state: "closed", resolution: "incumbent", closed_by: { id: "usr_op1" } });
  expect(decision).toMatchObject({ operation: "CONFIRM" });
  expect([await statusOf(incumbent), await statusOf(challenger)]).toEqual(["active", "revoked"]);
  test.clock.advance(1_000);
  const pack = await test.engine.retrieve(agent, { query: "which database?" });
  expect(pack.conflicts).toEqual([]);
});

it("keeping the challenger lets it take the other's place", async () => {
  const { id, incumbent, challenger } = await disagree();
  const { decision } = await test.engine.settleConflict(op1, id, { keep: "challenger", reason });
  expect(decision).toMatchObject({
    operation: "SUPERSEDE",
    superseded: [incumbent],
    memory: { confirmation: "confirmed" },
  });
  expect([await statusOf(incumbent), await statusOf(challenger)]).toEqual(["superseded", "active"]);
  expect((await held())?.memory_id).toBe(challenger);
});

it("keeping neither leaves nothing", async () => {
  const { id, incumbent, challenger } = await disagree();
  await test.engine.settleConflict(op1, id, { keep: "neither", reason });
  expect([await statusOf(incumbent), await statusOf(challenger)]).toEqual(["revoked", "revoked"]);
  expect(await held()).toBeNull();
});

it("is settled once, by the person concerned or a reviewer", async () => {
  const own = await disagree({ scope: "user:lin", subject: "user:lin" });
  const lin = personCall(tenantId, "lin");
  const ada = personCall(tenantId, "ada");
  await expect(test.engine.settleConflict(ada, own.id, { keep: "challenger", reason })).rejects.toMatchObject(
    { code: "not_found" },
  );
  for (const call of [agent, personCall(tenantId, "vi", { roles: ["viewer"] })]) {
    await expect(
      test.engine.settleConflict(call, own.id, { keep: "challenger", reason }),
    ).rejects.toMatchObject({ code: "not_entitled" });
  }
  const all = await Promise.allSettled([
    test.engine.settleConflict(lin, own.id, { keep: "challenger", reason, expected_revision: 0 }),
    test.engine.settleConflict(op1, own.id, { keep: "incumbent", reason, expected_revision: 0 }),
  ]);
  expect(all.filter((one) => one.status === "fulfilled")).toHaveLength(1);
  await expect(test.engine.settleConflict(lin, own.id, { keep: "neither", reason })).rejects.toMatchObject({
    code: "stale_revision",
  });
  const foreign = personCall(await test.createTenant(), "op1", { roles: ["reviewer"] });
  await expect(test.engine.getConflict(foreign, own.id)).rejects.toMatchObject({ code: "not_found" });
});
