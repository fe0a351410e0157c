import { sql } from "drizzle-orm";
import type { HardFilter } from "@/lib/engine/model/read-query";
import type { Tx } from "@/lib/store/client";
import { queryRows } from "@/lib/store/rows";
import { inScopes } from "@/lib/store/search/hard-filter";
import { textArray } from "@/lib/store/search/parameters";

export interface FollowedAlias {
  aliasId: string;
  entityId: string;
  /** Whom the name stands for. */
  subject: string;
}

/**
 * Whom names of these keys stand for in the scopes that are looked at, or in the organisation as a whole. A scope's own
 * name stands beside the organisation's: which of them is meant depends on where a memory stands.
 */
export async function findAliasesOf(
  tx: Tx,
  tenantId: string,
  keys: readonly string[],
  within: Pick<HardFilter, "scopes" | "scopeTypes">,
): Promise<FollowedAlias[]> {
  if (keys.length === 0) return [];
  const rows = await queryRows<{ alias_id: string; entity_id: string; subject: string }>(
    tx,
    sql`select a.alias_id, a.entity_id, e.subject from entity_aliases a
      join entities e on e.tenant_id = ${tenantId} and e.entity_id = a.entity_id
      where a.tenant_id = ${tenantId} and a.alias_key = any(${textArray(keys)})
        and (a.scope = '' or ${inScopes(sql`a.scope`, within)})
      order by a.alias_id limit 50`,
  );
  return rows.map((row) => ({ aliasId: row.alias_id, entityId: row.entity_id, subject: row.subject }));
}
