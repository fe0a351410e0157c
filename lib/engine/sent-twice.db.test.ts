import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { agentCall, openTestEngine, type TestEngine } from "@/lib/testing/open-test-engine";

let world: TestEngine;
beforeAll(async () => {
  world = await openTestEngine();
});
afterAll(() => world?.close());

const newAgent = async () => agentCall(await world.createTenant(), ["project:a"]);
const input = {
  scope: "project:a",
  subject: "project:a",
  predicate: "database",
  value: "PostgreSQL",
  source: { type: "user_statement" as const, quote: "We use PostgreSQL." },
  assertion: "explicit" as const,
};

/** As after an answer that was lost: the claim on the key is gone, what was done stands. */
describe("a request that is sent again under its own name", () => {
  test("remembers once and has its first answer, also when something else has happened since", async () => {
    const call = await newAgent();
    const first = await world.engine.remember({ ...call, once: "one" }, input);
    await world.engine.remember(call, { ...input, value: "MySQL" });
    const again = await world.engine.remember({ ...call, once: "one" }, input);
    expect(again.memory?.memory_id).toBe(first.memory?.memory_id);
    expect(again.event_id).toBe(first.event_id);
    expect(again.operation).toBe("ADD");
    const history = await world.engine.getHistory(call, first.memory?.memory_id ?? "");
    expect(history.items).toHaveLength(2);
    expect(history.items.map((item) => item.sources.length)).toEqual([1, 1]);
    const other = await world.engine.remember({ ...call, once: "two" }, input);
    expect(other.event_id).not.toBe(first.event_id);
  });

  test("records each event of a call once", async () => {
    const call = { ...(await newAgent()), once: "batch" };
    const events = ["Monday", "Tuesday"].map((content) => ({
      type: "message" as const,
      actor: "user" as const,
      scope: "project:a",
      source: { type: "user_statement" as const },
      content,
      remember_as: "episode" as const,
    }));
    const first = await world.engine.recordEvents(call, { events });
    const again = await world.engine.recordEvents(call, { events });
    expect(again.results.map((one) => one.event_id)).toEqual(first.results.map((one) => one.event_id));
    expect(again.results.every((one) => one.duplicate && one.decisions.length === 1)).toBe(true);
    const list = await world.engine.listMemories(call, { scope: "project:a", limit: 10 });
    expect(list.items).toHaveLength(2);
  });

  test.each(["retract", "correct", "revoke"] as const)("does not %s twice", async (verb) => {
    const call = await newAgent();
    const { memory } = await world.engine.remember(call, input);
    const id = memory?.memory_id ?? "";
    const named = { ...call, once: verb };
    const words = {
      source: { type: "user_statement" as const, quote: "That was wrong." },
      ...(verb === "correct" ? { value: "SQLite" } : {}),
    };
    const first = await world.engine.amend(named, verb, id, words);
    expect(first.outcome).toBe("committed");
    const again = await world.engine.amend(named, verb, id, words);
    expect(again).toMatchObject({
      event_id: first.event_id,
      outcome: first.outcome,
      operation: first.operation,
      reason_code: first.reason_code,
    });
    expect(again.memory?.memory_id).toBe(first.memory?.memory_id);
    const history = await world.engine.getHistory(call, id);
    expect(history.items).toHaveLength(verb === "correct" ? 2 : 1);
    expect(history.items.at(-1)?.state_revision).toBe(1);
  });
});
