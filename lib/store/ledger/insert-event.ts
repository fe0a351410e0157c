import { and, eq } from "drizzle-orm";
import { channelOf } from "@/lib/store/channel";
import type { Tx } from "@/lib/store/client";
import { aheadOf } from "@/lib/store/look-ahead";
import { holdRows } from "@/lib/store/hold-rows";
import { sealByPolicy } from "@/lib/store/ledger/seal-payload";
import { eventPayloads, events } from "@/lib/store/schema/ledger";

export type NewEvent = typeof events.$inferInsert;
export type NewPayload = Omit<typeof eventPayloads.$inferInsert, "keyId" | "sealed" | "high">;

/**
 * Appends an event, or finds the one that was sent before under the same key.
 * @param sealFor whom it concerns, when its content is of high sensitivity; anything else is sealed when the policy says so
 * @returns the id that stands in the ledger, whether it stood there already, and whether it was erased since
 */
export async function insertEvent(
  tx: Tx,
  event: NewEvent,
  said: NewPayload,
  sealFor: string | null = null,
): Promise<{
  eventId: string;
  duplicate: boolean;
  erased: boolean;
  /** Of the event that stood there already and still has its payload: enough to tell whether it is the same one. */
  earlier: { digest: string; salt: Uint8Array } | null;
}> {
  // Sealed before the first row goes out: what it takes to find the key must not come between two rows.
  const payload = await sealByPolicy(tx, said, { scope: event.scope, sealFor }, event.recordedAt);
  const ahead = aheadOf(tx);
  const unheard = ahead?.foreseen.dedupe === event.dedupeDigest && !(await ahead?.found)?.recorded;
  if (!event.dedupeDigest || unheard) {
    // Without a key of the caller's there is nothing it could meet; with one that nobody used, only what comes at the
    // same moment: then the transaction begins anew.
    channelOf(tx).made.events.add(event.eventId);
    holdRows(tx, events, event.tenantId, [event]);
    holdRows(tx, eventPayloads, event.tenantId, [payload]);
    return { eventId: event.eventId, duplicate: false, erased: false, earlier: null };
  }
  const inserted = await tx
    .insert(events)
    .values(event)
    .onConflictDoNothing()
    .returning({ eventId: events.eventId });
  if (inserted.length > 0) {
    channelOf(tx).made.events.add(event.eventId);
    holdRows(tx, eventPayloads, event.tenantId, [payload]);
    return { eventId: event.eventId, duplicate: false, erased: false, earlier: null };
  }
  const [existing] = await tx
    .select({ eventId: events.eventId, digest: events.digest, salt: eventPayloads.salt })
    .from(events)
    .leftJoin(
      eventPayloads,
      and(eq(eventPayloads.tenantId, events.tenantId), eq(eventPayloads.eventId, events.eventId)),
    )
    .where(and(eq(events.tenantId, event.tenantId), eq(events.dedupeDigest, event.dedupeDigest ?? "")));
  if (!existing) throw new Error("the event could neither be appended nor found");
  const { eventId, digest, salt } = existing;
  return {
    eventId,
    duplicate: true,
    erased: salt === null,
    earlier: salt === null ? null : { digest, salt },
  };
}
