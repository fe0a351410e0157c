import { sql } from "drizzle-orm";
import type { Tx } from "@/lib/store/client";
import { textSet } from "@/lib/store/erasure/id-list";

/** Nothing is left to decide of these memories: what was open for them is closed, and says so. */
export async function withdrawHeld(
  tx: Tx,
  tenantId: string,
  memoryIds: readonly string[],
  by: { kind: string; id: string },
  at: Date,
): Promise<void> {
  if (memoryIds.length === 0) return;
  const now = sql`${at.toISOString()}::timestamptz`;
  const ids = textSet(memoryIds);
  await tx.execute(sql`
    update approvals set state = 'withdrawn', revision = revision + 1, decided_at = ${now},
      decided_by_kind = ${by.kind}, decided_by_id = ${by.id}
    where tenant_id = ${tenantId} and state = 'open' and (memory_id in ${ids} or target_id in ${ids})`);
  await tx.execute(sql`
    update quarantine set state = 'withdrawn', revision = revision + 1, decided_at = ${now},
      decided_by_kind = ${by.kind}, decided_by_id = ${by.id}
    where tenant_id = ${tenantId} and state = 'held' and memory_id in ${ids}`);
}
