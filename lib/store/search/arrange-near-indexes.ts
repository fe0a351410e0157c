import { sql } from "drizzle-orm";
import type { Database, Tx } from "@/lib/store/client";
import { queryRows } from "@/lib/store/rows";
import { NEAR_FROM, NEAR_KEPT, nameNearIndex, nearRows, prefixOf } from "@/lib/store/search/near-index";

/** Beyond this an index of half-precision vectors cannot be made; such a model is compared exactly. */
const MOST_DIMENSIONS = 4_000;

interface Crowded {
  model: string;
  scope: string;
  vectors: number;
  dimensions: number;
}

/**
 * Gives each scope that has grown large an index of its vectors, and takes it from those that have shrunk or are gone. A
 * global one would find next to nothing in a scope that is a small part of the table. Made while others write; one that a
 * crash left unfinished is made anew.
 */
export async function arrangeNearIndexes(
  database: Database,
  tenantId: string,
  from = NEAR_FROM,
): Promise<{ made: number; dropped: number }> {
  const crowded = await database.withTenant(tenantId, (tx) => listCrowded(tx, tenantId, from * NEAR_KEPT));
  const standing = await database.asOwner((tx) => listStanding(tx, tenantId));
  const kept = new Set(crowded.map((one) => nameNearIndex({ tenantId, ...one })));
  const concurrently = database.kind === "server" ? "concurrently " : "";
  let dropped = 0;
  for (const [name, whole] of standing) {
    if (whole && kept.has(name)) continue;
    await database.maintain(`drop index ${concurrently}if exists ${name}`);
    standing.delete(name);
    dropped += 1;
  }
  let made = 0;
  for (const { model, scope, vectors, dimensions } of crowded) {
    const place = { tenantId, model, scope };
    const name = nameNearIndex(place);
    if (vectors < from || standing.has(name) || dimensions > MOST_DIMENSIONS) continue;
    await database.maintain(`create index ${concurrently}if not exists ${name} on search_vectors
      using hnsw ((embedding::halfvec(${dimensions})) halfvec_cosine_ops) where ${nearRows(place)}`);
    made += 1;
  }
  return { made, dropped };
}

async function listCrowded(tx: Tx, tenantId: string, least: number): Promise<Crowded[]> {
  return queryRows<Crowded>(
    tx,
    sql`select c.model, c.scope, c.vectors, d.dimensions from (
        select model, scope, count(*)::int as vectors from search_vectors
        where tenant_id = ${tenantId} and state = 'live' group by model, scope having count(*) >= ${least}::float8
      ) c cross join lateral (
        select vector_dims(v.embedding) as dimensions from search_vectors v
        where v.tenant_id = ${tenantId} and v.model = c.model and v.scope = c.scope and v.state = 'live' limit 1
      ) d order by c.model, c.scope`,
  );
}

/** By name, whether it is whole. */
async function listStanding(tx: Tx, tenantId: string): Promise<Map<string, boolean>> {
  const rows = await queryRows<{ name: string; whole: boolean }>(
    tx,
    sql`select c.relname as name, i.indisvalid as whole from pg_index i join pg_class c on c.oid = i.indexrelid
      where i.indrelid = 'search_vectors'::regclass and starts_with(c.relname, ${prefixOf(tenantId)})`,
  );
  return new Map(rows.map((row) => [row.name, row.whole]));
}
