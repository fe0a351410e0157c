import { afterAll, beforeAll, expect, it } from "vitest";
import { agentCall, openTestEngine, type TestEngine } from "@/lib/testing/open-test-engine";

let test: TestEngine;
beforeAll(async () => {
  test = await openTestEngine();
});
afterAll(() => test.close());

it("50 writers at once on one fact: one holder, versions without a gap, every moment answered by one version", async () => {
  const tenantId = await test.createTenant();
  const agent = agentCall(tenantId, ["project:A"]);
  const writes = Array.from({ length: 50 }, (_, index) =>
    test.engine.remember(agent, {
      scope: "project:A",
      subject: "project:A",
      predicate: "database",
      value: `value ${index}`,
      source: { type: "user_statement" },
      wait: "committed",
    }),
  );
  const decisions = await Promise.all(writes);
  expect(decisions.every((decision) => decision.outcome === "committed")).toBe(true);
  const newest = decisions.reduce((best, decision) =>
    (decision.memory?.revision ?? 0) > (best.memory?.revision ?? 0) ? decision : best,
  );
  const history = await test.engine.getHistory(agent, newest.memory?.memory_id ?? "");
  expect(history.items.map((item) => item.revision)).toEqual(
    Array.from({ length: 50 }, (_, index) => 50 - index),
  );
  expect(history.items.filter((item) => item.status === "active")).toHaveLength(1);
  const open = history.periods.filter((period) => period.retired_at === null && period.valid_to === null);
  expect(open).toHaveLength(1);
  expect(open[0]?.memory_id).toBe(newest.memory?.memory_id);
  for (const item of history.items) {
    const then = await test.engine.resolveFact(agent, {
      scope: "project:A",
      subject: "project:A",
      predicate: "database",
      valid_at: item.recorded_at,
      known_at: item.recorded_at,
    });
    expect(then.memory?.memory_id).toBe(item.memory_id);
  }
});
