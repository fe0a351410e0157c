import { sql } from "drizzle-orm";
import type { Tx } from "@/lib/store/client";
import { queryRows } from "@/lib/store/rows";

/** Exports of everything about this person, whoever asked for them, newest first. */
export async function listExportIdsOf(
  tx: Tx,
  own: { tenantId: string; self: string },
  limit: number,
): Promise<string[]> {
  const rows = await queryRows<{ export_id: string }>(
    tx,
    sql`select export_id from exports where tenant_id = ${own.tenantId} and subject = ${own.self}
      order by requested_at desc, export_id desc limit ${limit}`,
  );
  return rows.map((row) => row.export_id);
}
