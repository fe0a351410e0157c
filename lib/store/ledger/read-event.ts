import { and, eq } from "drizzle-orm";
import type { StoredEvent } from "@/lib/contracts/events";
import type { Tx } from "@/lib/store/client";
import { openPayload } from "@/lib/store/ledger/open-payload";
import { eventPayloads, events } from "@/lib/store/schema/ledger";

/** An event with what is left of its payload; null when there is none of this id. */
export async function readEvent(tx: Tx, tenantId: string, eventId: string): Promise<StoredEvent | null> {
  const [row] = await tx
    .select({ event: events, payload: eventPayloads })
    .from(events)
    .leftJoin(
      eventPayloads,
      and(eq(eventPayloads.tenantId, events.tenantId), eq(eventPayloads.eventId, events.eventId)),
    )
    .where(and(eq(events.tenantId, tenantId), eq(events.eventId, eventId)));
  if (!row) return null;
  const { event } = row;
  const payload = row.payload === null ? null : await openPayload(tx, row.payload);
  return {
    event_id: event.eventId,
    type: event.type as StoredEvent["type"],
    scope: event.scope,
    subject: payload?.subject ?? null,
    session_id: payload?.sessionId ?? null,
    actor: event.actorKind as StoredEvent["actor"],
    source: {
      type: event.sourceType as StoredEvent["source"]["type"],
      ref: payload?.sourceRef ?? null,
      uri: payload?.sourceUri ?? null,
    },
    occurred_at: event.occurredAt.toISOString(),
    recorded_at: event.recordedAt.toISOString(),
    content: (payload?.content ?? null) as StoredEvent["content"],
    digest: event.digest,
    sensitivity: row.payload?.high ? "high" : null,
    erased: payload === null,
  };
}
