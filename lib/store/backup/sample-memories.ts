import { sql } from "drizzle-orm";
import type { Tx } from "@/lib/store/client";
import { queryRows } from "@/lib/store/rows";
import { openMemoryRows } from "@/lib/store/sealing/open-memory-rows";

/** A few memories that a question with their own words should find: the newest of each scope that the search holds. */
export async function sampleMemories(
  tx: Tx,
  tenantId: string,
  most: number,
): Promise<{ memoryId: string; scope: string; statement: string }[]> {
  const rows = await queryRows<Record<string, unknown>>(
    tx,
    sql`select * from (
      select distinct on (m.scope) m.memory_id, m.scope, c.statement, c.key_id, c.sealed from memories m
        join memory_contents c on c.tenant_id = ${tenantId} and c.memory_id = m.memory_id
        join memory_periods p on p.tenant_id = ${tenantId} and p.memory_id = m.memory_id
          and upper_inf(p.known) and upper_inf(p.valid)
      where m.tenant_id = ${tenantId} and m.status = 'active' and m.confirmation = 'confirmed' and m.kind = 'semantic'
        and m.sensitivity <> 'high' and m.withheld_by is null and (c.key_id is not null or length(c.statement) between 8 and 300)
      order by m.scope, m.memory_id desc) s order by memory_id desc limit ${most}::int`,
  );
  return (await openMemoryRows(tx, tenantId, rows)).map((row) => ({
    memoryId: String(row.memory_id),
    scope: String(row.scope),
    statement: String(row.statement),
  }));
}

/** Memories that were erased, and those of them of which words stand somewhere all the same. */
export async function countErased(tx: Tx, tenantId: string): Promise<{ erased: number; left: number }> {
  const [row] = await queryRows<{ erased: number; left: number }>(
    tx,
    sql`select count(*)::int as erased,
        (count(*) filter (where exists (select 1 from memory_contents c where c.tenant_id = ${tenantId} and c.memory_id = d.memory_id)
          or exists (select 1 from search_index i where i.tenant_id = ${tenantId} and i.memory_id = d.memory_id)
          or exists (select 1 from search_vectors v where v.tenant_id = ${tenantId} and v.memory_id = d.memory_id)))::int as "left"
      from (select distinct memory_id from deletion_memories where tenant_id = ${tenantId} and erased_at is not null) d`,
  );
  return row ?? { erased: 0, left: 0 };
}
