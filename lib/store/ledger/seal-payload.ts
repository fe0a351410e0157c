import { and, eq, isNull } from "drizzle-orm";
import type { Tx } from "@/lib/store/client";
import { eventPayloads, events } from "@/lib/store/schema/ledger";
import { concernedBy } from "@/lib/engine/model/concerned";
import type { NewPayload } from "@/lib/store/ledger/insert-event";
import { createSealer } from "@/lib/store/sealing/seal-rows";

type PayloadRow = typeof eventPayloads.$inferInsert;

/** What of a payload is sealed. Salt and subject stay: one is noise, the other names whom an erasure asks for. */
export interface SealedPayload {
  content: unknown;
  session_id: string | null;
  source_ref: string | null;
  source_uri: string | null;
  language: string | null;
  episode: unknown;
}

export async function sealPayload(
  tx: Tx,
  payload: NewPayload,
  sealFor: string,
  at: Date,
): Promise<PayloadRow> {
  const sealer = await createSealer(tx, payload.tenantId, sealFor, at);
  const said: SealedPayload = {
    content: payload.content,
    session_id: payload.sessionId ?? null,
    source_ref: payload.sourceRef ?? null,
    source_uri: payload.sourceUri ?? null,
    language: payload.language ?? null,
    episode: payload.episode ?? null,
  };
  return {
    ...payload,
    content: "",
    sessionId: null,
    sourceRef: null,
    sourceUri: null,
    language: null,
    episode: null,
    ...sealer.seal("event_payloads", payload.eventId, said),
  };
}

/**
 * Seals an event that stands in clear, when something of high sensitivity was found in it after it was recorded. The
 * envelope's digest is over what was said and does not change. @returns whether it was in clear until now
 */
export async function sealStoredPayload(
  tx: Tx,
  tenantId: string,
  eventId: string,
  at: Date,
): Promise<boolean> {
  const [row] = await tx
    .select({ payload: eventPayloads, scope: events.scope })
    .from(eventPayloads)
    .innerJoin(
      events,
      and(eq(events.tenantId, eventPayloads.tenantId), eq(events.eventId, eventPayloads.eventId)),
    )
    .where(
      and(
        eq(eventPayloads.tenantId, tenantId),
        eq(eventPayloads.eventId, eventId),
        isNull(eventPayloads.keyId),
      ),
    );
  if (!row) return false;
  const { payload, scope } = row;
  const sealed = await sealPayload(tx, payload, concernedBy({ scope, subject: payload.subject }), at);
  // Content is never updated: the row in clear goes, the sealed one takes its place.
  await tx
    .delete(eventPayloads)
    .where(and(eq(eventPayloads.tenantId, tenantId), eq(eventPayloads.eventId, eventId)));
  await tx.insert(eventPayloads).values(sealed);
  return true;
}
