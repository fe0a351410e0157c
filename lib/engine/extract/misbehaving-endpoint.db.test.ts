import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { queryRows } from "@/lib/store/rows";
import type { Behaviour } from "@/lib/testing/model-endpoint";
import { TEXT, readingWorldOfFile } from "@/lib/testing/reading-world";

const world = readingWorldOfFile();

describe("an endpoint that misbehaves", () => {
  const CASES: [name: string, behaviour: Behaviour, code: string][] = [
    ["does not answer", { kind: "silence" }, "timeout"],
    ["is over its rate", { kind: "status", status: 429, headers: { "retry-after": "120" } }, "rate_limited"],
    ["breaks", { kind: "status", status: 500, body: TEXT }, "server_error"],
    ["refuses the key", { kind: "status", status: 401, body: TEXT }, "refused"],
    [
      "sends elsewhere",
      { kind: "status", status: 302, headers: { location: "http://127.0.0.1:9/v1" } },
      "redirected",
    ],
    ["sends no JSON", { kind: "raw", body: `<html>${TEXT}` }, "bad_json"],
    ["sends an envelope of another shape", { kind: "raw", body: '{"nothing":"here"}' }, "bad_shape"],
    ["says no JSON", { kind: "say", content: `Sure! ${TEXT}` }, "bad_json"],
    ["says another shape", { kind: "say", content: '{"facts":["I live in Lisbon."]}' }, "bad_shape"],
    [
      "stops in the middle of its answer",
      { kind: "say", content: '{"candidates":[{"quote":"I mo', finish: "length" },
      "cut_off",
    ],
    ["hangs up in the middle", { kind: "half" }, "cut_off"],
    ["never ends", { kind: "huge", bytes: 400_000 }, "too_large"],
  ];

  test.each(CASES)("%s: tried again later, nothing stored, nothing told", async (_name, behaviour, code) => {
    const engine = world.engineWith("reader", { timeoutMs: behaviour.kind === "silence" ? 150 : 2_000 });
    world.endpoint.behave(behaviour);
    const recorded = await world.record(engine, { content: "Nobody knows what Priya keeps in the attic." });
    const before = world.opened.clock.now().getTime();
    await engine.runDueExtractions(world.tenantId);
    const state = await world.stateOf(engine, recorded.event_id);
    expect(state).toMatchObject({ state: "failed", last_error: code, attempts: 1, calls: 1 });
    const pause = Date.parse(state.due_at ?? "") - before;
    if (code === "rate_limited") expect(pause).toBe(120_000);
    else expect(pause).toBeGreaterThanOrEqual(2_500);
    expect(pause).toBeLessThanOrEqual(code === "rate_limited" ? 120_000 : 7_500);
    expect(await world.memoriesOf()).toEqual([]);
    expect(world.endpoint.requests).toHaveLength(1);

    // Not due yet, or the endpoint is left alone: nothing is sent.
    await engine.runDueExtractions(world.tenantId);
    expect(world.endpoint.requests).toHaveLength(1);

    world.endpoint.behave({ kind: "answer", candidates: [] });
    world.opened.clock.advance(121_000);
    await engine.runDueExtractions(world.tenantId);
    expect(await world.stateOf(engine, recorded.event_id)).toMatchObject({
      state: "done",
      attempts: 2,
      calls: 2,
    });
    expect(world.warned.join()).not.toMatch(/attic|Priya|Lisbon/);
    const codes = await world.opened.database.withTenant(world.tenantId, (tx) =>
      queryRows(
        tx,
        sql`select last_error, reason, drops from extractions where tenant_id = ${world.tenantId}`,
      ),
    );
    expect(JSON.stringify(codes)).not.toMatch(/attic|Priya|Lisbon/);
  });

  test("is left alone after three failures, and uses no attempts up while it is", async () => {
    const engine = world.engineWith();
    world.endpoint.behave({ kind: "status", status: 500 });
    const events = [];
    for (let i = 0; i < 5; i++) events.push(await world.record(engine, { content: `Text number ${i}.` }));
    await engine.runDueExtractions(world.tenantId);
    expect(world.endpoint.requests).toHaveLength(3);
    const last = await world.stateOf(engine, events[4]?.event_id ?? "");
    expect(last).toMatchObject({ state: "queued", attempts: 0, calls: 0 });
  });

  test("is given up after so many attempts, and queued again when an operator says so", async () => {
    const engine = world.engineWith();
    world.endpoint.behave({ kind: "say", content: "no" });
    const recorded = await world.record(engine);
    for (let i = 0; i < 8; i++) {
      await engine.runDueExtractions(world.tenantId);
      world.opened.clock.advance(2 * 3_600_000);
    }
    expect(world.endpoint.requests).toHaveLength(6);
    expect(await world.stateOf(engine, recorded.event_id)).toMatchObject({
      state: "dead",
      reason: "attempts_used_up",
      last_error: "bad_json",
      due_at: null,
    });
    const again = await engine.requestExtraction(world.call(), { since: null, retryDead: true });
    expect(again).toMatchObject({ queued: 0, requeued: 1 });
    world.endpoint.behave({ kind: "answer", candidates: [] });
    await engine.runDueExtractions(world.tenantId);
    expect((await world.stateOf(engine, recorded.event_id)).state).toBe("done");
  });
});
