import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { RememberInput } from "@/lib/contracts/memories";
import type { CallContext } from "@/lib/engine/model/context";
import { HIDDEN } from "@/lib/engine/policy/hide-high";
import { queryRows } from "@/lib/store/rows";
import { createHashEmbedder } from "@/lib/testing/hash-embedder";
import { agentCall, openTestEngine, personCall, type TestEngine } from "@/lib/testing/open-test-engine";
import { scanTenant } from "@/lib/testing/plant-canary";

let test: TestEngine;
let tenantId: string;
let agent: CallContext;
let ada: CallContext;
let viewer: CallContext;
beforeAll(async () => {
  test = await openTestEngine({ embedder: createHashEmbedder() });
});
afterAll(() => test?.close());
beforeEach(async () => {
  tenantId = await test.createTenant();
  agent = agentCall(tenantId, ["user:ada"]);
  ada = personCall(tenantId, "ada");
  viewer = personCall(tenantId, "val", { roles: ["viewer", "reviewer", "admin"] });
});

/** A word of each field, found nowhere else. */
const words = (field: string) => [`wombat${field}`, `袋熊${field}`];
const text = (field: string) => words(field).join(" ");
const FIELDS = [
  "value",
  "statement",
  "topic",
  "purpose",
  "reason",
  "meta",
  "quote",
  "ref",
  "consent",
  "said",
];
const ALL = FIELDS.flatMap(words);

const CLEAR: RememberInput = {
  scope: "user:ada",
  subject: "user:ada",
  predicate: "weight",
  value: { result: text("value") },
  statement: `Ada's weight: ${text("statement")}`,
  sensitivity: "low",
  topic: text("topic"),
  purpose: text("purpose"),
  consent_basis: text("consent"),
  write_reason: text("reason"),
  metadata: { note: text("meta") },
  source: { type: "user_statement", ref: text("ref"), quote: text("quote") },
};
const HIGH: RememberInput = { ...CLEAR, value: "81 kg", statement: "Ada: 81 kg.", sensitivity: "high" };

/** What a person says for sure takes the place of what they confirmed before. */
const tellHigh = () =>
  test.engine.remember(ada, { ...HIGH, purpose: undefined, source: { type: "user_confirmation" } });

const scan = (wanted: readonly string[] = ALL) => scanTenant(test.database, tenantId, wanted);

const sensitivities = () =>
  test.database.withTenant(tenantId, async (tx) =>
    (
      await queryRows<{ sensitivity: string }>(
        tx,
        sql`select sensitivity from memories where tenant_id = ${tenantId} order by revision`,
      )
    ).map((row) => row.sensitivity),
  );

/** Written, indexed, changed once by a verb: in every column that a memory in clear can reach. */
async function rememberClear(): Promise<string> {
  const told = await test.engine.remember(agent, CLEAR);
  const id = told.memory?.memory_id ?? "";
  await test.engine.amend(ada, "confirm", id, { reason: text("said") });
  await test.engine.runDueWork(tenantId);
  const where = await scan();
  for (const place of [
    "memory_contents.statement",
    "memory_sources.quote",
    "event_payloads.content",
    "candidates.proposal",
    "memory_transitions.reason",
  ])
    expect(where).toContain(place);
  // Words are stemmed and a vector has none: whether something is there is counted.
  expect(await countIndexed()).toEqual([1, 1, 1]);
  test.clock.advance(60_000);
  return id;
}

/** Rows of the word index, of the vectors, and of the cached vectors. */
const countIndexed = () =>
  test.database.withTenant(tenantId, async (tx) => {
    const counts: number[] = [];
    for (const table of ["search_index", "search_vectors", "embedding_cache"]) {
      const [row] = await queryRows<{ n: number }>(
        tx,
        sql`select count(*)::int as n from ${sql.identifier(table)} where tenant_id = ${tenantId}`,
      );
      counts.push(row?.n ?? -1);
    }
    return counts;
  });

describe("a fact that comes to be of high sensitivity", () => {
  it("takes its older versions along, in the transaction that says so: no column holds them in clear", async () => {
    const id = await rememberClear();
    const later = await tellHigh();
    expect(later).toMatchObject({ operation: "SUPERSEDE", superseded: [id] });
    // Before any job has run.
    expect(await scan()).toEqual([]);
    expect(await sensitivities()).toEqual(["high", "high"]);
    expect(await countIndexed()).toEqual([0, 0, 0]);
    await test.engine.runDueWork(tenantId);
    expect(await scan()).toEqual([]);
    expect(await countIndexed()).toEqual([0, 0, 0]);
    // The person, and whoever holds their scope, read all of it as before; an operator does not.
    for (const call of [ada, agent]) {
      expect(await test.engine.getMemory(call, id)).toMatchObject({
        value: { result: text("value") },
        statement: CLEAR.statement,
        topic: text("topic"),
        purpose: text("purpose"),
        consent_basis: text("consent"),
        write_reason: text("reason"),
        metadata: { note: text("meta") },
        status: "superseded",
        sensitivity: "high",
      });
      const { transitions } = await test.engine.getHistory(call, id);
      expect(transitions.map((one) => one.reason)).toContain(text("said"));
    }
    expect((await test.engine.getMemory(viewer, id)).statement).toBe(HIDDEN);
  });

  it("also when the same value is said again, by the person", async () => {
    const id = await rememberClear();
    const again = await test.engine.amend(ada, "correct", id, {
      value: CLEAR.value,
      statement: CLEAR.statement,
      reason: "said again",
      source: { type: "user_statement" },
    });
    expect(again.outcome).toBe("committed");
    expect(await sensitivities()).not.toContain("high");
    const raised = await test.engine.remember(ada, { ...CLEAR, sensitivity: "high", purpose: undefined });
    expect(raised).toMatchObject({ outcome: "committed", operation: "CONFIRM" });
    expect(await scan()).toEqual([]);
    expect(await countIndexed()).toEqual([0, 0, 0]);
    expect((await test.engine.getMemory(ada, id)).statement).toBe(CLEAR.statement);
  });

  it("does not become so by what is weaker, is held, or was turned away", async () => {
    // Being sensitive costs so much that a page's word would not be worth keeping at all by default.
    const worth = JSON.stringify({ write: { utility: { threshold: -1 } } });
    await test.database.withTenant(tenantId, (tx) =>
      tx.execute(sql`insert into policies (tenant_id, version, body, reason, created_by, created_at)
        values (${tenantId}, 1, ${worth}::text::jsonb, 'test', 'usr_test', '2026-10-01')`),
    );
    const id = await rememberClear();
    const outside = { type: "external_content" as const, quote: "a page" };
    const echo = await test.engine.remember(agent, { ...CLEAR, sensitivity: "high", source: outside });
    expect(echo.outcome).not.toBe("rejected");
    const held = await test.engine.remember(agent, { ...HIGH, source: outside });
    expect(held.outcome).toBe("quarantined");
    expect((await test.engine.getMemory(viewer, id)).statement).toBe(CLEAR.statement);
    const { items } = await test.engine.listQuarantine(viewer, { memory: held.memory?.memory_id ?? "" });
    await test.engine.condemn(viewer, items[0]?.quarantine_id ?? "", { reason: "not true", block: [] });
    test.clock.advance(60_000);
    const later = await test.engine.remember(ada, {
      ...CLEAR,
      purpose: undefined,
      value: "80 kg",
      statement: "Ada: 80 kg.",
      source: { type: "user_confirmation" },
    });
    expect(later.memory).toMatchObject({ sensitivity: "low", value: "80 kg" });
    expect((await test.engine.getMemory(viewer, id)).statement).toBe(CLEAR.statement);
  });

  it("becomes so when a person lets in what was held", async () => {
    const id = await rememberClear();
    const proposing = agentCall(tenantId, ["user:ada"], { writeMode: "propose" });
    const held = await test.engine.remember(proposing, HIGH);
    expect(held.outcome).toBe("pending_approval");
    expect((await test.engine.getMemory(viewer, id)).statement).toBe(CLEAR.statement);
    await test.engine.approve(viewer, held.approval_id ?? "", { reason: "as they said" });
    expect(await scan()).toEqual([]);
    expect(await sensitivities()).toEqual(["high", "high"]);
    expect((await test.engine.getMemory(ada, id)).statement).toBe(CLEAR.statement);
  });

  it("leaves what other facts say of the same event readable, without the words they share in clear", async () => {
    const recorded = await test.engine.recordEvents(agent, {
      events: [
        {
          type: "message",
          actor: "user",
          scope: "user:ada",
          source: { type: "user_statement" },
          content: text("quote"),
          candidates: [
            CLEAR,
            { ...CLEAR, predicate: "shoes", value: "boots", statement: "Ada wears boots." },
          ].map((one) => ({ ...one, source: { type: "user_statement" as const, quote: text("quote") } })),
        },
      ],
    });
    const shoes = recorded.results[0]?.decisions.find((one) => one.memory?.predicate === "shoes")?.memory;
    test.clock.advance(60_000);
    await test.engine.remember(agent, { ...HIGH, source: { type: "user_statement" } });
    expect(await scan(words("quote"))).toEqual([]);
    const read = await test.engine.getMemory(ada, shoes?.memory_id ?? "");
    expect(read).toMatchObject({ statement: "Ada wears boots.", sensitivity: "low" });
    expect(read.sources.map((source) => source.quote)).toEqual([text("quote")]);
  });

  it("goes with the person's key when all of theirs is erased", async () => {
    const id = await rememberClear();
    expect((await tellHigh()).superseded).toEqual([id]);
    const asked = await test.engine.requestDeletion(ada, { selector: { all_of_subject: "user:ada" } });
    test.clock.advance(7 * 86_400_000);
    await test.engine.runDueWork(tenantId);
    const deletion = await test.engine.getDeletion(ada, asked.deletion_id ?? "");
    const primary = deletion.targets.find((target) => target.target === "primary");
    expect(primary?.evidence?.detail).toMatchObject({ keys_destroyed: 1 });
  });
});
