import { sql } from "drizzle-orm";
import type { Tx } from "@/lib/store/client";
import { queryRows } from "@/lib/store/rows";

/** Whom a name means in a scope: the scope's own alias first, then the organisation's. Null when nobody said. */
export async function findCanonicalSubject(
  tx: Tx,
  tenantId: string,
  scope: string,
  aliasKey: string,
): Promise<string | null> {
  const [row] = await queryRows<{ subject: string }>(
    tx,
    sql`select e.subject from entity_aliases a
        join entities e on e.tenant_id = ${tenantId} and e.entity_id = a.entity_id
        where a.tenant_id = ${tenantId} and a.alias_key = ${aliasKey} and a.scope in ('', ${scope})
        order by (a.scope <> '') desc limit 1`,
  );
  return row?.subject ?? null;
}
