import type { Tx } from "@/lib/store/client";
import { conflicts } from "@/lib/store/schema/memory";

/** Two sides that only a person can settle. Both stay readable; the incumbent stays in force. */
export async function openConflict(tx: Tx, conflict: typeof conflicts.$inferInsert): Promise<void> {
  await tx.insert(conflicts).values(conflict);
}
