import { sql } from "drizzle-orm";
import type { Tx } from "@/lib/store/client";
import { queryRows } from "@/lib/store/rows";
import { instantParam } from "@/lib/store/search/parameters";

export interface FactOfMemories {
  factId: string;
  memoryIds: string[];
}

/**
 * Facts with a version that still counts as in force although its time ran out in (since, until], in the order in which
 * every writer locks them. Bounded on both sides, because history is full of ends that are settled long ago.
 */
export async function listOverdue(
  tx: Tx,
  tenantId: string,
  time: { since: Date | null; until: Date },
  limit: number,
): Promise<FactOfMemories[]> {
  const since = time.since === null ? sql`` : sql`and upper(p.valid) > ${instantParam(time.since)}`;
  const until = instantParam(time.until);
  const rows = await queryRows<{ fact_id: string; memory_ids: string[] }>(
    tx,
    sql`select m.fact_id, json_agg(m.memory_id order by m.memory_id) as memory_ids from memories m
      where m.tenant_id = ${tenantId} and m.status = 'active'
        and m.memory_id in (select p.memory_id from memory_periods p
          where p.tenant_id = ${tenantId} and upper_inf(p.known) and upper(p.valid) <= ${until} ${since})
        and not exists (select 1 from memory_periods p where p.tenant_id = ${tenantId} and p.memory_id = m.memory_id
          and upper_inf(p.known) and (upper_inf(p.valid) or upper(p.valid) > ${until}))
      group by m.fact_id order by m.fact_id limit ${limit}::int`,
  );
  return rows.map((row) => ({ factId: row.fact_id, memoryIds: row.memory_ids }));
}
