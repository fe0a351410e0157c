import { and, eq } from "drizzle-orm";
import type { Tx } from "@/lib/store/client";
import { events } from "@/lib/store/schema/ledger";

/** The event that was recorded under this keyed digest of its idempotency key; null when there is none. */
export async function findEventByDigest(tx: Tx, tenantId: string, digest: string): Promise<string | null> {
  const [row] = await tx
    .select({ eventId: events.eventId })
    .from(events)
    .where(and(eq(events.tenantId, tenantId), eq(events.dedupeDigest, digest)));
  return row?.eventId ?? null;
}
