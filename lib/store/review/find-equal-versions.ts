import { sql } from "drizzle-orm";
import type { Tx } from "@/lib/store/client";
import { queryRows } from "@/lib/store/rows";

/** Versions of the same fact that say the same value, this one included. Read under the fact's lock. */
export async function findEqualVersions(tx: Tx, tenantId: string, memoryId: string): Promise<string[]> {
  const rows = await queryRows<{ memory_id: string }>(
    tx,
    sql`select o.memory_id from memories m
        join memory_contents c on c.tenant_id = ${tenantId} and c.memory_id = m.memory_id
        join memories o on o.tenant_id = ${tenantId} and o.fact_id = m.fact_id
        join memory_contents d on d.tenant_id = ${tenantId} and d.memory_id = o.memory_id and d.value_digest = c.value_digest
        where m.tenant_id = ${tenantId} and m.memory_id = ${memoryId} order by o.revision`,
  );
  return rows.map((row) => row.memory_id);
}
