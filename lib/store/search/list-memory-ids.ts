import { sql } from "drizzle-orm";
import type { Tx } from "@/lib/store/client";
import { queryRows } from "@/lib/store/rows";

/** A page of all memories of a tenant, in the order of their ids. */
export async function listMemoryIds(
  tx: Tx,
  tenantId: string,
  after: string,
  limit: number,
): Promise<string[]> {
  const rows = await queryRows<{ memory_id: string }>(
    tx,
    sql`select memory_id from memories where tenant_id = ${tenantId} and memory_id > ${after}
      order by memory_id limit ${limit}::int`,
  );
  return rows.map((row) => row.memory_id);
}
