import { sql } from "drizzle-orm";
import type { Tx } from "@/lib/store/client";
import { textSet } from "@/lib/store/erasure/id-list";
import { queryRows } from "@/lib/store/rows";

/**
 * Exports that hold these memories, or are about to: those of a subject or a scope that one of them belongs to. Asked
 * before the facts lose their keys.
 */
export async function listExportsOf(
  tx: Tx,
  tenantId: string,
  gone: { memoryIds: readonly string[]; factIds: readonly string[]; wholeSubject: string | null },
): Promise<string[]> {
  const rows = await queryRows<{ export_id: string }>(
    tx,
    sql`select x.export_id from exports x
      where x.tenant_id = ${tenantId} and x.state in ('queued', 'ready', 'failed') and (
        x.subject = ${gone.wholeSubject}::text
        or x.subject in (select m.scope from memories m where m.tenant_id = ${tenantId} and m.memory_id in ${textSet(gone.memoryIds)})
        or x.subject in (select f.subject from facts f where f.tenant_id = ${tenantId} and f.fact_id in ${textSet(gone.factIds)}))
      order by 1`,
  );
  return rows.map((row) => row.export_id);
}
