import { sql } from "drizzle-orm";
import type { Tx } from "@/lib/store/client";

/**
 * Takes the words of one event away again: its payload, its quotes, what was proposed from it. For an event that brings
 * back what was erased before: refusing the memory would mean little while the ledger kept the same words.
 */
export async function dropPayload(tx: Tx, tenantId: string, eventId: string): Promise<void> {
  await tx.execute(sql`delete from event_payloads where tenant_id = ${tenantId} and event_id = ${eventId}`);
  await tx.execute(sql`update memory_sources set quote = null, key_id = null, sealed = null
    where tenant_id = ${tenantId} and event_id = ${eventId} and (quote is not null or key_id is not null)`);
  await tx.execute(sql`update candidates set proposal = null, key_id = null, sealed = null
    where tenant_id = ${tenantId} and event_id = ${eventId} and proposal is not null`);
}
