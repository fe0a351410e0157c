import { sql } from "drizzle-orm";
import type { Tx } from "@/lib/store/client";
import { textSet } from "@/lib/store/erasure/id-list";
import { queryRows } from "@/lib/store/rows";

/** From here on no agent reads these, though their erasure may still be taken back. */
export async function withholdMemories(
  tx: Tx,
  tenantId: string,
  deletionId: string,
  memoryIds: readonly string[],
): Promise<void> {
  await tx.execute(sql`update memories set withheld_by = ${deletionId}
    where tenant_id = ${tenantId} and memory_id in ${textSet(memoryIds)} and withheld_by is null`);
}

/** They are read again, unless another erasure has them. */
export async function releaseMemories(tx: Tx, tenantId: string, deletionId: string): Promise<void> {
  await tx.execute(sql`update memories m set withheld_by = (
      select min(d.deletion_id) from deletion_memories dm
        join deletions d on d.tenant_id = ${tenantId} and d.deletion_id = dm.deletion_id
      where dm.tenant_id = ${tenantId} and dm.memory_id = m.memory_id and d.deletion_id <> ${deletionId}
        and d.status = 'requested')
    where m.tenant_id = ${tenantId} and m.withheld_by = ${deletionId}`);
}

export async function isWithheld(tx: Tx, tenantId: string, memoryId: string): Promise<boolean> {
  const rows = await queryRows(
    tx,
    sql`select 1 from memories where tenant_id = ${tenantId} and memory_id = ${memoryId} and withheld_by is not null`,
  );
  return rows.length > 0;
}
