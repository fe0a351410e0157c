import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { pruneCache } from "@/lib/engine/indexing/prune-cache";
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

  it("holds up nothing that a memory is in it which the model cannot take", async () => {
    const texts = Array.from({ length: 40 }, (_, i) => (i === 17 ? "a poison" : `The banner is number ${i}`));
    const made = await Promise.all(texts.map((statement) => world.seed({ statement })));
    for (const { memoryId } of made) await owe(memoryId);
    const honest = embedder.embed;
    embedder.embed = async (asked) => {
      if (asked.includes("a poison")) throw new Error("the model fails");
      return honest(asked);
    };
    for (let round = 0; round < 8; round++) {
      await path.indexDue(world.tenantId, 500);
      world.clock.advance(300_000);
    }
    // All but the one have their vectors, and that one has its words.
    const states = await Promise.all(made.map(({ memoryId }) => rowsOf(memoryId)));
    expect(states.filter(({ vector }) => vector === "live")).toHaveLength(39);
    expect(states[17]).toEqual({ words: "live", vector: null });
    expect(await owed()).toMatchObject([{ attempts: 8, last_error: "embedder_unavailable" }]);
    // Behind it the queue goes on at once.
    const late = await world.seed({ statement: "The banner is new" });
    await owe(late.memoryId);
    expect(await path.indexDue(world.tenantId, 500)).toBe(1);
    expect(await rowsOf(late.memoryId)).toEqual({ words: "live", vector: "live" });
  });

  it("goes on past work for what is not there, and past rows that were given a thousand attempts", async () => {
    await owe("mem_00000000000000000000000000");
    const { memoryId } = await world.seed({ statement: "The banner is teal" });
    await owe(memoryId);
    await opened.database.withTenant(world.tenantId, (tx) =>
      tx
        .update(outbox)
        .set({ attempts: 1_000 })
        .where(sql`tenant_id = ${world.tenantId} and object_id = ${memoryId}`),
    );
    expect(await path.indexDue(world.tenantId, 10)).toBe(2);
    expect(await owed()).toEqual([]);
    expect(await rowsOf(memoryId)).toEqual({ words: "live", vector: "live" });
  });

  it("takes any text that can be stored: nothing, as much as there may be, signs alone", async () => {
    const texts = [
      "",
      " \n\t",
      "🎉🎉🎉",
      "x".repeat(200_000),
      Array.from({ length: 29_000 }, (_, i) => `w${i}`).join(" "),
      "字".repeat(200_000),
      "今天我们在北京开会讨论项目".repeat(15_000),
      "\u200b\u202e\u0007",
    ];
    const made = [];
    for (const statement of texts) made.push(await world.seed({ statement }));
    const calm = await world.seed({ statement: "The banner is teal" });
    for (const { memoryId } of [...made, calm]) await owe(memoryId);
    expect(await path.indexDue(world.tenantId, 500)).toBe(texts.length + 1);
    expect(await owed()).toEqual([]);
    expect(await rowsOf(calm.memoryId)).toEqual({ words: "live", vector: "live" });
    for (const { memoryId } of made) expect((await rowsOf(memoryId)).words).toBe("live");
  });
});

describe("vectors that are known", () => {
  const cached = () =>
    opened.database.withTenant(world.tenantId, (tx) =>
      queryRows<{ model: string; text_digest: string }>(
        tx,
        sql`select model, text_digest from embedding_cache where tenant_id = ${world.tenantId} order by created_at, text_digest`,
      ),
    );

  it("are made once for a sentence, whoever says it, and for each tenant and model by itself", async () => {
    const [one, two] = [
      await world.seed({ statement: "The banner is teal" }),
      await world.seed({ statement: "The  banner is teal " }),
    ];
    await path.indexMemories(world.tenantId, [one.memoryId]);
    await path.indexMemories(world.tenantId, [two.memoryId]);
    expect(embedder.calls).toBe(1);
    const own = await cached();
    expect(own).toHaveLength(1);
    expect(JSON.stringify(own)).not.toContain("banner");

    const other = await createReadWorld(opened.database, embedder);
    const theirs = await other.seed({ statement: "The banner is teal" });
    await createReadPath(other.deps).indexMemories(other.tenantId, [theirs.memoryId]);
    expect(embedder.calls).toBe(2);

    const next = createHashEmbedder("hash-64@2");
    await createReadPath({ ...world.deps, ports: { ...world.deps.ports, embedder: next } }).indexMemories(
      world.tenantId,
      [one.memoryId],
    );
    expect(next.calls).toBe(1);
    expect((await cached()).map(({ model }) => model).sort()).toEqual(["hash-64@1", "hash-64@2"]);
  });

  it("are bounded: the oldest go first, and with them no vector that is searched", async () => {
    for (let i = 0; i < 5; i++) {
      const { memoryId } = await world.seed({ statement: `The banner is number ${i}` });
      await path.indexMemories(world.tenantId, [memoryId]);
      world.clock.advance(1_000);
    }
    const before = await cached();
    expect(await pruneCache(world.deps, world.tenantId, 2)).toBe(3);
    expect(await cached()).toEqual(before.slice(3));
    expect(await pruneCache(world.deps, world.tenantId, 2)).toBe(0);
    const output = await path.retrieve(world.call(), { query: "banner" });
    expect(output.snippets).toHaveLength(5);
  });
});
