import { sql } from "drizzle-orm";
import type { Tx } from "@/lib/store/client";
import { queryRows } from "@/lib/store/rows";
import { instantParam } from "@/lib/store/search/parameters";

/**
 * Compiling a statement of this size to machine code takes longer than running it, at every size of scope. For this
 * transaction alone.
 */
export async function preferInterpreter(tx: Tx): Promise<void> {
  await queryRows(tx, sql`set local jit = off`);
}

/** The tenant's subjects whose memory is paused at this instant, for everybody or for this agent; few at any time. */
export async function listPausedNow(
  tx: Tx,
  tenantId: string,
  now: Date,
  agentId: string | null,
): Promise<string[]> {
  const rows = await queryRows<{ subject: string }>(
    tx,
    sql`select subject from subject_controls
      where tenant_id = ${tenantId} and paused_at <= ${instantParam(now)}
        and (paused_until is null or paused_until > ${instantParam(now)})
      union
      select subject from subject_agent_pauses where tenant_id = ${tenantId} and agent_id = ${agentId}::text`,
  );
  return rows.map((row) => row.subject);
}

/** The zone of the tenant's clock: what "yesterday" means when a request names none. */
export async function findTimeZone(tx: Tx, tenantId: string): Promise<string> {
  const [row] = await queryRows<{ time_zone: string }>(
    tx,
    sql`select time_zone from tenants where tenant_id = ${tenantId}`,
  );
  return row?.time_zone ?? "UTC";
}
