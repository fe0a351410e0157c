import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { RememberInput } from "@/lib/contracts/memories";
import type { CallContext } from "@/lib/engine/model/context";
import { agentCall, openTestEngine, type TestEngine } from "@/lib/testing/open-test-engine";

const HOUR = 3_600_000;
let test: TestEngine;
let tenantId: string;
let agent: CallContext;

beforeAll(async () => {
  test = await openTestEngine();
});
afterAll(() => test.close());
beforeEach(async () => {
  test.clock.set(new Date("2026-10-01T08:00:00Z"));
  tenantId = await test.createTenant();
  agent = agentCall(tenantId, ["run:*", "project:A"]);
});

const said = (scope: string, predicate: string, value: string, over: Partial<RememberInput> = {}) =>
  test.engine.remember(agent, {
    scope,
    subject: scope,
    predicate,
    value,
    statement: `${predicate} is ${value}`,
    source: { type: "user_statement" },
    ...over,
  });
const recall = async (scopes: string[]) =>
  (await test.engine.retrieve(agent, { query: "overview length words", scopes })).snippets;

describe("a run and its memories", () => {
  it("ends together with what was remembered in it, and touches nothing else", async () => {
    const kept = await said("project:A", "overview_length", "1500 words");
    const own = await said("run:r1", "overview_length", "300 words");
    const ahead = await said("run:r1", "tone", "formal", { valid_from: "2026-10-05T00:00:00Z" });
    expect((await recall(["run:r1"])).map((one) => one.memory_id)).toContain(own.memory?.memory_id);
    test.clock.advance(HOUR);
    const end = test.clock.now().toISOString();
    expect(await test.engine.endRun(agent, "r1")).toEqual({ scope: "run:r1", ended_at: end, ended_now: 2 });
    expect(await recall(["run:r1"])).toEqual([]);
    const past = await test.engine.getMemory(agent, own.memory?.memory_id ?? "");
    expect(past).toMatchObject({ status: "expired", valid_to: end });
    expect((await test.engine.getMemory(agent, ahead.memory?.memory_id ?? "")).status).toBe("expired");
    const then = await test.engine.resolveFact(agent, {
      scope: "run:r1",
      subject: "run:r1",
      predicate: "overview_length",
      valid_at: "2026-10-01T08:30:00Z",
    });
    expect(then.memory?.value).toBe("300 words");
    test.clock.advance(10 * 24 * HOUR);
    expect(await recall(["run:r1"])).toEqual([]);
    expect((await recall(["project:A"])).map((one) => one.memory_id)).toEqual([kept.memory?.memory_id]);
    const history = await test.engine.getHistory(agent, own.memory?.memory_id ?? "");
    expect(history.transitions.at(-1) ?? history.transitions[0]).toBeDefined();
    expect(history.transitions.map((one) => one.reason_code)).toContain("run_ended");
  });

  it("ends once: again changes nothing, and nothing is remembered in it afterwards", async () => {
    await said("run:r2", "tone", "formal");
    const first = await test.engine.endRun(agent, "r2");
    test.clock.advance(HOUR);
    expect(await test.engine.endRun(agent, "r2")).toEqual({ ...first, ended_now: 0 });
    const late = await said("run:r2", "tone", "casual");
    expect(late).toMatchObject({ outcome: "rejected", reason_code: "run_ended", memory: null });
  });

  it("a run nobody knows, and one that is not the caller's, do not exist", async () => {
    await said("run:r3", "tone", "formal");
    await expect(test.engine.endRun(agent, "never")).rejects.toMatchObject({ code: "not_found" });
    const foreign = agentCall(tenantId, ["project:A"]);
    await expect(test.engine.endRun(foreign, "r3")).rejects.toMatchObject({ code: "not_found" });
    const stranger = agentCall(await test.createTenant(), ["run:*"]);
    await expect(test.engine.endRun(stranger, "r3")).rejects.toMatchObject({ code: "not_found" });
    const reader = agentCall(tenantId, ["run:*"], { writeMode: "propose" });
    await expect(test.engine.endRun(reader, "r3")).rejects.toMatchObject({ code: "write_mode_forbids" });
  });

  it("falls silent for a day and ends by itself, as of the end of the silence", async () => {
    const own = await said("run:r4", "tone", "formal");
    test.clock.advance(23 * HOUR);
    await test.engine.runDueWork(tenantId);
    expect((await test.engine.getMemory(agent, own.memory?.memory_id ?? "")).status).toBe("active");
    // Something said in it keeps it going, whether or not a memory came of it.
    await test.engine.recordEvents(agent, {
      events: [
        {
          type: "message",
          actor: "user",
          scope: "run:r4",
          source: { type: "user_statement" },
          content: "go on",
        },
      ],
      extract: "none",
    });
    const heard = test.clock.now().getTime();
    test.clock.advance(20 * HOUR);
    await test.engine.runDueWork(tenantId);
    expect((await test.engine.getMemory(agent, own.memory?.memory_id ?? "")).status).toBe("active");
    test.clock.advance(9 * HOUR);
    await test.engine.runDueWork(tenantId);
    expect(await test.engine.getMemory(agent, own.memory?.memory_id ?? "")).toMatchObject({
      status: "expired",
      valid_to: new Date(heard + 24 * HOUR).toISOString(),
    });
    expect((await test.engine.endRun(agent, "r4")).ended_at).toBe(new Date(heard + 24 * HOUR).toISOString());
  });
});
