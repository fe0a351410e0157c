import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { RememberInput } from "@/lib/contracts/memories";
import type { CallContext } from "@/lib/engine/model/context";
import { agentCall, openTestEngine, personCall, type TestEngine } from "@/lib/testing/open-test-engine";

let opened: TestEngine;
let tenantId: string;
let agent: CallContext;
let op: CallContext;
beforeAll(async () => {
  opened = await openTestEngine();
});
afterAll(() => opened?.close());
beforeEach(async () => {
  tenantId = await opened.createTenant();
  agent = agentCall(tenantId, ["project:*"]);
  op = personCall(tenantId, "op", { roles: ["reviewer"] });
});

async function tell(predicate: string, value: string, over: Partial<RememberInput> = {}): Promise<string> {
  opened.clock.advance(1_000);
  const decision = await opened.engine.remember(agent, {
    scope: "project:A",
    subject: "project:A",
    predicate,
    value,
    statement: `The ${predicate} is ${value}.`,
    source: { type: "internal_tool" },
    ...over,
  });
  if (!decision.memory) throw new Error(decision.reason_code);
  return decision.memory.memory_id;
}
const statuses = (...ids: string[]) =>
  Promise.all(ids.map(async (id) => (await opened.engine.getMemory(op, id)).status));
const recall = async () =>
  (await opened.engine.retrieve(agent, { query: "database port host region", k: 50 })).snippets.map(
    (one) => one.memory_id,
  );

test.each(["revoke", "retract"] as const)(
  "%s takes along what was made from it, at any depth, and nothing else; each is restored by itself",
  async (verb) => {
    const before = await tell("port", "5431");
    const source = await tell("database", "PostgreSQL");
    const derived = await tell("port", "5432", { derived_from: [source] });
    const further = await tell("host", "db.5432", { derived_from: [derived] });
    const confirmed = await tell("region", "north", { derived_from: [source] });
    await opened.engine.amend(op, "confirm", confirmed, {});
    const apart = await tell("region_2", "south");
    await opened.engine.runDueWork(tenantId);
    expect(await statuses(before, source, derived, further, apart)).toEqual([
      "superseded",
      "active",
      "active",
      "active",
      "active",
    ]);
    await opened.engine.amend(op, verb, source, { reason: "it never was" });
    expect(await statuses(before, source, derived, further, apart)).toEqual([
      "active",
      "revoked",
      "revoked",
      "revoked",
      "active",
    ]);
    await opened.engine.runDueWork(tenantId);
    expect((await recall()).sort()).toEqual([before, apart, confirmed].sort());
    const history = await opened.engine.getHistory(op, further);
    expect(history.transitions.map((one) => one.reason_code)).toContain("source_withdrawn");

    await opened.engine.amend(op, "restore", further, {});
    expect(await statuses(source, derived, further)).toEqual(["revoked", "revoked", "active"]);
  },
);
