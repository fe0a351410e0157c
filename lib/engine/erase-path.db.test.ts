import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { CallContext } from "@/lib/engine/model/context";
import { queryRows } from "@/lib/store/rows";
import { createHashEmbedder } from "@/lib/testing/hash-embedder";
import { agentCall, openTestEngine, personCall, type TestEngine } from "@/lib/testing/open-test-engine";
import { scanTenant } from "@/lib/testing/plant-canary";

const EN = "zebrafinch7731";
const ZH = "朱鹮七七三一";
const BOTH = `${EN} ${ZH}`;

let opened: TestEngine;
let tenantId: string;
let agent: CallContext;
let person: CallContext;
beforeAll(async () => {
  opened = await openTestEngine({ embedder: createHashEmbedder() });
});
afterAll(() => opened?.close());
beforeEach(async () => {
  tenantId = await opened.createTenant();
  agent = agentCall(tenantId, ["project:A", "user:*"]);
  person = personCall(tenantId, "lin");
});

const scan = () => scanTenant(opened.database, tenantId, [EN, ZH]);

/** Tells, corrects, confirms, recalls and uses: whatever can be written through the engine carries the words. */
async function live(): Promise<string[]> {
  const { engine, clock } = opened;
  const ids = new Set<string>();
  const told = await engine.remember(agent, {
    scope: "user:lin",
    subject: "user:lin",
    predicate: `likes ${BOTH}`,
    value: { bird: BOTH },
    statement: `Lin likes ${BOTH}.`,
    source: { type: "user_statement", ref: BOTH, quote: `I like ${BOTH}` },
    purpose: BOTH,
    consent_basis: BOTH,
    topic: BOTH,
    metadata: { note: BOTH },
    write_reason: BOTH,
  });
  if (!told.memory) throw new Error(`nothing was remembered: ${told.reason}`);
  clock.advance(1_000);
  const corrected = await engine.amend(person, "correct", told.memory.memory_id, {
    value: { bird: `${BOTH} young` },
    statement: `Lin likes young ${BOTH}.`,
    reason: BOTH,
    source: { type: "user_statement", ref: BOTH, quote: BOTH },
  });
  clock.advance(1_000);
  if (!corrected.memory) throw new Error(`nothing was corrected: ${corrected.reason}`);
  await engine.amend(person, "confirm", corrected.memory.memory_id, { reason: BOTH });
  const recorded = await engine.recordEvents(agent, {
    events: [
      {
        type: "task_outcome",
        scope: "user:lin",
        subject: "user:lin",
        session_id: BOTH,
        actor: "tool",
        source: { type: "internal_tool", ref: BOTH, uri: `https://example.test/${BOTH}` },
        content: `The count of ${BOTH} failed.`,
        remember_as: "episode",
        episode: {
          task: BOTH,
          outcome: BOTH,
          cause: BOTH,
          fix: BOTH,
          environment: { at: BOTH },
          actions: [BOTH],
        },
      },
      {
        type: "message",
        scope: "user:lin",
        actor: "user",
        source: { type: "user_statement" },
        content: `From now on always mention ${BOTH} first.`,
      },
    ],
  });
  const found = await engine.retrieve(agent, {
    query: `which ${BOTH}`,
    scopes: ["user:lin"],
    entities: [BOTH],
  });
  await engine.recordUse(agent, found.retrieval_id, {
    used: found.snippets.map((snippet) => ({ memory_id: snippet.memory_id, outcome: "helped" })),
    note: BOTH,
  });
  expect(found.snippets.length).toBeGreaterThan(0);
  for (const decision of [told, corrected, ...recorded.results.flatMap((result) => result.decisions)]) {
    if (decision.memory) ids.add(decision.memory.memory_id);
  }
  return [...ids];
}

describe("what was written through the engine", () => {
  test("is gone from every column after erasing by id, and is not recalled", async () => {
    const ids = await live();
    expect(ids.length).toBeGreaterThanOrEqual(3);
    expect((await scan()).length).toBeGreaterThan(15);
    const done = await opened.engine.requestDeletion(person, { selector: { memory_ids: ids } });
    expect(done.status).toBe("complete");
    expect(done.targets.filter((target) => target.left > 0)).toEqual([]);
    expect(await scan()).toEqual([]);
    // Neither listed nor counted, also for who sees everything.
    const operator = personCall(tenantId, "op1", { roles: ["admin"] });
    expect(await opened.engine.listMemories(operator, { scope: "user:lin" })).toMatchObject({
      total: 0,
      items: [],
    });
    for (const id of ids) {
      await expect(opened.engine.getMemory(agent, id)).rejects.toMatchObject({ code: "not_found" });
      expect(await opened.engine.findTombstone(person, id)).toMatchObject({ memory_id: id });
    }
    const again = await opened.engine.retrieve(agent, {
      query: "which bird does Lin like",
      scopes: ["user:lin"],
    });
    expect(again.snippets).toEqual([]);
    await opened.engine.runDueWork(tenantId);
    expect(await scan()).toEqual([]);
  });

  test("everything about a person goes by one request, and later work brings nothing back", async () => {
    await live();
    const selector = { all_of_subject: "user:lin" };
    const dry = await opened.engine.requestDeletion(person, { selector, dry_run: true });
    const done = await opened.engine.requestDeletion(person, { selector, cancel_window_s: 0 });
    expect(done.affected).toEqual(dry.affected);
    expect(done.status).toBe("complete");
    expect(await scan()).toEqual([]);
    opened.clock.advance(120_000);
    await opened.engine.runDueWork(tenantId);
    expect(await scan()).toEqual([]);
  });

  test("the same claim is refused from an agent and taken anew from the person", async () => {
    const claim = {
      scope: "user:lin",
      subject: "user:lin",
      predicate: "home city",
      value: "Berlin",
      statement: "Lin lives in Berlin.",
    };
    const first = await opened.engine.remember(agent, { ...claim, source: { type: "user_statement" } });
    await opened.engine.requestDeletion(person, {
      selector: { memory_ids: [first.memory?.memory_id ?? ""] },
    });
    const refused = await opened.engine.remember(agent, {
      ...claim,
      value: " BERLIN. ",
      topic: "berlin",
      source: { type: "agent_inference", quote: "they said Berlin", ref: "berlin" },
    });
    expect(refused).toMatchObject({ outcome: "rejected", reason_code: "erased_before", memory: null });
    // Neither does the attempt itself bring the words back.
    expect(await scanTenant(opened.database, tenantId, ["berlin"])).toEqual([]);
    const anew = await opened.engine.remember(person, { ...claim, source: { type: "user_statement" } });
    expect(anew.outcome).toBe("committed");
    expect(anew.memory?.fact_id).not.toBe(first.memory?.fact_id);
    expect(anew.memory?.supersedes).toBeNull();
  });

  test("a reader that was under way leaves nothing behind either", async () => {
    const [id] = await live();
    const done = await opened.engine.requestDeletion(person, {
      selector: { all_of_subject: "user:lin" },
      cancel_window_s: 0,
    });
    // What such a reader would write after the erasure was checked.
    await opened.database.withTenant(tenantId, async (tx) => {
      await tx.execute(sql`insert into retrievals (tenant_id, retrieval_id, at, actor_kind, actor_id, intent, policy_version,
          candidate_count, packed_count, rejected_count, conflict_count, token_budget, tokens_used, degraded, took_ms,
          memory_ids, trace, request_id)
        values (${tenantId}, 'ret_late', now(), 'agent', 'agt_test', 'general', 0, 1, 1, 0, 0, 1, 1, '{}', 1,
          array[${id}]::text[], '{}', 'req')`);
      await tx.execute(
        sql`insert into retrieval_texts (tenant_id, retrieval_id, query) values (${tenantId}, 'ret_late', ${BOTH})`,
      );
    });
    expect(await scan()).toEqual(["retrieval_texts.query"]);
    opened.clock.advance(60_000);
    expect((await opened.engine.runDueWork(tenantId)).deletions).toBe(1);
    expect(await scan()).toEqual([]);
    const after = await opened.engine.getDeletion(person, done.deletion_id ?? "");
    expect(after.status).toBe("complete");
    const traces = (from: typeof done) =>
      from.targets.find((target) => target.target === "traces")?.removed ?? 0;
    expect(traces(after)).toBe(traces(done) + 1);
    expect((await opened.engine.runDueWork(tenantId)).deletions).toBe(0);
  });

  test("every step of it is in the audit log, without a word of it", async () => {
    const ids = await live();
    const done = await opened.engine.requestDeletion(person, { selector: { memory_ids: ids }, reason: BOTH });
    const actions = await opened.database.withTenant(tenantId, (tx) =>
      queryRows<{ action: string }>(
        tx,
        sql`select action from audit_log where object_id = ${done.deletion_id} order by audit_id`,
      ),
    );
    expect(actions.map((row) => row.action).sort()).toEqual([
      "deletion.completed",
      "deletion.executed",
      "deletion.requested",
    ]);
    expect(await scan()).toEqual([]);
  });
});
