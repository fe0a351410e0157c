import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createReadPath, type ReadPath } from "@/lib/engine/read-path";
import { queryRows } from "@/lib/store/rows";
import { outbox } from "@/lib/store/schema/ledger";
import { memories, memoryContents } from "@/lib/store/schema/memory";
import { createHashEmbedder, type TestEmbedder } from "@/lib/testing/hash-embedder";
import { openTestDatabase, type TestDatabase } from "@/lib/testing/open-test-database";
import { createReadWorld, NOW, type ReadWorld } from "@/lib/testing/read-world";

let opened: TestDatabase;
let world: ReadWorld;
let embedder: TestEmbedder;
let path: ReadPath;

beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened?.close());
beforeEach(async () => {
  embedder = createHashEmbedder();
  world = await createReadWorld(opened.database, embedder);
  path = createReadPath(world.deps);
});

const rowsOf = (memoryId: string) =>
  opened.database.withTenant(world.tenantId, async (tx) => {
    const [words] = await queryRows<{ state: string }>(
      tx,
      sql`select state from search_index where tenant_id = ${world.tenantId} and memory_id = ${memoryId}`,
    );
    const [vector] = await queryRows<{ state: string }>(
      tx,
      sql`select state from search_vectors where tenant_id = ${world.tenantId} and memory_id = ${memoryId}`,
    );
    return { words: words?.state ?? null, vector: vector?.state ?? null };
  });
const setStatus = (memoryId: string, status: string) =>
  opened.database.withTenant(world.tenantId, (tx) =>
    tx.update(memories).set({ status }).where(sql`tenant_id = ${world.tenantId} and memory_id = ${memoryId}`),
  );
const owe = (memoryId: string) =>
  opened.database.withTenant(world.tenantId, (tx) =>
    tx.insert(outbox).values({
      tenantId: world.tenantId,
      outboxId: world.deps.ports.newId("out"),
      kind: "memory.index",
      objectId: memoryId,
      createdAt: NOW,
      dueAt: NOW,
      attempts: 0,
    }),
  );
const owed = () =>
  opened.database.withTenant(world.tenantId, (tx) =>
    queryRows<{ attempts: number; last_error: string | null; wait: number }>(
      tx,
      sql`select attempts, last_error, extract(epoch from due_at - (${NOW.toISOString()}::text)::timestamptz)::int as wait
        from outbox where tenant_id = ${world.tenantId} and done_at is null`,
    ),
  );

describe("index rows follow the truth", () => {
  it.each([
    ["active", "live"],
    ["superseded", "history"],
    ["expired", "history"],
    ["archived", "history"],
    ["revoked", null],
    ["quarantined", null],
    ["candidate", null],
  ])("a memory that is %s is %s", async (status, state) => {
    const { memoryId } = await world.seed({ statement: "The banner is teal" });
    await path.indexMemories(world.tenantId, [memoryId]);
    expect(await rowsOf(memoryId)).toEqual({ words: "live", vector: "live" });
    await setStatus(memoryId, status);
    await path.indexMemories(world.tenantId, [memoryId]);
    expect(await rowsOf(memoryId)).toEqual({ words: state, vector: state });
  });

  it("have no row of what is highly sensitive, and none of what is gone", async () => {
    const secret = await world.seed({ statement: "The banner is teal", sensitivity: "high" });
    const erased = await world.seed({ statement: "The banner is red" });
    await path.indexMemories(world.tenantId, [secret.memoryId, erased.memoryId]);
    expect(await rowsOf(secret.memoryId)).toEqual({ words: null, vector: null });
    await opened.database.withTenant(world.tenantId, (tx) =>
      tx.delete(memoryContents).where(sql`tenant_id = ${world.tenantId} and memory_id = ${erased.memoryId}`),
    );
    expect(
      await path.indexMemories(world.tenantId, [erased.memoryId, "mem_00000000000000000000000000"]),
    ).toEqual({ indexed: 2 });
    expect(await rowsOf(erased.memoryId)).toEqual({ words: null, vector: null });
  });

  it("come out the same when made again", async () => {
    const { memoryId } = await world.seed({ statement: "The banner is teal" });
    await path.indexMemories(world.tenantId, [memoryId, memoryId]);
    await path.indexMemories(world.tenantId, [memoryId]);
    const [count] = await opened.database.withTenant(world.tenantId, (tx) =>
      queryRows<{ n: number }>(
        tx,
        sql`select count(*)::int as n from search_index where tenant_id = ${world.tenantId}`,
      ),
    );
    expect(count?.n).toBe(1);
    expect(embedder.calls).toBe(1);
  });

  it("hold any text at all", async () => {
    const texts = [
      "'",
      "\\",
      "''\\'",
      "a'b:1,2 c",
      "🎉".repeat(500),
      "x".repeat(8_000),
      "字".repeat(8_000),
      "word ".repeat(1_600),
      "\u202eright to left",
      "&|!<->()*:",
    ];
    const made = await Promise.all(texts.map((statement) => world.seed({ statement })));
    expect(
      await path.indexMemories(
        world.tenantId,
        made.map((one) => one.memoryId),
      ),
    ).toEqual({ indexed: texts.length });
  });

  it("carry an episode's task, outcome and date", async () => {
    const { memoryId } = await world.seed({
      statement: "We tried it",
      kind: "episodic",
      confirmation: "observed",
      observedAt: new Date("2026-05-08T09:00:00Z"),
      episode: { task: "rotate the certificates", outcome: "handshake failed", cause: "clock skew" },
    });
    await path.indexMemories(world.tenantId, [memoryId]);
    for (const query of ["certificates", "handshake", "skew", "what happened in May 2026"]) {
      const output = await path.retrieve(world.call(), { query, intent: "recall_episode" });
      expect(output.snippets.map((one) => one.memory_id)).toEqual([memoryId]);
    }
  });
});

describe("what the outbox owes", () => {
  it("is settled by indexing, and drained when it was left over", async () => {
    const one = await world.seed({ statement: "The banner is teal" });
    const two = await world.seed({ statement: "The banner is red" });
    await owe(one.memoryId);
    await owe(two.memoryId);
    await owe(two.memoryId);
    await path.indexMemories(world.tenantId, [one.memoryId]);
    expect(await owed()).toHaveLength(2);
    expect(await path.indexDue(world.tenantId, 10)).toBe(1);
    expect(await owed()).toEqual([]);
    expect(await path.indexDue(world.tenantId, 10)).toBe(0);
  });

  it("waits longer after each failure of the model, while the words are found already", async () => {
    const { memoryId } = await world.seed({ statement: "The banner is teal" });
    await owe(memoryId);
    embedder.down = true;
    expect(await path.indexDue(world.tenantId, 10)).toBe(0);
    expect(await owed()).toEqual([{ attempts: 1, last_error: "embedder_unavailable", wait: 1 }]);
    expect(await rowsOf(memoryId)).toEqual({ words: "live", vector: null });
    expect(await path.indexDue(world.tenantId, 10)).toBe(0);
    expect(await owed()).toMatchObject([{ attempts: 1 }]);
    world.clock.advance(1_000);
    expect(await path.indexDue(world.tenantId, 10)).toBe(0);
    expect(await owed()).toEqual([{ attempts: 2, last_error: "embedder_unavailable", wait: 3 }]);
    embedder.down = false;
    world.clock.advance(2_000);
    expect(await path.indexDue(world.tenantId, 10)).toBe(1);
    expect(await rowsOf(memoryId)).toEqual({ words: "live", vector: "live" });
    expect(await owed()).toEqual([]);
  });
});
