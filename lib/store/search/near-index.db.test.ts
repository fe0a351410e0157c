import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { queryRows } from "@/lib/store/rows";
import { arrangeNearIndexes } from "@/lib/store/search/arrange-near-indexes";
import { prefixOf } from "@/lib/store/search/near-index";
import { createDraw, createVectors, fillScopes, inventWords } from "@/lib/testing/fill-scopes";
import { countForeign, listNearest } from "@/lib/testing/look-at-scopes";
import { agentCall, openTestEngine, type TestEngine } from "@/lib/testing/open-test-engine";

const MODEL = "fixed-32@1";
const QUESTION = "which one lies nearest";
/** A name that a careless literal would break out of, or read as a pattern. */
const LARGE = "project:o'neill_100%";
const MANY = 400;

const nextVector = createVectors(32, createDraw(3), 8);
const asked = nextVector();
let world: TestEngine;
let tenantId: string;

const text = (vector: readonly number[]) => `[${vector.join(",")}]`;
const fill = (tenant: string, scope: string, memories: number) =>
  fillScopes(world.database, {
    tenantId: tenant,
    model: MODEL,
    words: inventWords(200),
    kind: "semantic",
    scopes: [scope],
    memories,
    vectors: Array.from({ length: memories }, () => text(nextVector())),
  });

beforeAll(async () => {
  world = await openTestEngine({
    embedder: {
      model: MODEL,
      dimensions: 32,
      profile: { denseWeight: 0.2, languages: ["en"] },
      embed: async (texts) => texts.map(() => asked),
    },
  });
  tenantId = await world.createTenant();
  const other = await world.createTenant();
  await fill(tenantId, LARGE, MANY);
  await fill(tenantId, "project:o'neill_1000", 30);
  await fill(other, LARGE, MANY);
});
afterAll(() => world?.close());

const arrange = (from = MANY / 2) => arrangeNearIndexes(world.database, tenantId, from);
const standing = () =>
  world.database.asOwner((tx) =>
    queryRows<{ said: string }>(
      tx,
      sql`select pg_get_indexdef(indexrelid) as said from pg_index
        where indrelid = 'search_vectors'::regclass and pg_get_indexdef(indexrelid) like ${`%${prefixOf(tenantId)}%`}`,
    ),
  );
async function findByVector(scope: string) {
  const call = agentCall(tenantId, ["project:*"]);
  const answer = await world.engine.retrieve(call, { query: QUESTION, scopes: [scope], k: 50 });
  const trace = await world.engine.getTrace(call, answer.retrieval_id);
  return {
    all: trace.candidates.map((line) => line.memory_id),
    near: trace.candidates
      .filter((line) => line.channels.vector !== undefined)
      .sort((a, b) => (a.channels.vector?.rank ?? 0) - (b.channels.vector?.rank ?? 0))
      .map((line) => line.memory_id),
  };
}
const nearest = (count: number) =>
  listNearest(world.database, { tenantId, model: MODEL, scope: LARGE, vector: asked, count, floor: 0.25 });

describe("a large scope", () => {
  it("gets an index of its vectors, once; a small one gets none", async () => {
    expect(await arrange()).toEqual({ made: 1, dropped: 0 });
    expect(await arrange()).toEqual({ made: 0, dropped: 0 });
    const indexes = await standing();
    expect(indexes).toHaveLength(1);
    expect(indexes[0]?.said).toContain("hnsw");
    expect(indexes[0]?.said).toContain("o''neill_100%");
  });

  it("is searched through it: what is nearest, and nobody else's", async () => {
    const best = await nearest(10);
    expect(best).toHaveLength(10);
    const found = await findByVector(LARGE);
    expect(best.filter((id) => found.near.slice(0, 10).includes(id)).length).toBeGreaterThanOrEqual(9);
    expect(await countForeign(world.database, tenantId, LARGE, found.all)).toBe(0);
  });

  it("serves nothing that the filter holds back, whatever the index says", async () => {
    const [first] = await nearest(1);
    const set = (status: string) =>
      world.database.withTenant(tenantId, (tx) =>
        tx.execute(
          sql`update memories set status = ${status} where tenant_id = ${tenantId} and memory_id = ${first}`,
        ),
      );
    expect((await findByVector(LARGE)).all).toContain(first);
    await set("revoked");
    expect((await findByVector(LARGE)).all).not.toContain(first);
    await set("active");
  });

  it("loses it when it has shrunk, and the rows are gone from it with those of the table", async () => {
    await world.database.withTenant(tenantId, (tx) =>
      tx.execute(sql`delete from search_vectors where tenant_id = ${tenantId} and scope = ${LARGE}`),
    );
    expect((await findByVector(LARGE)).near).toEqual([]);
    expect(await arrange()).toEqual({ made: 0, dropped: 1 });
    expect(await standing()).toEqual([]);
  });
});
