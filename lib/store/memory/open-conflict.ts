import type { Tx } from "@/lib/store/client";
import { holdRows } from "@/lib/store/hold-rows";
import { conflicts } from "@/lib/store/schema/memory";

/** Two sides that only a person can settle. Both stay readable; the incumbent stays in force. */
export async function openConflict(tx: Tx, conflict: typeof conflicts.$inferInsert): Promise<void> {
  holdRows(tx, conflicts, conflict.tenantId, [conflict]);
}
