import { sql } from "drizzle-orm";
import type { Tx } from "@/lib/store/client";
import { openOrigins } from "@/lib/store/ledger/open-payload";
import { queryRows } from "@/lib/store/rows";
import { textArray } from "@/lib/store/search/parameters";

export interface SourceAddress {
  memoryId: string;
  uri: string | null;
  ref: string | null;
}

/** Where the first source of each of these memories came from, as far as its writer said. For comparing alone: of what is
 * of high sensitivity it is not to be shown. */
export async function readSourceOrigins(
  tx: Tx,
  tenantId: string,
  memoryIds: readonly string[],
): Promise<SourceAddress[]> {
  const rows = await queryRows<{
    memory_id: string;
    event_id: string;
    source_uri: string | null;
    source_ref: string | null;
  }>(
    tx,
    sql`select distinct on (s.memory_id) s.memory_id, s.event_id, p.source_uri, p.source_ref, p.key_id, p.sealed
      from memory_sources s
      join event_payloads p on p.tenant_id = ${tenantId} and p.event_id = s.event_id
      where s.tenant_id = ${tenantId} and s.memory_id = any(${textArray(memoryIds)}) and s.relation <> 'contradicts'
      order by s.memory_id, s.observed_at, s.event_id`,
  );
  return (await openOrigins(tx, tenantId, rows)).map((row) => ({
    memoryId: row.memory_id,
    uri: row.source_uri,
    ref: row.source_ref,
  }));
}
