import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { RememberInput } from "@/lib/contracts/memories";
import type { CallContext } from "@/lib/engine/model/context";
import { queryRows } from "@/lib/store/rows";
import { agentCall, openTestEngine, personCall, type TestEngine } from "@/lib/testing/open-test-engine";

const DAY = 86_400_000;
const START = new Date("2026-10-01T08:00:00Z");
let test: TestEngine;
let tenantId: string;
let agent: CallContext;
let sam: CallContext;

beforeAll(async () => {
  test = await openTestEngine();
});
afterAll(() => test?.close());
beforeEach(async () => {
  test.clock.set(START);
  tenantId = await test.createTenant();
  agent = agentCall(tenantId, ["project:*", "user:*"]);
  sam = personCall(tenantId, "sam");
});

async function tell(predicate: string, value: string, over: Partial<RememberInput> = {}): Promise<string> {
  const decision = await test.engine.remember(agent, {
    scope: "project:A",
    subject: "project:A",
    predicate,
    value,
    statement: `The ${predicate} is ${value}.`,
    source: { type: "user_statement" },
    ...over,
  });
  if (!decision.memory) throw new Error(decision.reason_code);
  return decision.memory.memory_id;
}

async function setPolicy(lifecycle: Record<string, unknown>): Promise<void> {
  await test.database.withTenant(tenantId, (tx) =>
    tx.execute(sql`insert into policies (tenant_id, version, body, reason, created_by, created_at)
      values (${tenantId}, 1, ${JSON.stringify({ lifecycle })}::text::jsonb, 'test', 'usr_test', '2026-10-01')`),
  );
}

/** As it is written down, not as a reader works it out. */
async function storedStatus(memoryId: string): Promise<string | null> {
  const [row] = await test.database.withTenant(tenantId, (tx) =>
    queryRows<{ status: string }>(
      tx,
      sql`select status from memories where tenant_id = ${tenantId} and memory_id = ${memoryId}`,
    ),
  );
  return row?.status ?? null;
}
const recall = async (over: object = {}) =>
  (
    await test.engine.retrieve(agent, { query: "database owner tone", scopes: ["project:A"], ...over })
  ).snippets.map((snippet) => snippet.memory_id);

async function later(days: number): Promise<void> {
  test.clock.advance(days * DAY);
  await test.engine.runDueWork(tenantId);
}

describe("what the clock ended", () => {
  it("is written down as expired, or as superseded where another has begun, and reads the same as before", async () => {
    const bounded = await tell("database", "PostgreSQL", { valid_to: "2026-10-05T00:00:00Z" });
    const first = await tell("owner", "Mia");
    const next = await tell("owner", "Tom", { valid_from: "2026-10-06T00:00:00Z" });
    const kept = await tell("tone", "plain");
    await test.engine.runDueWork(tenantId);
    test.clock.set(new Date("2026-10-10T00:00:00Z"));
    const ids = [bounded, first, next, kept];
    const read = async () =>
      Promise.all(
        ids.map(async (id) => {
          const { valid_from, valid_to } = await test.engine.getMemory(agent, id);
          return { valid_from, valid_to };
        }),
      );
    const before = { found: await recall(), read: await read() };
    expect(before.found).toEqual(expect.arrayContaining([next, kept]));
    expect(before.found).not.toContain(bounded);
    expect(await Promise.all(ids.map(storedStatus))).toEqual(["active", "active", "active", "active"]);

    await test.engine.runDueWork(tenantId);
    expect(await Promise.all(ids.map(storedStatus))).toEqual(["expired", "superseded", "active", "active"]);
    expect({ found: await recall(), read: await read() }).toEqual(before);
    const history = await test.engine.getHistory(agent, bounded);
    expect(history.transitions.map((one) => one.reason_code)).toContain("time_passed");
    // What was true then is still what was true then.
    const then = { scope: "project:A", subject: "project:A", valid_at: "2026-10-04T00:00:00Z" };
    expect((await test.engine.resolveFact(agent, { ...then, predicate: "owner" })).memory?.value).toBe("Mia");
    expect((await test.engine.resolveFact(agent, { ...then, predicate: "database" })).memory?.value).toBe(
      "PostgreSQL",
    );
    // An expired one is told anew as a new version; nothing is left to do a second time.
    expect((await test.engine.amend(agent, "restore", bounded, {})).outcome).toMatch(/committed|pending/);
    const again = await test.engine.getHistory(agent, first);
    await later(1);
    expect(await test.engine.getHistory(agent, first)).toEqual(again);
  });

  it("never differs from what a reader works out, wherever the clock stands", async () => {
    const instants = fc.integer({ min: 1, max: 40 });
    const claims = fc.array(fc.record({ from: instants, length: fc.option(instants) }), {
      minLength: 1,
      maxLength: 4,
    });
    let made = 0;
    await fc.assert(
      fc.asyncProperty(claims, fc.array(instants, { minLength: 1, maxLength: 3 }), async (given, jumps) => {
        const start = test.clock.now().getTime();
        const predicate = `matter_${++made}`;
        const ids: string[] = [];
        const at = (day: number) => new Date(start + day * DAY).toISOString();
        for (const [n, { from, length }] of given.entries()) {
          const valid = { valid_from: at(from), ...(length !== null && { valid_to: at(from + length) }) };
          ids.push(await tell(predicate, `value ${n}`, valid));
          test.clock.advance(1_000);
        }
        for (const jump of [...jumps].sort((a, b) => a - b)) {
          test.clock.set(new Date(start + jump * DAY + 3_600_000 * 12));
          const key = { scope: "project:A", subject: "project:A", predicate };
          const worked = await test.engine.resolveFact(agent, key);
          const listed = await Promise.all(ids.map((id) => test.engine.getMemory(agent, id)));
          await test.engine.runDueWork(tenantId);
          expect((await test.engine.resolveFact(agent, key)).memory?.memory_id).toBe(
            worked.memory?.memory_id,
          );
          for (const memory of listed) {
            const stored = await storedStatus(memory.memory_id);
            if (memory.status === "expired") expect(["expired", "superseded"]).toContain(stored);
            if (worked.memory?.memory_id === memory.memory_id) expect(stored).toBe("active");
          }
        }
      }),
      { numRuns: 12 },
    );
  });
});

describe("the archive", () => {
  const LIMIT = { archive: { mostActive: 10 } };

  it("takes the least weight first, keeps what matters, and gives back what is restored or told again", async () => {
    await setPolicy(LIMIT);
    const rule = await tell("database", "PostgreSQL", {
      statement: "From now on always use PostgreSQL as the database.",
      importance: 10,
    });
    const old: string[] = [];
    for (let n = 0; n < 6; n++) old.push(await tell(`owner_of_part_${n}`, `Mia ${n}`, { importance: 2 }));
    await later(100);
    expect(await Promise.all(old.map(storedStatus))).toEqual(old.map(() => "active"));
    const fresh: string[] = [];
    for (let n = 0; n < 6; n++) fresh.push(await tell(`tone_of_part_${n}`, `plain ${n}`, { importance: 2 }));
    // Used often and lately: worth as much as something new.
    const used = old[3] ?? "";
    for (let n = 0; n < 3; n++) {
      const { retrieval_id } = await test.engine.retrieve(agent, {
        query: "owner of part 3",
        scopes: ["project:A"],
      });
      await test.engine.recordUse(agent, retrieval_id, { used: [{ memory_id: used, outcome: "helped" }] });
    }
    await later(1);
    const archived = [];
    for (const id of [rule, ...old, ...fresh]) if ((await storedStatus(id)) === "archived") archived.push(id);
    expect(archived).toHaveLength(3);
    for (const id of archived) expect(old).toContain(id);
    expect(archived).not.toContain(used);

    const [gone = "", told = "", stays = ""] = archived;
    const ask = { query: "owner of part Mia", k: 50, token_budget: 20_000 };
    expect(await recall(ask)).not.toContain(gone);
    expect(await recall({ ...ask, include_archived: true })).toContain(gone);
    const memory = await test.engine.getMemory(agent, gone);
    expect(memory.status).toBe("archived");
    const op = personCall(tenantId, "op", { roles: ["reviewer"] });
    expect((await test.engine.amend(op, "restore", gone, {})).memory).toMatchObject({
      memory_id: gone,
      status: "active",
    });
    await test.engine.runDueIndexing(tenantId);
    expect(await recall(ask)).toContain(gone);
    // Told again it is in force again, under the id it had.
    const other = await test.engine.getMemory(agent, told);
    expect(await tell(other.predicate, String(other.value))).toBe(told);
    expect(await storedStatus(told)).toBe("active");
    // A change of its fact by others leaves an archived one where it is, or replaces it.
    const third = await test.engine.getMemory(agent, stays);
    await tell(third.predicate, "Zoe", {
      valid_from: new Date(test.clock.now().getTime() + 9 * DAY).toISOString(),
    });
    expect(await storedStatus(stays)).toBe("archived");
  });

  it("takes nothing without a limit", async () => {
    for (let n = 0; n < 12; n++) await tell(`owner_${n}`, `Mia ${n}`, { importance: 1 });
    await later(2_000);
    const page = await test.engine.listMemories(agent, { scope: "project:A", limit: 50 });
    expect(page.items.filter((memory) => memory.status === "active")).toHaveLength(12);
  });
});

describe("retention", () => {
  it("erases what a rule says has been kept long enough, with a receipt for each person, and nothing else", async () => {
    await setPolicy({
      retention: [
        { of: "live", days: 30, sensitivities: ["medium"] },
        { of: "past", days: 60 },
      ],
    });
    const mine = { scope: "user:sam", subject: "user:sam" };
    const hers = { scope: "user:eve", subject: "user:eve" };
    const expiring = await tell("allergy", "pollen", { ...mine, sensitivity: "medium" });
    const theirs = await tell("allergy", "nuts", { ...hers, sensitivity: "medium" });
    const kept = await tell("tea", "green", mine);
    const replaced = await tell("database", "PostgreSQL");
    test.clock.advance(1_000);
    const replacing = await tell("database", "MySQL");
    await later(29);
    expect(await Promise.all([expiring, theirs].map(storedStatus))).toEqual(["active", "active"]);
    await later(2);
    expect(await Promise.all([expiring, theirs].map(storedStatus))).toEqual(["deleted", "deleted"]);
    expect(await Promise.all([kept, replaced].map(storedStatus))).toEqual(["active", "superseded"]);
    await later(30);
    expect(await storedStatus(replaced)).toBe("deleted");
    expect(await storedStatus(replacing)).toBe("active");
    const { items } = await test.engine.listDeletions(sam, { limit: 10 });
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({
      requested_by: { kind: "job", id: "retention" },
      memory_ids: [expiring],
    });
  });

  it("waits where something must be kept for now", async () => {
    await setPolicy({ retention: [{ of: "live", days: 30 }] });
    const [held, free] = [
      await tell("database", "PostgreSQL"),
      await tell("tone", "plain", { scope: "project:B" }),
    ];
    const [op1, op2] = ["op1", "op2"].map((name) => personCall(tenantId, name, { roles: ["admin"] }));
    if (!op1 || !op2) throw new Error("two people are needed");
    const { hold_id } = await test.engine.placeHold(op1, { scope: "project:A", reason_code: "litigation" });
    await test.engine.approveHold(op2, hold_id);
    await later(40);
    expect(await Promise.all([held, free].map(storedStatus))).toEqual(["active", "deleted"]);
    await test.engine.releaseHold(op1, hold_id);
    await test.engine.releaseHold(op2, hold_id);
    await later(1);
    expect(await storedStatus(held)).toBe("deleted");
  });
});
