import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { retrievalOutput, retrievalTrace } from "@/lib/contracts/retrievals";
import { createReadPath, type ReadPath } from "@/lib/engine/read-path";
import { sql } from "drizzle-orm";
import { eventPayloads } from "@/lib/store/schema/ledger";
import { conflicts, memories, memorySources } from "@/lib/store/schema/memory";
import { queryRows } from "@/lib/store/rows";
import { furnishScope, rememberIndexed } from "@/lib/testing/furnish-scope";
import { createHashEmbedder } from "@/lib/testing/hash-embedder";
import { openTestDatabase, type TestDatabase } from "@/lib/testing/open-test-database";
import { createReadWorld, NOW, type ReadWorld, type SeedMemory } from "@/lib/testing/read-world";

let opened: TestDatabase;
let world: ReadWorld;
let path: ReadPath;

beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened?.close());
beforeEach(async () => {
  world = await createReadWorld(opened.database, createHashEmbedder());
  path = createReadPath(world.deps);
});

const remember = (seed: SeedMemory) => rememberIndexed(world, path, seed);
const furnish = () => furnishScope(world, path);

describe("the trace", () => {
  it("reconciles from what the scope held to what was packed", async () => {
    await furnish();
    const output = retrievalOutput.parse(
      await path.retrieve(world.call({ scopes: ["project:A"] }), { query: "banner", k: 2 }),
    );
    const trace = retrievalTrace.parse(await path.getTrace(world.call(), output.retrieval_id));
    const at = Object.fromEntries(trace.stages.map((stage) => [stage.stage, stage]));
    trace.stages.slice(1).forEach((stage, i) => {
      expect(stage.in, stage.stage).toBe(trace.stages[i]?.out);
      expect(stage.out, stage.stage).toBeLessThanOrEqual(stage.in);
    });
    expect(at.hard_filter?.in).toBe(7);
    expect((at.hard_filter?.in ?? 0) - (at.hard_filter?.out ?? 0)).toBe(
      Object.values(trace.reject_counts).reduce((a, b) => a + b, 0),
    );
    expect(trace.reject_counts).toEqual({ status: 1, trust_floor: 1 });
    expect(at.channels?.out).toBe(trace.candidates.length);
    const dropped = (codes: string[]) =>
      trace.candidates.filter((line) => codes.includes(line.reason_code ?? "")).length;
    expect((at.conflicts?.in ?? 0) - (at.conflicts?.out ?? 0)).toBe(
      dropped(["shadowed", "duplicate_of", "consensus", "conflict"]),
    );
    expect((at.packing?.in ?? 0) - (at.packing?.out ?? 0)).toBe(dropped(["below_k", "budget"]));
    const packed = trace.candidates.filter((line) => line.outcome === "packed");
    expect(packed.map((line) => line.memory_id)).toEqual(output.snippets.map((one) => one.memory_id));
    expect(packed).toHaveLength(2);
    const sum = trace.pack.items.reduce((total, item) => total + item.tokens, trace.pack.overhead);
    expect(trace.pack.used).toBe(sum);
    expect(output.tokens.used).toBe(sum);
    for (const line of trace.candidates) {
      const { R, I, T, P } = line.parts;
      const w = trace.weights;
      expect(line.score).toBeCloseTo(w.R * R + w.I * I + w.T * T + w.P * P, 10);
      const rrf = Object.values(line.channels).reduce((total, channel) => total + 1 / (60 + channel.rank), 0);
      expect(line.rrf).toBeCloseTo(rrf, 12);
    }
  });

  it("holds no memory's words, and the question's only where they can be erased", async () => {
    await furnish();
    const { retrieval_id } = await path.retrieve(world.call(), {
      query: "corners of the banner",
      entities: ["Hildegard"],
    });
    const [row] = await opened.database.withTenant(world.tenantId, (tx) =>
      queryRows<{ text: string }>(
        tx,
        sql`select to_jsonb(r)::text as text from retrievals r where r.tenant_id = ${world.tenantId} and r.retrieval_id = ${retrieval_id}`,
      ),
    );
    for (const word of ["corners", "teal", "banner", "Hildegard"]) expect(row?.text).not.toContain(word);
    const trace = await path.getTrace(world.call(), retrieval_id);
    expect(trace.context.query).toBe("corners of the banner");
    await opened.database.withTenant(world.tenantId, (tx) =>
      queryRows(
        tx,
        sql`update retrieval_texts set query = null, received = null where tenant_id = ${world.tenantId}`,
      ),
    );
    expect((await path.getTrace(world.call(), retrieval_id)).context.query).toBeNull();
  });

  it("belongs to whoever asked, and to the tenant's operators", async () => {
    const { retrieval_id } = await path.retrieve(world.call(), { query: "banner" });
    const stranger = world.call({ actor: { kind: "agent", id: "agt_other", name: null } });
    await expect(path.getTrace(stranger, retrieval_id)).rejects.toMatchObject({ code: "not_found" });
    expect((await path.listTraces(stranger, { limit: 10 })).total).toBe(0);
    const operator = world.call({
      actor: { kind: "user", id: "usr_op", name: null },
      roles: ["viewer"],
      scopes: [],
    });
    expect((await path.getTrace(operator, retrieval_id)).retrieval_id).toBe(retrieval_id);
    const elsewhere = await createReadWorld(opened.database, null);
    await expect(
      createReadPath(elsewhere.deps).getTrace(elsewhere.call({ roles: ["admin"] }), retrieval_id),
    ).rejects.toMatchObject({ code: "not_found" });
  });

  it("is listed newest first, page by page, each once", async () => {
    const made: string[] = [];
    for (let i = 0; i < 5; i++) {
      world.clock.advance(1_000);
      made.unshift((await path.retrieve(world.call(), { query: `banner ${i}` })).retrieval_id);
    }
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<ReadPath["listTraces"]>> = await path.listTraces(world.call(), {
        limit: 2,
        ...(cursor ? { cursor } : {}),
      });
      expect(page.total).toBe(5);
      seen.push(...page.items.map((item) => item.retrieval_id));
      cursor = page.next_cursor;
    } while (cursor);
    expect(seen).toEqual(made);
  });
});

describe("shadows and conflicts", () => {
  it("lets the narrower scope stand in front of the wider one", async () => {
    const project = await remember({
      statement: "Headers are red",
      predicate: "article_header",
      scope: "project:A",
      subject: "project:A",
    });
    const user = await remember({
      statement: "Headers are blue",
      predicate: "article_header",
      scope: "user:u1",
      subject: "user:u1",
    });
    const output = await path.retrieve(world.call(), { query: "headers" });
    expect(output.snippets.map((one) => one.memory_id)).toEqual([project.memoryId]);
    expect(await path.explainAbsence(world.call(), output.retrieval_id, user.memoryId)).toMatchObject({
      reason_code: "shadowed",
      detail: { by: project.memoryId },
    });
    const alone = await path.retrieve(world.call(), { query: "headers", scopes: ["user:u1"] });
    expect(alone.snippets.map((one) => one.memory_id)).toEqual([user.memoryId]);
  });

  it("shows both sides of an open conflict together, and asks", async () => {
    const incumbent = await remember({ statement: "The deadline is Monday", predicate: "deadline" });
    await remember({ statement: "The deadline drives the plan", importance: 10 });
    const challenger = await world.seed({
      statement: "The deadline is Friday",
      predicate: "deadline",
      factId: incumbent.factId,
      status: "candidate",
    });
    await opened.database.withTenant(world.tenantId, (tx) =>
      tx.insert(conflicts).values({
        tenantId: world.tenantId,
        conflictId: `con_${incumbent.factId.slice(5)}`,
        factId: incumbent.factId,
        incumbentId: incumbent.memoryId,
        challengerId: challenger.memoryId,
        reasonCode: "equal_authority",
        openedAt: NOW,
      }),
    );
    const output = await path.retrieve(world.call(), { query: "deadline" });
    const ids = output.snippets.map((one) => one.memory_id);
    expect(ids.indexOf(challenger.memoryId)).toBe(ids.indexOf(incumbent.memoryId) + 1);
    expect(output.conflicts).toEqual([
      {
        fact_id: incumbent.factId,
        memory_ids: [incumbent.memoryId, challenger.memoryId],
        message: expect.stringContaining("please confirm"),
      },
    ]);
    expect(output.pack).toContain("please confirm");
    const trace = await path.getTrace(world.call(), output.retrieval_id);
    expect(trace.stages.map((stage) => stage.in).slice(1)).toEqual(
      trace.stages.map((stage) => stage.out).slice(0, -1),
    );
    const unrelated = await path.retrieve(world.call(), { query: "Friday" });
    expect(unrelated.snippets.map((one) => one.memory_id)).not.toContain(challenger.memoryId);
  });

  it("silences an inference that two reliable sources contradict, but not at low risk", async () => {
    const doubtful = await remember({
      statement: "The deadline is Monday",
      sourceType: "agent_inference",
      confirmation: "inferred",
      trust: 0.6,
    });
    for (const n of [1, 2]) {
      const { eventId } = await world.seed({ statement: `witness ${n}` });
      await opened.database.withTenant(world.tenantId, (tx) =>
        tx.insert(memorySources).values({
          tenantId: world.tenantId,
          memoryId: doubtful.memoryId,
          eventId,
          relation: "contradicts",
          sourceType: "user_statement",
          writerId: `agt_${n}`,
          observedAt: NOW,
          recordedAt: NOW,
        }),
      );
    }
    const at = async (risk_level: "low" | "medium") =>
      (await path.retrieve(world.call(), { query: "deadline", risk_level })).snippets.length;
    expect([await at("low"), await at("medium")]).toEqual([1, 0]);
  });
});

describe("sources", () => {
  const fromPage = async (uri: string, n: number) => {
    const made = await remember({
      statement: `The banner of page ${n} shows animal number ${n}`,
      sourceType: "external_content",
      confirmation: "observed",
      trust: 0.3,
      importance: 9,
    });
    await opened.database.withTenant(world.tenantId, (tx) =>
      tx.insert(eventPayloads).values({
        tenantId: world.tenantId,
        eventId: made.eventId,
        salt: new Uint8Array(16),
        content: "x",
        sourceUri: uri,
      }),
    );
    return made;
  };

  it("let one host, however many pages it has, fill only its share of a pack", async () => {
    for (let n = 0; n < 8; n++) await fromPage(`https://www.evil.example/page/${n}`, n);
    const other = await fromPage("https://good.example/", 90);
    const own = await remember({ statement: "The banner is teal", importance: 1 });
    const output = await path.retrieve(world.call(), { query: "banner page animal number", k: 20 });
    expect(output.snippets).toHaveLength(world.policy.retrieval.sourceCap + 2);
    expect(output.snippets.map((one) => one.memory_id)).toEqual(
      expect.arrayContaining([other.memoryId, own.memoryId]),
    );
    const trace = await path.getTrace(world.call(), output.retrieval_id);
    const capped = trace.candidates.filter((line) => line.reason_code === "source_cap");
    expect(capped).toHaveLength(3);
    expect(
      await path.explainAbsence(world.call(), output.retrieval_id, capped[0]?.memory_id ?? ""),
    ).toMatchObject({ stage: "conflicts", reason_code: "source_cap", diagnosis: "recall" });
    world.policy.retrieval.sourceCap = 200;
    expect(
      (await path.retrieve(world.call(), { query: "banner page animal number", k: 20 })).snippets,
    ).toHaveLength(10);
  });

  it("of near-duplicates stand together under the one that is shown", async () => {
    const { first, twin } = await furnish();
    const output = await path.retrieve(world.call({ scopes: ["project:A"] }), { query: "teal banner" });
    const shown = output.snippets.find((one) => one.memory_id === first.memoryId);
    expect(shown?.event_ids.toSorted()).toEqual([first.eventId, twin.eventId].toSorted());
    expect(shown?.same_as).toEqual([twin.memoryId]);
    expect(output.snippets.map((one) => one.memory_id)).not.toContain(twin.memoryId);
  });
});

describe("use", () => {
  it("counts what was used once for each retrieval, and raises nothing else", async () => {
    const { first } = await furnish();
    const output = await path.retrieve(world.call(), { query: "banner" });
    const told = { used: [{ memory_id: first.memoryId, outcome: "helped" as const }], note: "worked" };
    expect(await path.recordUse(world.call(), output.retrieval_id, told)).toEqual({
      retrieval_id: output.retrieval_id,
      recorded: 1,
    });
    await path.recordUse(world.call(), output.retrieval_id, {
      used: [{ memory_id: first.memoryId, outcome: "contradicted" }],
    });
    const [row] = await opened.database.withTenant(world.tenantId, (tx) =>
      tx.select().from(memories).where(sql`tenant_id = ${world.tenantId} and memory_id = ${first.memoryId}`),
    );
    expect(row).toMatchObject({ useCount: 1, lastUsedAt: NOW, trust: 0.9, authority: 3, stateRevision: 0 });
    const trace = await path.getTrace(world.call(), output.retrieval_id);
    expect(trace.use).toEqual([
      { memory_id: first.memoryId, outcome: "contradicted", at: NOW.toISOString() },
    ]);
    expect(trace.candidates.find((line) => line.memory_id === first.memoryId)?.used).toBe(true);
    expect(trace.stages.at(-1)).toMatchObject({ stage: "use", out: 1, status: "applied" });
    expect((await path.listTraces(world.call(), { limit: 1 })).items[0]?.used).toBe(1);
  });

  it("refuses what was not packed, and a retrieval of somebody else", async () => {
    const { silent, first } = await furnish();
    const { retrieval_id } = await path.retrieve(world.call(), { query: "banner" });
    await expect(
      path.recordUse(world.call(), retrieval_id, { used: [{ memory_id: silent.memoryId }] }),
    ).rejects.toMatchObject({ code: "meaningless" });
    const stranger = world.call({ actor: { kind: "agent", id: "agt_other", name: null } });
    await expect(
      path.recordUse(stranger, retrieval_id, { used: [{ memory_id: first.memoryId }] }),
    ).rejects.toMatchObject({ code: "not_found" });
  });
});
