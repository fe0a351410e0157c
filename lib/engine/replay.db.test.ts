import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { replay } from "@/lib/contracts/replays";
import type { CallContext } from "@/lib/engine/model/context";
import { policies } from "@/lib/store/schema/tenancy";
import { queryRows } from "@/lib/store/rows";
import { createHashEmbedder } from "@/lib/testing/hash-embedder";
import { agentCall, openTestEngine, personCall, type TestEngine } from "@/lib/testing/open-test-engine";

let test: TestEngine;
let tenantId: string;
let agent: CallContext;
let operator: CallContext;

beforeAll(async () => {
  test = await openTestEngine({ embedder: createHashEmbedder() });
});
afterAll(() => test.close());
beforeEach(async () => {
  test.clock.set(new Date("2026-10-01T08:00:00Z"));
  tenantId = await test.createTenant();
  agent = agentCall(tenantId, ["user:*", "project:A"]);
  operator = personCall(tenantId, "op", { roles: ["viewer"], scopes: [], self: null });
});

async function remember(predicate: string, value: string, type = "user_statement" as const): Promise<string> {
  test.clock.advance(60_000);
  const made = await test.engine.remember(agent, {
    scope: "project:A",
    subject: "project:A",
    predicate,
    value,
    statement: `The ${predicate} of the banner is ${value}`,
    source: { type },
  });
  return made.memory?.memory_id ?? "";
}
const ask = async (over = {}) => {
  test.clock.advance(60_000);
  return test.engine.retrieve(agent, { query: "what colour is the banner?", ...over });
};
const again = async (id: string, input = {}, by = agent) =>
  replay.parse(await test.engine.replay(by, id, input));
const publish = (version: number, retrieval: object) =>
  test.database.withTenant(tenantId, (tx) =>
    tx.insert(policies).values({
      tenantId,
      version,
      body: { retrieval },
      reason: "a test",
      createdBy: "test",
      createdAt: test.clock.now(),
    }),
  );

describe("a replay", () => {
  it("of a question that nothing has changed for differs in nothing, whatever time has passed", async () => {
    await remember("colour", "teal");
    await remember("shape", "round");
    for (const over of [
      {},
      { intent: "recall_episode" as const },
      { risk_level: "high" as const },
      { k: 1 },
    ]) {
      const { retrieval_id } = await ask(over);
      test.clock.advance(40 * 86_400_000);
      expect(await again(retrieval_id)).toMatchObject({ same: true, candidates: [], stages: [], notes: [] });
      expect((await again(retrieval_id, {}, operator)).same).toBe(true);
    }
  });

  it("tells what was known then from what is known now", async () => {
    const teal = await remember("colour", "teal");
    const { retrieval_id } = await ask();
    const red = await remember("colour", "red");
    expect((await again(retrieval_id)).same).toBe(true);
    const now = await again(retrieval_id, { at: "now" });
    expect(now.pack).toMatchObject({ entered: [red], left: [teal] });
    expect(now.filter).toContainEqual({ memory_id: teal, recorded: "passed", replayed: "status" });
    expect(now.candidates.find((one) => one.memory_id === red)?.recorded).toBeNull();
  });

  it("leaves a memory out, and says who takes its place", async () => {
    const teal = await remember("colour", "teal");
    const round = await remember("shape", "round");
    const { retrieval_id, snippets } = await ask({ k: 1 });
    expect(snippets.map((one) => one.memory_id)).toEqual([teal]);
    const without = await again(retrieval_id, { without: [teal] });
    expect(without).toMatchObject({ same: false, without: [teal] });
    expect(without.pack).toMatchObject({ entered: [round], left: [teal], moved: [] });
    expect(without.stages.find((one) => one.stage === "hard_filter")).toMatchObject({
      recorded: { in: 2 },
      replayed: { in: 1 },
    });
  });

  it("under another policy shows by how much each part moved a score", async () => {
    await remember("colour", "teal");
    const inferred = await test.engine.remember(agent, {
      scope: "project:A",
      subject: "project:A",
      predicate: "mood of the banner",
      value: "calm",
      statement: "The banner seems calm",
      source: { type: "agent_inference" },
    });
    const guess = inferred.memory?.memory_id ?? "";
    const { retrieval_id, policy_version } = await ask();
    expect(policy_version).toBe(0);
    await publish(1, {
      intents: { recover_decision: { weights: { R: 0.7, I: 0.1, T: 0.1, P: 0.1 } } },
      trustFloor: { low: 0.45 },
    });
    const present = await again(retrieval_id);
    expect(present.policy).toMatchObject({ recorded: 0, replayed: 1 });
    expect(present.policy.changes.map((one) => one.path)).toContain("retrieval.trustFloor.low");
    expect(present.filter).toEqual([{ memory_id: guess, recorded: "passed", replayed: "trust_floor" }]);
    for (const { gained, recorded, replayed } of present.candidates) {
      if (gained === null) continue;
      const { R, I, T, P } = gained;
      expect(R + I + T + P).toBeCloseTo(gained.score, 12);
      expect(gained.score).toBeCloseTo((replayed?.score ?? 0) - (recorded?.score ?? 0), 12);
      expect(gained.R).toBeGreaterThan(0);
    }
    const recorded = await again(retrieval_id, { policy: { version: 0 } });
    expect(recorded.same).toBe(true);
    const proposed = await again(
      retrieval_id,
      { policy: { body: { retrieval: { channels: { full_text: false, vector: false } } } } },
      operator,
    );
    expect(proposed.policy.replayed).toBeNull();
    expect(proposed.channels.find((one) => one.channel === "full_text")?.replayed.state).toBe("skipped");
  });

  it("lets an agent try no policy but its own, and nobody one that could not be published", async () => {
    await remember("colour", "teal");
    const { retrieval_id } = await ask();
    await publish(1, {});
    await publish(2, {});
    for (const policy of [{ version: 1 }, { body: { retrieval: { defaultK: 3 } } }]) {
      await expect(again(retrieval_id, { policy })).rejects.toMatchObject({ code: "role_required" });
    }
    await expect(again(retrieval_id, { policy: { version: 9 } }, operator)).rejects.toMatchObject({
      code: "not_found",
    });
    const wrong = { body: { retrieval: { trustFloor: { low: 0.9 } } } };
    await expect(again(retrieval_id, { policy: wrong }, operator)).rejects.toMatchObject({
      code: "meaningless",
    });
  });

  it("writes nothing, counts no use, and holds no memory's words", async () => {
    const teal = await remember("colour", "teal");
    const { retrieval_id } = await ask();
    const count = () =>
      test.database.withTenant(tenantId, (tx) =>
        queryRows(
          tx,
          sql`select (select count(*)::int from retrievals where tenant_id = ${tenantId}) as retrievals,
            (select count(*)::int from audit_log where tenant_id = ${tenantId}) as audit,
            (select sum(use_count)::int from memories where tenant_id = ${tenantId}) as uses`,
        ),
      );
    const before = await count();
    const told = JSON.stringify(await again(retrieval_id, { without: [teal], at: "now" }));
    expect(await count()).toEqual(before);
    for (const word of ["teal", "banner", "colour"]) expect(told).not.toContain(word);
  });

  it("says so when the words of the question were erased, and guesses nothing", async () => {
    await remember("colour", "teal");
    const { retrieval_id } = await ask();
    await test.database.withTenant(tenantId, (tx) =>
      queryRows(
        tx,
        sql`update retrieval_texts set query = null, received = null where tenant_id = ${tenantId}`,
      ),
    );
    await expect(again(retrieval_id)).rejects.toMatchObject({ code: "text_erased" });
  });

  it("is not for another agent, another tenant, or a key that lost a scope since", async () => {
    await remember("colour", "teal");
    const { retrieval_id } = await ask();
    const stranger = {
      ...agent,
      principal: { ...agent.principal, actor: { kind: "agent" as const, id: "agt_2", name: null } },
    };
    await expect(again(retrieval_id, {}, stranger)).rejects.toMatchObject({ code: "not_found" });
    const elsewhere = agentCall(await test.createTenant(), ["user:*", "project:A"]);
    await expect(again(retrieval_id, {}, elsewhere)).rejects.toMatchObject({ code: "not_found" });
    const narrowed = { ...agent, principal: { ...agent.principal, scopes: ["user:*"] } };
    await expect(again(retrieval_id, {}, narrowed)).rejects.toMatchObject({ code: "scope_not_allowed" });
  });

  it("never raises what may be seen above the policy in force", async () => {
    const made = await test.engine.remember(agent, {
      scope: "user:lin",
      subject: "user:lin",
      predicate: "banner allergy",
      value: "latex",
      statement: "Lin is allergic to the latex of the banner",
      sensitivity: "high",
      source: { type: "user_statement" },
    });
    const id = made.memory?.memory_id ?? "";
    await publish(1, { highSensitivity: "never" });
    const { retrieval_id } = await ask({ scopes: ["user:lin"] });
    for (const policy of [{ version: 0 }, { body: { retrieval: { highSensitivity: "named" } } }]) {
      const told = await again(retrieval_id, { policy }, operator);
      expect(told.candidates.map((one) => one.memory_id)).not.toContain(id);
      expect(told.filter).toEqual([]);
    }
  });

  it("holds what is proposed to the ceiling of the policy in force", async () => {
    const made = await test.engine.remember(agent, {
      scope: "project:A",
      subject: "project:A",
      predicate: "price of the banner",
      value: "forty",
      statement: "The price of the banner is forty",
      sensitivity: "medium",
      source: { type: "user_statement" },
    });
    const id = made.memory?.memory_id ?? "";
    const { retrieval_id, snippets } = await ask();
    expect(snippets.map((one) => one.memory_id)).toEqual([id]);
    await publish(1, { sensitivityCeiling: "low" });
    for (const policy of [{ version: 0 }, { body: { retrieval: { sensitivityCeiling: "medium" } } }]) {
      const told = await again(retrieval_id, { policy }, operator);
      expect(told.filter).toEqual([{ memory_id: id, recorded: "passed", replayed: "sensitivity" }]);
      expect(told.pack).toMatchObject({ entered: [], left: [id] });
    }
  });

  it("tells nothing of a person who has paused since, for everybody or for this agent alone", async () => {
    const made = await test.engine.remember(agent, {
      scope: "project:A",
      subject: "user:lin",
      predicate: "colour of the banner",
      value: "teal",
      statement: "Lin wants the banner to be teal",
      source: { type: "user_statement" },
    });
    const id = made.memory?.memory_id ?? "";
    const { retrieval_id } = await ask();
    const told = async (by: CallContext) => {
      const { candidates, pack } = await again(retrieval_id, { at: "now" }, by);
      return { left: pack.left, still: candidates.some((one) => one.memory_id === id && one.replayed) };
    };
    expect(await told(agent)).toEqual({ left: [], still: false });
    const set = (statement: ReturnType<typeof sql>) =>
      test.database.withTenant(tenantId, (tx) => tx.execute(statement));
    await set(sql`insert into subject_agent_pauses (tenant_id, subject, agent_id, paused_at)
      values (${tenantId}, 'user:lin', ${agent.principal.actor.id}, '2026-10-01T08:00:00Z')`);
    expect(await told(agent)).toEqual({ left: [id], still: false });
    expect((await told(operator)).left).toEqual([]);
    // Nor why it was, or was not, in the pack: there is no such memory for this agent now.
    await expect(test.engine.explainAbsence(agent, retrieval_id, id)).rejects.toMatchObject({
      code: "not_found",
    });
    expect((await test.engine.explainAbsence(operator, retrieval_id, id)).outcome).toBe("packed");
    await set(sql`insert into subject_controls (tenant_id, subject, paused_at, updated_at)
      values (${tenantId}, 'user:lin', '2026-10-01T08:00:00Z', '2026-10-01T08:00:00Z')`);
    expect(await told(operator)).toEqual({ left: [id], still: false });
  });
});
