import { sql } from "drizzle-orm";
import type { Tx } from "@/lib/store/client";
import { textSet } from "@/lib/store/erasure/id-list";
import { queryRows } from "@/lib/store/rows";

/**
 * Entities whose other names go with an erasure: everything about them goes, or these memories are the last that are
 * filed under them.
 */
export async function listForgottenEntities(
  tx: Tx,
  tenantId: string,
  gone: { memoryIds: readonly string[]; factIds: readonly string[]; wholeSubject: string | null },
): Promise<string[]> {
  const rows = await queryRows<{ entity_id: string }>(
    tx,
    sql`select e.entity_id from entities e where e.tenant_id = ${tenantId} and (e.subject = ${gone.wholeSubject}
        or (e.subject in (select f.subject from facts f where f.tenant_id = ${tenantId} and f.fact_id in ${textSet(gone.factIds)})
          and not exists (select 1 from facts f
            join memories m on m.tenant_id = ${tenantId} and m.fact_id = f.fact_id
            join memory_contents c on c.tenant_id = ${tenantId} and c.memory_id = m.memory_id
            where f.tenant_id = ${tenantId} and f.subject = e.subject and m.memory_id not in ${textSet(gone.memoryIds)})))
      order by 1`,
  );
  return rows.map((row) => row.entity_id);
}
