import { type SQL, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DEFAULT_RETRIEVAL_POLICY } from "@/lib/engine/policy/retrieval-policy";
import { projectQuery } from "@/lib/engine/retrieve/project-query";
import { queryRows } from "@/lib/store/rows";
import { arrangeNearIndexes } from "@/lib/store/search/arrange-near-indexes";
import { flattenStatement } from "@/lib/store/flatten-statement";
import { nameNearIndex } from "@/lib/store/search/near-index";
import { prepareSearch } from "@/lib/store/search/prepare-search";
import { composeSearch } from "@/lib/store/search/search-memories";
import { createDraw, createVectors, fillScopes, inventWords } from "@/lib/testing/fill-scopes";
import { settleStatistics } from "@/lib/testing/look-at-scopes";
import { agentCall, openTestEngine, type TestEngine } from "@/lib/testing/open-test-engine";

const MODEL = "fixed-32@1";
const TABLES = [
  "memories",
  "facts",
  "memory_periods",
  "memory_contents",
  "memory_sources",
  "search_index",
  "search_vectors",
];
const words = inventWords(300);
const nextVector = createVectors(32, createDraw(5), 8);
const vector = nextVector();
let world: TestEngine;
let tenantId: string;

/** 30,000 memories of two tenants: one large scope, a small one, and many others. */
beforeAll(async () => {
  world = await openTestEngine();
  tenantId = await world.createTenant();
  const vectors = Array.from({ length: 200 }, () => `[${nextVector().join(",")}]`);
  const filling = { model: MODEL, words, vectors, kind: "semantic" as const };
  const others = Array.from({ length: 40 }, (_, at) => `project:other ${at}`);
  await fillScopes(world.database, { ...filling, tenantId, scopes: others, memories: 16_000 });
  await fillScopes(world.database, { ...filling, tenantId, scopes: ["project:large"], memories: 4_000 });
  await fillScopes(world.database, { ...filling, tenantId, scopes: ["project:small"], memories: 100 });
  const neighbour = await world.createTenant();
  await fillScopes(world.database, { ...filling, tenantId: neighbour, scopes: others, memories: 10_000 });
  await arrangeNearIndexes(world.database, tenantId, 3_000);
  const url = world.urls?.owner ?? "";
  await settleStatistics(world.database, { kind: "server", url });
}, 300_000);
afterAll(() => world?.close());

interface PlanNode {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  "Index Cond"?: string;
  "Recheck Cond"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  Plans?: PlanNode[];
}

/** The one plan that serves every scope, as the restricted role runs it. */
async function planOf(scope: string, large: boolean, intent?: "recall_episode"): Promise<PlanNode[]> {
  return world.database.withTenant(tenantId, async (tx) => {
    const place = { tenantId, model: MODEL, scope };
    const { near } = await prepareSearch(tx, tenantId, new Date(), null, place);
    expect(near).toBe(large);
    const { principal } = agentCall(tenantId, ["project:*"]);
    const input = {
      query: `${words[0]} ${words[40]} ${words[90]}`,
      scopes: [scope],
      ...(intent && { intent }),
    };
    const { query } = projectQuery(principal, input, DEFAULT_RETRIEVAL_POLICY, new Date(), "UTC");
    const asked = { ...query, near, vector: { model: MODEL, embedding: vector, weight: 0.2 } };
    const { text, parameters } = flattenStatement(composeSearch(tenantId, asked));
    await tx.execute(sql.raw(`prepare looked_at as ${text}`));
    const literals = parameters.map((one) =>
      typeof one === "string" ? `'${one.replaceAll("'", "''")}'` : String(one),
    );
    const explained: SQL = sql.raw(
      `explain (analyze, format json) execute looked_at(${literals.join(", ")})`,
    );
    const [row] = await queryRows<{ "QUERY PLAN": { Plan: PlanNode }[] }>(tx, explained);
    await tx.execute(sql.raw("deallocate looked_at"));
    const nodes: PlanNode[] = [];
    const visit = (node: PlanNode) => {
      nodes.push(node);
      node.Plans?.forEach(visit);
    };
    visit(row?.["QUERY PLAN"][0]?.Plan as PlanNode);
    return nodes;
  });
}

/** Rows of our tables that a node took up, whether or not they were of use. */
const rowsLookedAt = (node: PlanNode) =>
  (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0)) * node["Actual Loops"];

describe("the plan of a search", () => {
  it.each([
    ["a small scope", "project:small", 100, false, undefined],
    ["a usual one", "project:other 3", 400, false, undefined],
    ["a large one", "project:large", 4_000, true, undefined],
    ["episodes of a large one", "project:large", 4_000, true, "recall_episode" as const],
  ])("looks at no other scope's rows: %s", async (_, scope, size, large, intent) => {
    const nodes = await planOf(scope, large, intent);
    const ours = nodes.filter((node) => TABLES.includes(node["Relation Name"] ?? ""));
    expect(ours.length).toBeGreaterThan(8);
    expect(ours.filter((node) => node["Node Type"] === "Seq Scan")).toEqual([]);
    for (const node of ours) expect(rowsLookedAt(node)).toBeLessThanOrEqual(size);
  });

  it("goes through a scope's own index where it has one, and nowhere else", async () => {
    const near = nameNearIndex({ tenantId, model: MODEL, scope: "project:large" });
    const used = async (scope: string, large: boolean, intent?: "recall_episode") =>
      (await planOf(scope, large, intent)).some((node) => node["Index Name"] === near);
    expect(await used("project:large", true)).toBe(true);
    expect(await used("project:small", false)).toBe(false);
    expect(await used("project:other 3", false)).toBe(false);
    expect(await used("project:large", true, "recall_episode")).toBe(false);
  });
});
