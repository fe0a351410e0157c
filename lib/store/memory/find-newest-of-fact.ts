import { sql } from "drizzle-orm";
import type { Tx } from "@/lib/store/client";
import { queryRows } from "@/lib/store/rows";

/** The newest version of a fact that was not erased; null when none is left. */
export async function findNewestOfFact(tx: Tx, tenantId: string, factId: string): Promise<string | null> {
  const [row] = await queryRows<{ memory_id: string }>(
    tx,
    sql`select memory_id from memories where tenant_id = ${tenantId} and fact_id = ${factId} and status <> 'deleted'
      order by memory_id desc limit 1`,
  );
  return row?.memory_id ?? null;
}
