import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { EventInput } from "@/lib/contracts/events";
import { queryRows } from "@/lib/store/rows";
import { agentCall, openTestEngine, type TestEngine } from "@/lib/testing/open-test-engine";

let test: TestEngine;
beforeAll(async () => {
  test = await openTestEngine();
});
afterAll(() => test.close());

const ROUNDS = 5;
const ATTEMPTS = 8;

it("of attempts at one event at once one makes each candidate, and all are told the same", async () => {
  const tenantId = await test.createTenant();
  const agent = agentCall(tenantId, ["user:*"]);
  for (let round = 0; round < ROUNDS; round++) {
    const event: EventInput = {
      type: "message",
      actor: "user",
      scope: `user:ada${round}`,
      subject: `user:ada${round}`,
      source: { type: "user_statement" },
      content: `I live in Town${round}. My name is Ada${round}.`,
      idempotency_key: `message ${round}`,
    };
    // Recorded, and nothing made of it yet: what a server leaves that died in between.
    const left = await test.engine.recordEvents(agent, { events: [event], extract: "none" });
    expect(left.results[0]?.decisions).toEqual([]);
    test.clock.advance(60_000);
    const told = await Promise.all(
      Array.from({ length: ATTEMPTS }, () =>
        test.engine.recordEvents(agent, { events: [event], wait: "committed" }),
      ),
    );
    const [first, ...others] = told.map(({ results }) => {
      const [result] = results;
      expect(result?.event_id).toBe(left.results[0]?.event_id);
      return (result?.decisions ?? []).map((one) => [one.candidate_id, one.memory?.memory_id]).sort();
    });
    expect(first?.length).toBeGreaterThanOrEqual(2);
    for (const other of others) expect(other).toEqual(first);
    const rows = await test.database.withTenant(tenantId, (tx) =>
      queryRows<{ candidate_id: string; candidate_key: string; sources: number }>(
        tx,
        sql`select c.candidate_id, c.candidate_key, (select count(*)::int from memory_sources s
            where s.tenant_id = ${tenantId} and s.memory_id = c.memory_id) as sources
          from candidates c where c.tenant_id = ${tenantId} and c.event_id = ${left.results[0]?.event_id ?? ""}`,
      ),
    );
    expect(rows.map((row) => row.candidate_id).sort()).toEqual(first?.map(([id]) => id).sort());
    expect(new Set(rows.map((row) => row.candidate_key)).size).toBe(rows.length);
    expect(rows.map((row) => row.sources)).toEqual(rows.map(() => 1));
  }
}, 120_000);
