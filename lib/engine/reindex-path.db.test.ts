import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createEngine } from "@/lib/engine/create-engine";
import type { Engine } from "@/lib/engine/engine";
import type { EngineDeps } from "@/lib/engine/model/deps";
import type { EnginePorts } from "@/lib/engine/ports";
import { createReadPath } from "@/lib/engine/read-path";
import { createReindexPath } from "@/lib/engine/reindex-path";
import { queryRows } from "@/lib/store/rows";
import { memories } from "@/lib/store/schema/memory";
import { createHashEmbedder, type TestEmbedder } from "@/lib/testing/hash-embedder";
import { openTestDatabase, type TestDatabase } from "@/lib/testing/open-test-database";
import { createReadWorld, type ReadWorld } from "@/lib/testing/read-world";

let opened: TestDatabase;
let world: ReadWorld;
let oldModel: TestEmbedder;
let newModel: TestEmbedder;
/** A server as it was, and one that is configured with another model and can still run the old one. */
let before: Engine;
let after: Engine;
let afterDeps: EngineDeps;

beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened?.close());
beforeEach(async () => {
  oldModel = createHashEmbedder("old@1");
  newModel = createHashEmbedder("new@1");
  world = await createReadWorld(opened.database, oldModel);
  before = createEngine(opened.database, world.deps.ports);
  const ports: EnginePorts = { ...world.deps.ports, embedder: newModel, otherEmbedders: [oldModel] };
  afterDeps = { ...world.deps, ports };
  after = createEngine(opened.database, ports);
});

async function seed(count: number, word = "lantern"): Promise<string[]> {
  const ids = [];
  for (let i = 0; i < count; i++) {
    ids.push(
      (await world.seed({ statement: `The ${word} number ${i} is lit`, scope: "project:A" })).memoryId,
    );
  }
  return ids;
}
const indexAll = async (engine: Engine, ids: readonly string[]) => {
  await opened.database.withTenant(world.tenantId, (tx) =>
    queryRows(
      tx,
      sql`insert into outbox (tenant_id, outbox_id, kind, object_id, created_at, due_at, attempts)
        select ${world.tenantId}, 'out_' || md5(i.id || ${world.deps.ports.newId("out")}), 'memory.index', i.id, ${world.clock.now().toISOString()}::timestamptz, ${world.clock.now().toISOString()}::timestamptz, 0
        from jsonb_array_elements_text(${JSON.stringify(ids)}::text::jsonb) as i(id)`,
    ),
  );
  await engine.runDueWork(world.tenantId);
};
const countOf = async (model: string) => {
  const [row] = await opened.database.withTenant(world.tenantId, (tx) =>
    queryRows<{ vectors: number; cached: number }>(
      tx,
      sql`select (select count(*)::int from search_vectors where tenant_id = ${world.tenantId} and model = ${model}) as vectors,
        (select count(*)::int from embedding_cache where tenant_id = ${world.tenantId} and model = ${model}) as cached`,
    ),
  );
  return row;
};
const modelsOf = async (id: string) => {
  const rows = await opened.database.withTenant(world.tenantId, (tx) =>
    queryRows<{ model: string; state: string }>(
      tx,
      sql`select model, state from search_vectors where tenant_id = ${world.tenantId} and memory_id = ${id} order by model desc`,
    ),
  );
  return rows.map(({ model, state }) => `${model} ${state}`);
};
/** The old model first. */
const statesNow = async (engine = after) =>
  (await engine.getReindexing(world.call())).models
    .map(({ model, state, done }) => `${model} ${state} ${done}`)
    .sort()
    .reverse();
/** Which model answered, and how many it found. */
async function ask(engine: Engine): Promise<{ model: unknown; vector: string | undefined; found: number }> {
  const output = await engine.retrieve(world.call(), {
    query: "which lantern is lit",
    k: 200,
    scopes: ["project:A"],
  });
  const trace = await engine.getTrace(world.call(), output.retrieval_id);
  return {
    model: (trace.index_versions as Record<string, unknown>).embedder ?? trace.index_versions,
    vector: output.degraded.join() || "ok",
    found: trace.candidates.filter(({ channels }) => channels.vector).length,
  };
}

describe("a tenant's vectors, made with another model", () => {
  it("answer from the old ones until all new ones are there, then from the new ones, and the old ones go", async () => {
    const ids = await seed(150);
    await indexAll(before, ids);
    expect(await statesNow(before)).toEqual(["old@1 serving 0"]);
    expect(await countOf("old@1")).toEqual({ vectors: 150, cached: 150 });

    const path = createReindexPath(afterDeps);
    await path.runDue(world.tenantId, 1);
    expect(await statesNow()).toEqual(["old@1 serving 0", "new@1 building 64"]);
    expect(await countOf("new@1")).toMatchObject({ vectors: 64 });
    expect(JSON.stringify((await ask(after)).model)).toContain("old@1");

    // What is written meanwhile gets both, and so does what happens to it.
    const [late = ""] = await seed(1, "candle");
    await path.runDue(world.tenantId, 1);
    await indexLate(late);
    expect(await modelsOf(late)).toEqual(["old@1 live", "new@1 live"]);

    await path.runDue(world.tenantId, 1_000);
    expect(await statesNow()).toEqual(["old@1 retiring 0", "new@1 serving 151"]);
    const answered = await ask(after);
    expect(JSON.stringify(answered.model)).toContain("new@1");
    expect(answered.found).toBeGreaterThan(0);
    // Another process may still ask with the old model.
    expect(await countOf("old@1")).toMatchObject({ vectors: 151 });
    world.clock.advance(60_001);
    await path.runDue(world.tenantId, 1);
    expect(await countOf("old@1")).toEqual({ vectors: 0, cached: 0 });
    expect(await countOf("new@1")).toEqual({ vectors: 151, cached: 151 });
    expect(await statesNow()).toEqual(["old@1 retired 0", "new@1 serving 151"]);
    // A process that is still configured as before does not undo it.
    await before.runDueWork(world.tenantId);
    expect(await statesNow()).toEqual(["old@1 retired 0", "new@1 serving 151"]);
    expect(await audited()).toEqual(["index.rebuild_started", "index.rebuild_finished"]);
  });

  /** By itself: due work would go on with the rest. */
  const indexLate = (id: string) => createReadPath(afterDeps).indexMemories(world.tenantId, [id]);
  const audited = async () =>
    (
      await opened.database.withTenant(world.tenantId, (tx) =>
        queryRows<{ action: string }>(
          tx,
          sql`select action from audit_log where tenant_id = ${world.tenantId} and action like 'index.%' order by at, audit_id`,
        ),
      )
    ).map(({ action }) => action);

  it("go on where a process died in the middle of a batch", async () => {
    await indexAll(before, await seed(140));
    let batches = 0;
    const dying: EngineDeps = {
      ...afterDeps,
      ports: {
        ...afterDeps.ports,
        reached: (point) => {
          if (point === "indexing" && ++batches === 2) throw new Error("the process dies");
        },
      },
    };
    await expect(createReindexPath(dying).runDue(world.tenantId, 1_000)).rejects.toThrow("dies");
    expect(await statesNow()).toEqual(["old@1 serving 0", "new@1 building 64"]);
    const calls = newModel.calls;
    await createReindexPath(afterDeps).runDue(world.tenantId, 1_000);
    expect(await statesNow()).toEqual(["old@1 retiring 0", "new@1 serving 140"]);
    expect(await countOf("new@1")).toEqual({ vectors: 140, cached: 140 });
    expect(newModel.calls - calls).toBe(2);
  });

  it("bring nothing back of what is erased meanwhile, whatever the model", async () => {
    const ids = await seed(100);
    await indexAll(before, ids);
    const path = createReindexPath(afterDeps);
    await path.runDue(world.tenantId, 1);
    const [behind = "", ahead = ""] = [ids[0], ids[99]];
    // Erased while its batch is being embedded: the words were read before.
    let during: Promise<unknown> | null = null;
    const slow: EngineDeps = {
      ...afterDeps,
      ports: {
        ...afterDeps.ports,
        embedder: {
          ...newModel,
          embed: async (texts) => {
            during ??= after.requestDeletion(world.call({ writeMode: "full" }), {
              selector: { memory_ids: [behind, ahead] },
            });
            await during;
            return newModel.embed(texts);
          },
        },
      },
    };
    await createReindexPath(slow).runDue(world.tenantId, 1_000);
    expect(during).not.toBeNull();
    expect(await modelsOf(behind)).toEqual([]);
    expect(await modelsOf(ahead)).toEqual([]);
    expect(await countOf("new@1")).toEqual({ vectors: 98, cached: 98 });
    expect(await countOf("old@1")).toEqual({ vectors: 98, cached: 98 });
  });

  it("wait while the new model is down, and the old one answers", async () => {
    await indexAll(before, await seed(10));
    newModel.down = true;
    await after.runDueWork(world.tenantId);
    await after.runDueWork(world.tenantId);
    const { models } = await after.getReindexing(world.call());
    expect(models.find(({ model }) => model === "new@1")).toMatchObject({
      state: "building",
      done: 0,
      attempts: 1,
      last_error: "embedder_unavailable",
    });
    expect(await ask(after)).toMatchObject({ vector: "ok", found: 10 });
    newModel.down = false;
    world.clock.advance(1_000);
    await after.runDueWork(world.tenantId);
    expect(await statesNow()).toEqual(["old@1 retiring 0", "new@1 serving 10"]);
  });

  it("follow what becomes of a memory also where the model is not this process's own", async () => {
    const [id = ""] = await seed(1);
    await indexAll(before, [id]);
    await after.requestReindex(world.call(), "new@1");
    await opened.database.withTenant(world.tenantId, (tx) =>
      tx
        .update(memories)
        .set({ status: "superseded" })
        .where(sql`tenant_id = ${world.tenantId} and memory_id = ${id}`),
    );
    // A server that can run the new model alone.
    const alone = createEngine(opened.database, { ...afterDeps.ports, otherEmbedders: [] });
    await indexAll(alone, [id]);
    expect(await modelsOf(id)).toEqual(["old@1 history", "new@1 history"]);
  });

  it("are made anew on request with the model that serves, and only with one that is there", async () => {
    const ids = await seed(3);
    await indexAll(before, ids);
    await opened.database.withTenant(world.tenantId, (tx) =>
      queryRows(tx, sql`delete from search_index where tenant_id = ${world.tenantId}`),
    );
    const started = await before.requestReindex(world.call(), null);
    expect(started?.models).toMatchObject([
      { model: "old@1", state: "serving", total: 3, finished_at: null },
    ]);
    await before.runDueWork(world.tenantId);
    expect(await statesNow(before)).toEqual(["old@1 serving 3"]);
    const output = await before.retrieve(world.call(), { query: "lantern", scopes: ["project:A"] });
    expect(output.snippets).toHaveLength(3);
    expect(oldModel.calls).toBe(2);
    await expect(before.requestReindex(world.call(), "unknown@1")).rejects.toMatchObject({
      code: "meaningless",
    });
    // Asked for explicitly, a model that retired serves again.
    await after.runDueWork(world.tenantId);
    expect(await statesNow()).toEqual(["old@1 retiring 3", "new@1 serving 3"]);
    await after.requestReindex(world.call(), "old@1");
    await after.runDueWork(world.tenantId);
    expect(await statesNow()).toEqual(["old@1 serving 3", "new@1 retiring 3"]);
  });
});
