import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ServiceContext } from "@/lib/services/context";
import { comparePacks, tryPolicy } from "@/lib/services/policy/try-policy";
import { queryRows } from "@/lib/store/rows";
import { agentCall, openTestEngine, personCall, type TestEngine } from "@/lib/testing/open-test-engine";

let opened: TestEngine;
let tenantId: string;
let ctx: ServiceContext;
beforeAll(async () => {
  opened = await openTestEngine();
  tenantId = await opened.createTenant();
  const agent = agentCall(tenantId, ["project:A"]);
  for (const [predicate, type] of [
    ["harbour", "user_statement"],
    ["harbour_hours", "agent_inference"],
  ] as const) {
    await opened.engine.remember(agent, {
      scope: "project:A",
      subject: "project:A",
      predicate,
      value: predicate,
      statement: `The ${predicate} of the project is open.`,
      source: { type },
      wait: "indexed",
    });
  }
  await opened.engine.retrieve(agent, { query: "when is the harbour open?", risk_level: "low" });
  await opened.engine.retrieve(agent, { query: "what about the crane?" });
  const { engine, database, clock } = opened;
  ctx = {
    ...personCall(tenantId, "op1", { roles: ["admin"] }),
    engine,
    database,
    clock,
    keys: { digestApiKey: (key) => key, digestEmail: (email) => email },
  };
});
afterAll(() => opened?.close());

const countRows = async () =>
  opened.database.withTenant(tenantId, (tx) =>
    queryRows<{ rows: number }>(
      tx,
      sql`select (select count(*)::int from retrievals where tenant_id = ${tenantId})
        + (select count(*)::int from policies where tenant_id = ${tenantId}) as rows`,
    ),
  );

test("tells which retrievals would hand out something else, and stores nothing", async () => {
  const before = await countRows();
  const same = await tryPolicy({ ctx, input: { body: {}, limit: 20 } });
  expect(same).toEqual({ tried: 2, skipped: 0, changed: [] });
  const strict = { retrieval: { trustFloor: { low: 0.45, medium: 0.5, high: 0.8 } } };
  const trial = await tryPolicy({ ctx, input: { body: strict, limit: 20 } });
  expect(trial.tried).toBe(2);
  expect(trial.changed).toHaveLength(1);
  expect(trial.changed[0]?.entered).toEqual([]);
  expect(trial.changed[0]?.left).toHaveLength(1);
  expect(trial.changed[0]?.tokens.after).toBeLessThan(trial.changed[0]?.tokens.before ?? 0);
  expect(await countRows()).toEqual(before);
});

test("a draft that could not be published is refused, and an erased question is counted as skipped", async () => {
  const broken = { retrieval: { trustFloor: { low: 2, medium: 0.5, high: 0.8 } } };
  await expect(tryPolicy({ ctx, input: { body: broken, limit: 20 } })).rejects.toMatchObject({
    code: "meaningless",
  });
  await opened.database.withTenant(tenantId, (tx) =>
    tx.execute(sql`update retrieval_texts set query = null, received = null where tenant_id = ${tenantId}`),
  );
  expect(await tryPolicy({ ctx, input: { body: {}, limit: 20 } })).toEqual({
    tried: 0,
    skipped: 2,
    changed: [],
  });
});

test.each([
  [
    { entered: [], left: [] },
    { entered: ["a"], left: ["b"] },
    { entered: ["a"], left: ["b"] },
  ],
  [
    { entered: ["a"], left: ["b"] },
    { entered: ["a"], left: ["b"] },
    { entered: [], left: [] },
  ],
  [
    { entered: ["a"], left: ["b"] },
    { entered: [], left: [] },
    { entered: ["b"], left: ["a"] },
  ],
])("what differs between %o and %o", (held, draft, difference) => {
  expect(comparePacks(held, draft)).toEqual(difference);
});
