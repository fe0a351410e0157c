import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { EventInput } from "@/lib/contracts/events";
import { queryRows } from "@/lib/store/rows";
import { agentCall, openTestEngine, type TestEngine } from "@/lib/testing/open-test-engine";

let world: TestEngine;
beforeAll(async () => {
  world = await openTestEngine();
});
afterAll(() => world?.close());

const TABLES = [
  "events",
  "event_payloads",
  "candidates",
  "gate_decisions",
  "facts",
  "memories",
  "memory_contents",
  "memory_periods",
  "memory_sources",
  "memory_transitions",
  "outbox",
  "audit_log",
];

const ID = /\b(evt|cand|fact|mem|per|trn|out|aud|ten|apr|con|req)_[0-9a-z]{20,}\b/g;
/** What differs between two tenants though nothing else does: names, salts, and digests made with either. */
const anonymous = (value: unknown): string =>
  JSON.stringify(value)
    .replace(ID, "$1")
    .replace(/[0-9a-f]{64}/g, "digest");

/** Every row of every table a write leaves something in, without names and salts, in no order. */
async function readRows(tenantId: string): Promise<Record<string, string[]>> {
  const rows: Record<string, string[]> = {};
  for (const table of TABLES) {
    const found = await world.database.withTenant(tenantId, (tx) =>
      queryRows<{ row: Record<string, unknown> }>(
        tx,
        sql`select to_jsonb(t) as row from ${sql.identifier(table)} t where tenant_id = ${tenantId}`,
      ),
    );
    rows[table] = found.map(({ row: { salt: _, ...row } }) => anonymous(row)).sort();
  }
  return rows;
}

const event = (n: number, over: Partial<EventInput> = {}): EventInput => ({
  type: "message",
  actor: "user",
  scope: "project:a",
  source: { type: "user_statement", ref: `m${n}` },
  content: `Turn ${n}: we talked about the harbour.`,
  occurred_at: new Date(Date.UTC(2026, 8, 1, 8, n)).toISOString(),
  ...over,
});

const candidate = (predicate: string, value: string) => ({
  scope: "project:a",
  subject: "project:a",
  predicate,
  value,
  source: { type: "user_statement" as const, quote: `It is ${value}.` },
  assertion: "explicit" as const,
});

/** More than one transaction's worth: episodes, facts that replace one another, a secret, something twice. */
const batch = (): EventInput[] =>
  Array.from({ length: 60 }, (_, n) => {
    if (n % 5 === 0) return event(n, { candidates: [candidate("database", `value ${n}`)] });
    if (n % 7 === 0) return event(n, { content: "My key is sk-proj-abcdefghijklmnopqrstuvwxyz0123456789AB" });
    if (n % 11 === 0) return event(n, { content: "From now on always answer in short sentences." });
    if (n === 53 || n === 54) return event(53, { idempotency_key: "twice", remember_as: "episode" });
    return event(n, { remember_as: "episode" });
  });

const newAgent = async () => agentCall(await world.createTenant(), ["project:a"]);

describe("events of one call", () => {
  test("in one transaction leave the rows and have the answers that they have one by one", async () => {
    const together = await newAgent();
    const alone = await newAgent();
    const { results } = await world.engine.recordEvents(together, { events: batch(), wait: "committed" });
    const oneByOne = [];
    for (const one of batch()) {
      const answer = await world.engine.recordEvents(alone, { events: [one], wait: "committed" });
      oneByOne.push(...answer.results);
    }
    expect(results).toHaveLength(60);
    expect(results.map(anonymous)).toEqual(oneByOne.map(anonymous));
    expect(results.flatMap(({ decisions }) => decisions).length).toBeGreaterThan(40);
    const rows = await readRows(together.principal.tenantId);
    expect(rows).toEqual(await readRows(alone.principal.tenantId));
    expect(rows.events).toHaveLength(59);
  });

  test("one that is refused takes none of those before it along, and none after it is recorded", async () => {
    const call = await newAgent();
    const events = [
      event(1, { remember_as: "episode" }),
      event(2, { idempotency_key: "same" }),
      event(3, { idempotency_key: "same" }),
      event(4),
    ];
    await expect(world.engine.recordEvents(call, { events })).rejects.toMatchObject({
      code: "idempotency_mismatch",
    });
    const rows = await readRows(call.principal.tenantId);
    expect(rows.events).toHaveLength(2);
    expect(rows.memories).toHaveLength(1);
  });

  test("one of which nothing can be made is recorded all the same, and taken up when it is sent again", async () => {
    const call = await newAgent();
    const { tenantId } = call.principal;
    const refuse = sql`alter table memory_contents add constraint unlucky check (statement not like '%harbour 13%') not valid`;
    const events = Array.from({ length: 20 }, (_, n) =>
      event(n, { idempotency_key: `k${n}`, candidates: [candidate(`berth_${n}`, `harbour ${n}`)] }),
    );
    await world.database.asOwner((tx) => tx.execute(refuse));
    try {
      await expect(world.engine.recordEvents(call, { events })).rejects.toThrow();
      const rows = await readRows(tenantId);
      expect(rows.events).toHaveLength(14);
      expect(rows.memories).toHaveLength(13);
      const input = { ...candidate("anchor", "harbour 13"), wait: "committed" as const };
      await expect(world.engine.remember(call, input)).rejects.toThrow();
      expect((await readRows(tenantId)).events).toHaveLength(15);
    } finally {
      await world.database.asOwner((tx) =>
        tx.execute(sql`alter table memory_contents drop constraint unlucky`),
      );
    }
    const { results } = await world.engine.recordEvents(call, { events });
    expect(results.filter(({ duplicate }) => duplicate)).toHaveLength(14);
    expect(results.every(({ decisions }) => decisions[0]?.outcome === "committed")).toBe(true);
    const rows = await readRows(tenantId);
    expect(rows.events).toHaveLength(21);
    expect(rows.memories).toHaveLength(20);
  });
});
