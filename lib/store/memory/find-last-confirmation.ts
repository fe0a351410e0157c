import { sql } from "drizzle-orm";
import type { Tx } from "@/lib/store/client";
import { queryRows } from "@/lib/store/rows";

export interface LastConfirmation {
  actorId: string;
  confirmationBefore: string;
  eventId: string;
  authorityBefore: number;
  trustBefore: number;
}

/**
 * The confirmation of a memory, when it is the last thing that happened to it; null otherwise, and when the entry does
 * not say what the memory was before (entries of older versions do not).
 */
export async function findLastConfirmation(
  tx: Tx,
  tenantId: string,
  memoryId: string,
): Promise<LastConfirmation | null> {
  const [step] = await queryRows<{ operation: string; actor_id: string; before: string | null }>(
    tx,
    sql`select operation, actor_id, from_confirmation as before from memory_transitions
      where tenant_id = ${tenantId} and memory_id = ${memoryId} order by at desc, transition_id desc limit 1`,
  );
  if (step?.operation !== "CONFIRM" || step.before === null || step.before === "confirmed") return null;
  const [entry] = await queryRows<{ body: string }>(
    tx,
    sql`select body from audit_log
      where tenant_id = ${tenantId} and object_type = 'memory' and object_id = ${memoryId} and action = 'memory.confirmed'
      order by at desc, audit_id desc limit 1`,
  );
  if (!entry) return null;
  const { details } = JSON.parse(entry.body) as { details: Record<string, unknown> };
  const { event_id, authority_before, trust_before } = details;
  if (
    typeof event_id !== "string" ||
    typeof authority_before !== "number" ||
    typeof trust_before !== "number"
  )
    return null;
  return {
    actorId: step.actor_id,
    confirmationBefore: step.before,
    eventId: event_id,
    authorityBefore: authority_before,
    trustBefore: trust_before,
  };
}

/** An event supports a memory no longer. */
export async function dropSource(tx: Tx, tenantId: string, memoryId: string, eventId: string): Promise<void> {
  await tx.execute(
    sql`delete from memory_sources
      where tenant_id = ${tenantId} and memory_id = ${memoryId} and event_id = ${eventId} and relation = 'supports'`,
  );
}
