import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createReadPath, type ReadPath } from "@/lib/engine/read-path";
import { queryRows } from "@/lib/store/rows";
import { createHashEmbedder, type TestEmbedder } from "@/lib/testing/hash-embedder";
import { openTestDatabase, type TestDatabase } from "@/lib/testing/open-test-database";
import { createReadWorld, type ReadWorld } from "@/lib/testing/read-world";

let opened: TestDatabase;
let world: ReadWorld;
let embedder: TestEmbedder;
let path: ReadPath;
let warnings: unknown[];

beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened?.close());
beforeEach(async () => {
  embedder = createHashEmbedder();
  warnings = [];
  world = await createReadWorld(opened.database, embedder);
  world.deps.ports.report = { warn: (fields) => warnings.push(fields) };
  path = createReadPath(world.deps);
});

async function remember(statement: string, predicate: string): Promise<string> {
  const { memoryId } = await world.seed({ statement, predicate });
  await path.indexMemories(world.tenantId, [memoryId]);
  return memoryId;
}
const ask = (over = {}) => path.retrieve(world.call(), { query: "which banner is teal?", ...over });
const idsOf = (output: { snippets: { memory_id: string }[] }) => output.snippets.map((one) => one.memory_id);

/** Takes a table away while something is asked, as a damaged index would be. */
async function without<T>(tables: readonly string[], work: () => Promise<T>): Promise<T> {
  const rename = (from: string, to: string) =>
    opened.database.asOwner((tx) =>
      queryRows(tx, sql`alter table ${sql.identifier(from)} rename to ${sql.identifier(to)}`),
    );
  for (const table of tables) await rename(table, `${table}_away`);
  try {
    return await work();
  } finally {
    for (const table of tables) await rename(`${table}_away`, table);
  }
}

describe("a model that does not answer", () => {
  it("in time is done without, and refused at high risk", async () => {
    const id = await remember("The banner is teal", "banner");
    const waited: number[] = [];
    world.deps.ports.within = (ms, work) => {
      waited.push(ms);
      void work;
      return Promise.reject(new Error("too late"));
    };
    for (const risk_level of ["low", "medium"] as const) {
      const output = await ask({ risk_level });
      expect([idsOf(output), output.degraded]).toEqual([[id], ["vector"]]);
      const trace = await path.getTrace(world.call(), output.retrieval_id);
      expect(trace.degraded).toEqual(["vector"]);
      expect(trace.channel_states.vector).toMatchObject({ state: "failed", found: 0 });
      expect(trace.stages.find((one) => one.stage === "channels")?.status).toBe("fallback");
    }
    expect(waited).toEqual([3_000, 3_000]);
    await expect(ask({ risk_level: "high" })).rejects.toMatchObject({ code: "degraded_high_risk" });
  });

  it("three times is spared for half a minute, then tried once; a success ends it", async () => {
    await remember("The banner is teal", "banner");
    embedder.down = true;
    const calls = async (times: number) => {
      const before = embedder.calls;
      for (let i = 0; i < times; i++) expect((await ask()).degraded).toEqual(["vector"]);
      return embedder.calls - before;
    };
    expect(await calls(5)).toBe(3);
    world.clock.advance(30_000);
    expect(await calls(3)).toBe(1);
    embedder.down = false;
    world.clock.advance(30_000);
    expect((await ask()).degraded).toEqual([]);
    embedder.down = true;
    expect(await calls(2)).toBe(2);
  });
});

describe("an index in trouble", () => {
  it("of vectors leaves keys and words, and says so", async () => {
    const id = await remember("The banner is teal", "banner");
    for (const risk_level of ["low", "medium"] as const) {
      const output = await without(["search_vectors"], () => ask({ risk_level }));
      expect(output.degraded).toEqual(["vector"]);
      expect(output.snippets).toMatchObject([{ memory_id: id, channels: { structured: 1, full_text: 1 } }]);
    }
    expect(warnings).toHaveLength(2);
    expect((await ask()).degraded).toEqual([]);
  });

  it("of words leaves the keys, which are read from the truth", async () => {
    const id = await remember("The banner is teal", "banner");
    await remember("Everything is teal", "mood");
    for (const intent of ["recover_decision", "recall_episode"] as const) {
      const output = await without(["search_vectors", "search_index"], () => ask({ intent }));
      expect([idsOf(output), output.degraded]).toEqual([[id], ["vector", "full_text"]]);
      const trace = await path.getTrace(world.call(), output.retrieval_id);
      expect(trace.channel_states).toMatchObject({
        structured: { state: "applied", found: 1 },
        full_text: { state: "failed", found: 0 },
        vector: { state: "failed", found: 0 },
      });
    }
  });

  it("answers nothing at high risk, whichever it is", async () => {
    await remember("The banner is teal", "banner");
    for (const table of ["search_vectors", "search_index"]) {
      await expect(without([table], () => ask({ risk_level: "high" }))).rejects.toMatchObject({
        code: "degraded_high_risk",
      });
    }
  });
});

describe("a database in trouble", () => {
  it("is never made up for: nothing is answered at any risk", async () => {
    await remember("The banner is teal", "banner");
    for (const risk_level of ["low", "medium"] as const) {
      await expect(without(["memory_periods"], () => ask({ risk_level }))).rejects.toMatchObject({
        code: "unavailable",
      });
    }
  });

  it("leaves errors of the request what they are", async () => {
    await expect(ask({ scopes: ["project:not-held"] })).rejects.toMatchObject({ code: "scope_not_allowed" });
    expect(warnings).toEqual([]);
  });
});
