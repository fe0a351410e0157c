import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { LIBRARY, EXHIBIT, NEWSLETTER } from "@/lib/cli/demo/accounts";
import { seedDemo } from "@/lib/cli/demo/seed-demo";
import { STORY } from "@/lib/cli/demo/story/story";
import type { Memory } from "@/lib/contracts/memories";
import { toInstant } from "@/lib/cli/demo/stage";
import type { CallContext } from "@/lib/engine/model/context";
import { DEMO_TENANT } from "@/lib/server/demo-accounts";
import type { Runtime } from "@/lib/server/runtime";
import { listMyMemories } from "@/lib/services/memory/list-my-memories";
import { events } from "@/lib/store/schema/ledger";
import { findTenant } from "@/lib/store/principals/tenants";
import { agentCall, personCall } from "@/lib/testing/open-test-engine";
import { openTestServer, type TestServer } from "@/lib/testing/open-test-server";

let server: TestServer;
let runtime: Runtime;
let agent: CallContext;
let operator: CallContext;
let all: Memory[];

const CUT = "the power went out";

/** The same runtime, whose database fails at the end of the story, before it is committed. */
function cutOff(whole: Runtime): Runtime {
  const withTenant: Runtime["database"]["withTenant"] = (tenantId, work) =>
    whole.database.withTenant(tenantId, async (tx) => {
      const result = await work(tx);
      const written = await tx.select({ eventId: events.eventId }).from(events);
      if (written.length > 50) throw new Error(CUT);
      return result;
    });
  return { ...whole, database: { ...whole.database, withTenant } };
}

async function listAll(): Promise<Memory[]> {
  const memories: Memory[] = [];
  let cursor: string | undefined;
  do {
    const page = await runtime.engine.listMemories(operator, { limit: 200, ...(cursor && { cursor }) });
    memories.push(...page.items);
    cursor = page.next_cursor ?? undefined;
  } while (cursor);
  return memories;
}

beforeAll(async () => {
  server = await openTestServer();
  runtime = server.runtime;
  // The first start is cut off before the story is committed; the second tells it anew.
  await expect(seedDemo(cutOff(runtime))).rejects.toThrow(CUT);
  await seedDemo(runtime);
  const tenant = await runtime.database.withoutTenant((tx) => findTenant(tx, DEMO_TENANT));
  const tenantId = tenant?.tenantId ?? "";
  agent = agentCall(tenantId, ["user:*", "project:*"]);
  operator = personCall(tenantId, "op1", { roles: ["user", "reviewer", "admin"] });
  all = await listAll();
}, 240_000);
afterAll(() => server.close());

const at = (day: number, time: string) => toInstant([day, time], new Date()).toISOString();
const lengthRule = { scope: LIBRARY, subject: LIBRARY, predicate: "length_rule" };

describe("the demo story", () => {
  it("holds every state that the engine produces", () => {
    const statuses = new Set(all.map((memory) => memory.status));
    expect([...statuses].sort()).toEqual(
      ["active", "candidate", "expired", "pending_approval", "quarantined", "revoked", "superseded"].sort(),
    );
    const active = all.filter((memory) => memory.status === "active");
    expect(new Set(active.map((memory) => memory.confirmation))).toEqual(
      new Set(["confirmed", "inferred", "observed"]),
    );
    expect(active.some((memory) => memory.valid_from && memory.valid_from > new Date().toISOString())).toBe(
      true,
    );
    expect(active.some((memory) => memory.kind === "procedural")).toBe(true);
    expect(all.filter((memory) => memory.kind === "episodic").length).toBeGreaterThanOrEqual(5);
    expect(all.length).toBeGreaterThanOrEqual(100);
  });

  it("shows Lin a list with topics, both languages and several agents", async () => {
    const ctx = { ...personCall(agent.principal.tenantId, "lin"), ...server.runtime };
    const mine = await listMyMemories({ ctx, input: { include_inactive: true, limit: 200 } });
    expect(mine.total).toBeGreaterThanOrEqual(55);
    for (const topic of ["工作", "写作", "出行", "健康"]) {
      expect(mine.topics.find((one) => one.topic === topic)?.count).toBeGreaterThan(3);
    }
    expect(mine.agents.length).toBeGreaterThanOrEqual(5);
  });

  it("changes a rule from a day on: the old one still answers for the days before", async () => {
    const before = await runtime.engine.resolveFact(agent, { ...lengthRule, valid_at: at(28, "12:00") });
    const now = await runtime.engine.resolveFact(agent, lengthRule);
    expect([before.memory?.value, now.memory?.value]).toEqual(["2,500 字", "1,500 字综述"]);
  });

  it("moves a meeting five times, once back in time, and knows what it knew", async () => {
    const weekly = { scope: "user:lin", subject: "user:lin", predicate: "weekly_meeting" };
    const { memory } = await runtime.engine.resolveFact(agent, weekly);
    const history = await runtime.engine.getHistory(agent, memory?.memory_id ?? "");
    expect(history.items).toHaveLength(5);
    const moment = at(23, "12:00");
    const now = await runtime.engine.resolveFact(agent, { ...weekly, valid_at: moment });
    const then = await runtime.engine.resolveFact(agent, {
      ...weekly,
      valid_at: moment,
      known_at: at(22, "09:00"),
    });
    expect([now.memory?.value, then.memory?.value]).toEqual(["周二 15:00", "周一 10:00"]);
  });

  it("never recalls the rules of one project in the other", async () => {
    let recalled = 0;
    for (const [mine, other] of [
      [LIBRARY, EXHIBIT],
      [EXHIBIT, LIBRARY],
    ] as const) {
      for (const query of ["文章的文头和字数 header length", "七段式文头", "five-field header"]) {
        const found = await runtime.engine.retrieve(agent, { query, scopes: [mine], k: 50 });
        recalled += found.snippets.length;
        expect(found.snippets.map((snippet) => snippet.scope)).not.toContain(other);
      }
    }
    expect(recalled).toBeGreaterThan(10);
  });

  it("holds what pages order, and lets no page or tool outrank a person", async () => {
    const external = all.filter((memory) => memory.provenance_type === "external_content");
    expect(external.filter((memory) => memory.status === "quarantined").length).toBeGreaterThanOrEqual(3);
    expect(external.every((memory) => memory.confirmation === "observed")).toBe(true);
    const database = { scope: LIBRARY, subject: LIBRARY, predicate: "database" };
    expect((await runtime.engine.resolveFact(agent, database)).memory?.value).toBe("MySQL");
    expect(JSON.stringify(all)).not.toContain("blue-heron-42-meadow");
  });

  it("leaves no memory of the project that was given up, and a receipt with every place", async () => {
    expect(all.filter((memory) => memory.scope === NEWSLETTER)).toEqual([]);
    const { items } = await runtime.engine.listDeletions(operator, { limit: 50 });
    expect(items.map((deletion) => deletion.status).sort()).toEqual(["complete", "complete", "requested"]);
    const whole = items.find((deletion) => deletion.affected.memories === 7);
    const { receipt } = await runtime.engine.getReceipt(operator, whole?.deletion_id ?? "");
    expect(receipt.targets).toHaveLength(11);
    expect(receipt.pending).toEqual([]);
    expect(receipt.audit).not.toBeNull();
  });

  it("has recalls with use, conflicts, budget cuts and refusals, none of them degraded", async () => {
    const { items } = await runtime.engine.listTraces(operator, { limit: 100 });
    const told = items.filter((trace) => trace.actor.id !== agent.principal.actor.id);
    expect(told.length).toBe(STORY.filter((step) => step.does === "recall").length);
    expect(items.filter((trace) => trace.conflicts > 0).length).toBeGreaterThanOrEqual(2);
    expect(items.filter((trace) => (trace.used ?? 0) > 0).length).toBeGreaterThanOrEqual(15);
    const traces = await Promise.all(
      items.map((item) => runtime.engine.getTrace(operator, item.retrieval_id)),
    );
    const codes = new Set(traces.flatMap((trace) => Object.keys(trace.reject_counts)));
    expect([...codes]).toEqual(expect.arrayContaining(["status", "trust_floor"]));
    const dropped = new Set(traces.flatMap((trace) => trace.candidates.map((one) => one.reason_code)));
    expect([...dropped]).toContain("budget");
    expect(traces.some((trace) => !trace.triggered)).toBe(true);
    expect(traces.every((trace) => trace.degraded.length === 0)).toBe(true);
  });

  it("says in the audit log that the demo acted where a person would", async () => {
    const steps = STORY.filter((step) => step.by === "lin" || step.by === "op1");
    const history = await runtime.engine.getHistory(
      operator,
      all.find((m) => m.predicate === "career_plan")?.memory_id ?? "",
    );
    expect(steps.length).toBeGreaterThan(8);
    expect(history.transitions.map((transition) => transition.actor.kind)).toContain("demo");
  });

  it("changes nothing when it is told again", async () => {
    await seedDemo(runtime);
    expect((await listAll()).length).toBe(all.length);
  });
});
