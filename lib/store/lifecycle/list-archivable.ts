import { sql } from "drizzle-orm";
import type { Kind } from "@/lib/contracts/common";
import type { Tx } from "@/lib/store/client";
import { queryRows, toInstant } from "@/lib/store/rows";

/** Scopes with more memories in force than this, and by how many. */
export async function listFullScopes(
  tx: Tx,
  tenantId: string,
  mostActive: number,
): Promise<{ scope: string; excess: number }[]> {
  return queryRows<{ scope: string; excess: number }>(
    tx,
    sql`select scope, (count(*) - ${mostActive}::int)::int as excess from memories
      where tenant_id = ${tenantId} and status = 'active'
      group by scope having count(*) > ${mostActive}::int order by scope`,
  );
}

export interface Archivable {
  memoryId: string;
  factId: string;
  kind: Kind;
  importance: number;
  uses: number;
  lastTouched: Date;
}

/**
 * What of a scope may leave the hot indexes, least recently touched first and `limit` at most: not what is of some
 * importance, not a confirmed procedure, not one side of an open conflict, not what waits for its erasure, and nothing
 * that is yet to begin.
 */
export async function listArchivable(
  tx: Tx,
  tenantId: string,
  where: { scope: string; keepsImportance: number; now: Date },
  limit: number,
): Promise<Archivable[]> {
  const rows = await queryRows<Record<string, unknown>>(
    tx,
    sql`select m.memory_id, m.fact_id, m.kind, m.importance, m.use_count,
        greatest(m.recorded_at, m.last_used_at) as touched
      from memories m
      where m.tenant_id = ${tenantId} and m.scope = ${where.scope} and m.status = 'active'
        and m.importance < ${where.keepsImportance}::int and m.withheld_by is null
        and not (m.kind = 'procedural' and m.confirmation = 'confirmed')
        and m.claim_from <= ${where.now.toISOString()}::timestamptz
        and not exists (select 1 from conflicts c where c.tenant_id = ${tenantId} and c.closed_at is null
          and m.memory_id in (c.incumbent_id, c.challenger_id))
      order by touched, m.memory_id limit ${limit}::int`,
  );
  return rows.map((row) => ({
    memoryId: String(row.memory_id),
    factId: String(row.fact_id),
    kind: row.kind as Kind,
    importance: Number(row.importance),
    uses: Number(row.use_count),
    lastTouched: toInstant(row.touched),
  }));
}
