import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { EventInput } from "@/lib/contracts/events";
import type { CallContext } from "@/lib/engine/model/context";
import { HIDDEN } from "@/lib/engine/policy/hide-high";
import { createHashEmbedder } from "@/lib/testing/hash-embedder";
import {
  ALL,
  createHighWorld,
  HIGH,
  type HighWorld,
  rememberHigh,
  rowsOf,
  text,
  words,
} from "@/lib/testing/high-memory";
import { agentCall, openTestEngine, type TestEngine } from "@/lib/testing/open-test-engine";
import { scanTenant } from "@/lib/testing/plant-canary";

let test: TestEngine;
beforeAll(async () => {
  test = await openTestEngine({ embedder: createHashEmbedder() });
});
afterAll(() => test?.close());

const EVENT: EventInput = {
  type: "message",
  actor: "user",
  scope: "user:ada",
  subject: "user:ada",
  session_id: text("session"),
  source: { type: "user_statement", ref: text("ref"), uri: `https://example.test/${text("uri")}` },
  content: `${text("content")} and more`,
  candidates: [
    {
      ...HIGH,
      predicate: "diagnosis",
      source: { type: "user_statement", quote: text("content") },
    },
  ],
};

const scan = (tenantId: string, wanted: readonly string[] = ALL) =>
  scanTenant(test.database, tenantId, wanted);

async function setPolicy({ tenantId }: HighWorld, body: Record<string, unknown>): Promise<void> {
  await test.database.withTenant(tenantId, (tx) =>
    tx.execute(sql`insert into policies (tenant_id, version, body, reason, created_by, created_at)
      values (${tenantId}, 1, ${JSON.stringify(body)}::text::jsonb, 'test', 'usr_test', '2026-10-01')`),
  );
}

describe("what is of high sensitivity", () => {
  it("stands in no column, index or outbox in clear, and its gate says how it is kept", async () => {
    const world = await createHighWorld(test);
    const { decision } = await rememberHigh(test, world);
    expect(decision.outcome).toBe("committed");
    expect(decision.gates.find((gate) => gate.gate === "sensitivity")).toMatchObject({
      verdict: "pass",
      code: "high_sensitivity_encrypted",
    });
    await test.engine.recordEvents(world.agent, { events: [EVENT] });
    await test.engine.runDueWork(world.tenantId);
    const everything = [...ALL, ...["session", "uri", "content"].flatMap(words)];
    expect(await scan(world.tenantId, everything)).toEqual([]);
    expect(await rowsOf(test, world.tenantId, "search_index")).toEqual([]);
    expect(await rowsOf(test, world.tenantId, "search_vectors")).toEqual([]);
    expect(await rowsOf(test, world.tenantId, "embedding_cache")).toEqual([]);
    // Something does stand there: it is not simply lost.
    for (const table of [
      "memory_contents",
      "event_payloads",
      "memory_sources",
      "candidates",
      "memory_transitions",
    ]) {
      const rows = await rowsOf(test, world.tenantId, table);
      expect(rows.length, table).toBe(2);
      for (const row of rows) expect(row.sealed, table).toMatch(/^k1\.[\w-]+$/);
    }
    expect(await rowsOf(test, world.tenantId, "subject_keys")).toHaveLength(1);
  });

  it("an episode with all its fields, and a correction's words, are kept the same way", async () => {
    const world = await createHighWorld(test);
    // Being sensitive costs so much that an episode nobody called important is not worth keeping by default.
    await setPolicy(world, { write: { utility: { threshold: -1 } } });
    const recorded = await test.engine.recordEvents(world.agent, {
      events: [
        {
          ...EVENT,
          remember_as: "episode",
          episode: { task: text("episode"), outcome: text("episode"), cause: text("episode") },
        },
      ],
    });
    const memory = recorded.results[0]?.decisions.find((one) => one.memory?.kind === "episodic")?.memory;
    expect(memory?.sensitivity).toBe("high");
    expect(memory?.episode).toMatchObject({ task: text("episode") });
    const { memory: first } = await rememberHigh(test, world);
    const corrected = await test.engine.amend(world.ada, "correct", first.memory_id, {
      value: text("corrected"),
      reason: text("why"),
      source: { type: "user_statement", quote: text("said") },
    });
    expect(corrected.memory).toMatchObject({ sensitivity: "high", value: text("corrected") });
    await test.engine.amend(world.ada, "retract", corrected.memory?.memory_id ?? "", {
      reason: text("again"),
    });
    const more = ["corrected", "why", "said", "again"].flatMap(words);
    expect(await scan(world.tenantId, [...ALL, ...more])).toEqual([]);
    const history = await test.engine.getHistory(world.ada, first.memory_id);
    expect(history.transitions.map((transition) => transition.reason)).toEqual(
      expect.arrayContaining([text("why"), text("again")]),
    );
  });

  it("is readable to the person, and to an agent that holds their scope, in every way of reading", async () => {
    const world = await createHighWorld(test);
    const { memory } = await rememberHigh(test, world);
    for (const call of [world.ada, world.agent, world.everybody]) {
      const seen = await test.engine.getMemory(call, memory.memory_id);
      expect(seen).toMatchObject({
        value: { result: text("value") },
        statement: HIGH.statement,
        topic: text("topic"),
        purpose: text("purpose"),
        consent_basis: "consent",
        write_reason: text("reason"),
        metadata: { note: text("meta") },
        sources: [{ quote: text("quote") }],
      });
      const list = await test.engine.listMemories(call, { topic: text("topic") });
      expect(list.items).toEqual([seen]);
      const resolved = await test.engine.resolveFact(call, {
        scope: "user:ada",
        subject: "user:ada",
        predicate: "blood_test",
      });
      expect(resolved.memory?.statement).toBe(HIGH.statement);
      const event = await test.engine.getEvent(call, memory.sources[0]?.event_id ?? "");
      expect(event.sensitivity).toBe("high");
      expect(JSON.stringify(event.content)).toContain(text("value"));
      expect(event.source.ref).toBe(text("ref"));
    }
  });

  it("is recalled through its key alone, when the person is named", async () => {
    const world = await createHighWorld(test);
    const { memory } = await rememberHigh(test, world, { purpose: "care" });
    const ask = async (call: CallContext, scopes?: string[], over = {}) => {
      const query = { query: "what was the blood test", intent: "recover_decision" as const, ...over };
      const found = await test.engine.retrieve(call, scopes ? { ...query, scopes } : query);
      return found.snippets.map((snippet) => ({
        id: snippet.memory_id,
        text: snippet.text,
        via: snippet.channels,
      }));
    };
    const told = [
      expect.objectContaining({ id: memory.memory_id, text: expect.stringContaining(text("statement")) }),
    ];
    expect(await ask(world.ada)).toEqual(told);
    expect(await ask(world.agent)).toEqual(told);
    expect(await ask(world.everybody, ["user:ada"])).toEqual(told);
    expect(await ask(world.everybody, ["user:ada", "org:acme"])).toEqual(told);
    expect(Object.keys((await ask(world.ada))[0]?.via ?? {})).toEqual(["structured"]);
    // A key that holds everybody must say whom it means.
    expect(await ask(world.everybody)).toEqual([]);
    expect(await ask(world.everybody, ["org:acme"])).toEqual([]);
    // Purposes bind as they do everywhere.
    expect(await ask(world.agent, undefined, { purpose: "care" })).toEqual(told);
    expect(await ask(world.agent, undefined, { purpose: "marketing" })).toEqual([]);
    expect(await ask(agentCall(world.tenantId, ["user:ada"], { purposes: ["marketing"] }))).toEqual([]);
  });

  it("stays out of a recall of a shared scope, unless the person it concerns is named too", async () => {
    const world = await createHighWorld(test);
    const both = agentCall(world.tenantId, ["project:ward", "team:ops", "user:ada"]);
    const inProject = await test.engine.remember(both, {
      ...HIGH,
      scope: "project:ward",
      purpose: undefined,
    });
    const inTeam = await test.engine.remember(both, {
      ...HIGH,
      scope: "team:ops",
      subject: "entity:vault",
      predicate: "blood_test",
      purpose: undefined,
    });
    const ask = async (scopes: string[]) => {
      const found = await test.engine.retrieve(both, { query: "blood test", scopes });
      return found.snippets.map((snippet) => snippet.memory_id);
    };
    expect(await ask(["project:ward"])).toEqual([]);
    expect(await ask(["team:ops"])).toEqual([]);
    expect(await ask(["project:ward", "team:ops", "user:ada"])).toEqual([inProject.memory?.memory_id]);
    expect(inTeam.outcome).toBe("committed");
    // Read by id, the same rule: holding the project does not open what concerns a person.
    const ward = agentCall(world.tenantId, ["project:ward"]);
    const id = inProject.memory?.memory_id ?? "";
    expect((await test.engine.getMemory(ward, id)).statement).toBe(HIDDEN);
    expect((await test.engine.getMemory(world.ada, id)).statement).toBe(HIGH.statement);
  });

  it("is hidden from operators, whatever their role, and from what they get back for a change", async () => {
    const world = await createHighWorld(test);
    const { memory } = await rememberHigh(test, world);
    const { viewer } = world;
    const seen = await test.engine.getMemory(viewer, memory.memory_id);
    expect(seen).toMatchObject({ statement: HIDDEN, value: HIDDEN, sensitivity: "high", scope: "user:ada" });
    const answers = [
      seen,
      await test.engine.getHistory(viewer, memory.memory_id),
      await test.engine.listMemories(viewer, {}),
      await test.engine.resolveFact(viewer, {
        scope: "user:ada",
        subject: "user:ada",
        predicate: "blood_test",
      }),
      await test.engine.getEvent(viewer, memory.sources[0]?.event_id ?? ""),
      await test.engine.amend(viewer, "expire", memory.memory_id, {}),
    ];
    for (const answer of answers) {
      for (const word of ALL) expect(JSON.stringify(answer)).not.toContain(word);
    }
  });

  it("what was once high stays so: another source, another version, a later correction", async () => {
    const world = await createHighWorld(test);
    await rememberHigh(test, world);
    const again = await test.engine.remember(world.agent, {
      ...HIGH,
      sensitivity: "low",
      source: { type: "user_statement", quote: text("second") },
    });
    expect(again.operation).toBe("CONFIRM");
    const later = await test.engine.remember(world.agent, {
      ...HIGH,
      sensitivity: "low",
      value: text("newvalue"),
      statement: text("newstatement"),
    });
    expect(later).toMatchObject({ operation: "SUPERSEDE", memory: { sensitivity: "high" } });
    expect(
      await scan(world.tenantId, [...ALL, ...["second", "newvalue", "newstatement"].flatMap(words)]),
    ).toEqual([]);
    expect(await rowsOf(test, world.tenantId, "search_index")).toEqual([]);
  });

  it("keeps its words through a decision of a reviewer, who does not come to read them", async () => {
    const world = await createHighWorld(test);
    const proposing = agentCall(world.tenantId, ["user:ada"], { writeMode: "propose" });
    const held = await test.engine.remember(proposing, HIGH);
    expect(held.outcome).toBe("pending_approval");
    const seen = await test.engine.getApproval(world.viewer, held.approval_id ?? "");
    expect(seen.proposed?.statement).toBe(HIDDEN);
    const done = await test.engine.approve(world.viewer, held.approval_id ?? "", { reason: text("because") });
    expect(done.decision?.memory).toMatchObject({ status: "active", statement: HIDDEN });
    for (const word of ALL) expect(JSON.stringify([seen, done])).not.toContain(word);
    expect(await scan(world.tenantId, [...ALL, ...words("because")])).toEqual([]);
    const history = await test.engine.getHistory(world.ada, done.decision?.memory?.memory_id ?? "");
    expect(JSON.stringify(history.transitions)).toContain(text("because"));
  });

  it("is refused, and leaves nothing, where the policy says so", async () => {
    const world = await createHighWorld(test);
    await setPolicy(world, { write: { highSensitivity: "deny" } });
    const refused = await test.engine.remember(world.agent, HIGH);
    expect(refused).toMatchObject({
      outcome: "rejected",
      reason_code: "high_sensitivity_denied",
      memory: null,
    });
    await test.engine.recordEvents(world.agent, { events: [EVENT] });
    expect(
      await scan(world.tenantId, [...ALL.filter((word) => !word.endsWith("ref")), ...words("content")]),
    ).toEqual([]);
    expect(await rowsOf(test, world.tenantId, "subject_keys")).toEqual([]);
  });
});
