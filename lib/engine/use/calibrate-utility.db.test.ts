import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { classifyCandidate } from "@/lib/engine/extract/classify-candidate";
import { calibrateChances } from "@/lib/engine/policy/calibrate-chances";
import { decideUtility } from "@/lib/engine/policy/decide-utility";
import { DEFAULT_WRITE_POLICY } from "@/lib/engine/policy/write-policy";
import { agentCall, openTestEngine, type TestEngine } from "@/lib/testing/open-test-engine";

let test: TestEngine;
beforeAll(async () => {
  test = await openTestEngine({ start: "2026-10-01T08:00:00Z" });
});
afterAll(() => test.close());

const DAY = 86_400_000;
const DEFAULTS = { semantic: 0.5, episodic: 0.35, procedural: 0.5 };

describe("chances of use", () => {
  it("follow what was used, as far as the sample and the bounds allow", () => {
    const of = (sample: number, used: number) =>
      calibrateChances([{ kind: "semantic", scopeType: "user", sample, used }], DEFAULTS).semantic?.chance;
    expect(of(29, 29)).toBeUndefined();
    expect(of(80, 40)).toBe(0.5);
    expect(of(80, 60)).toBe(0.7);
    expect(of(10_000, 0)).toBe(0.4);
    expect(of(10_000, 10_000)).toBe(0.9);
  });
  it("never fall so low that an agent's doubtful conclusion is worth nothing any more", () => {
    const { sources, importance } = DEFAULT_WRITE_POLICY;
    const counts = [{ kind: "semantic" as const, scopeType: "user", sample: 10_000, used: 0 }];
    const guess = {
      scope: "user:lin",
      subject: "user:lin",
      predicate: "travel",
      value: "trains",
      statement: "Lin seems to prefer trains.",
      source: { type: "agent_inference" as const },
    };
    const proposal = classifyCandidate(guess, "agent_inference", "agent", "user:lin");
    const admission = {
      ...sources.agent_inference,
      confirmation: "inferred" as const,
      importance: importance.remark,
    };
    const worth = decideUtility(proposal, admission, DEFAULT_WRITE_POLICY, {
      version: 1,
      chances: calibrateChances(counts, DEFAULTS),
    });
    expect(worth.calibration).toBe(1);
    expect(worth.total).toBeGreaterThanOrEqual(worth.threshold);
  });
  it("are told apart by type of scope", () => {
    const chances = calibrateChances(
      [
        { kind: "semantic", scopeType: "user", sample: 100, used: 90 },
        { kind: "semantic", scopeType: "project", sample: 100, used: 10 },
        { kind: "episodic", scopeType: "project", sample: 5, used: 5 },
      ],
      DEFAULTS,
    );
    expect(Object.keys(chances)).toEqual(["semantic", "semantic/project", "semantic/user"]);
    expect(chances["semantic/user"]?.chance).toBeGreaterThan(chances["semantic/project"]?.chance ?? 1);
  });
});

describe("calibration from recorded use", () => {
  it("runs at most daily, needs reports and time, and stands in each decision after it", async () => {
    const { engine, clock } = test;
    const tenantId = await test.createTenant();
    const agent = agentCall(tenantId, ["project:*"]);
    const remember = (at: number) =>
      engine.remember(agent, {
        scope: "project:A",
        subject: `entity:part ${at}`,
        predicate: "colour",
        value: `shade ${at}`,
        statement: `The colour of part ${at} is shade ${at}.`,
        source: { type: "user_statement" },
        wait: "committed",
      });
    const first = await remember(0);
    expect(first.utility).toMatchObject({ p_use: 0.5, calibration: null });
    for (let at = 1; at < 40; at++) await remember(at);
    await engine.runDueWork(tenantId);
    clock.set(new Date(clock.now().getTime() + 8 * DAY));
    expect((await remember(100)).utility).toMatchObject({ calibration: null });
    for (let at = 0; at < 25; at++) {
      const answer = await engine.retrieve(agent, { query: `What is the colour of part ${at}?`, k: 3 });
      const packed = answer.snippets.slice(0, 1).map(({ memory_id }) => ({ memory_id }));
      await engine.recordUse(agent, answer.retrieval_id, { used: packed });
    }
    clock.set(new Date(clock.now().getTime() + DAY + 1));
    await engine.runDueWork(tenantId);
    await engine.runDueWork(tenantId);
    const after = await remember(101);
    expect(after.utility?.calibration).toBe(1);
    expect(after.utility?.p_use).not.toBe(0.5);
    expect(after.utility?.p_use).toBeGreaterThanOrEqual(0.4);
    expect(after.utility?.total).toBeCloseTo(
      (after.utility?.p_use ?? 0) * (after.utility?.benefit ?? 0) -
        (after.utility?.storage ?? 0) -
        (after.utility?.error ?? 0) -
        (after.utility?.privacy ?? 0),
      3,
    );
  });
});
