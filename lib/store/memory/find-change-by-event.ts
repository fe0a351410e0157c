import { sql } from "drizzle-orm";
import type { Tx } from "@/lib/store/client";
import { queryRows } from "@/lib/store/rows";

/** What a verb that rests on this event did to a memory; null when it has done nothing yet. */
export async function findChangeByEvent(
  tx: Tx,
  tenantId: string,
  memoryId: string,
  eventId: string,
): Promise<{ operation: string; reasonCode: string } | null> {
  const [row] = await queryRows<{ operation: string; reason_code: string }>(
    tx,
    sql`select t.operation, t.reason_code from memory_sources s
      join memory_transitions t on t.tenant_id = ${tenantId} and t.memory_id = s.memory_id and t.at = s.recorded_at
      where s.tenant_id = ${tenantId} and s.memory_id = ${memoryId} and s.event_id = ${eventId}
      order by t.transition_id limit 1`,
  );
  return row ? { operation: row.operation, reasonCode: row.reason_code } : null;
}
