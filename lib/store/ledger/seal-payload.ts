import { and, eq, isNotNull, isNull } from "drizzle-orm";
import type { Tx } from "@/lib/store/client";
import { eventPayloads, events } from "@/lib/store/schema/ledger";
import { concernedBy } from "@/lib/engine/model/concerned";
import type { NewPayload } from "@/lib/store/ledger/insert-event";
import { encryptsEverything } from "@/lib/store/sealing/encrypts-everything";
import { createSealer } from "@/lib/store/sealing/seal-rows";

type PayloadRow = typeof eventPayloads.$inferInsert;

/**
 * What of a payload is sealed. Salt and subject stay: one is noise, the other names whom an erasure asks for. So does
 * what it is compared by, as tokens.
 */
export interface SealedPayload {
  content: unknown;
  session_id: string | null;
  source_ref: string | null;
  source_uri: string | null;
  language: string | null;
  episode: unknown;
}

/** As it is to be stored: sealed when something in it is of high sensitivity, or when everything is. */
export async function sealByPolicy(
  tx: Tx,
  payload: NewPayload,
  { scope, sealFor }: { scope: string; sealFor: string | null },
  at: Date,
): Promise<PayloadRow> {
  if (sealFor !== null) return sealPayload(tx, payload, sealFor, true, at);
  if (!(await encryptsEverything(tx, payload.tenantId))) return payload;
  const concerned = concernedBy({ scope, subject: payload.subject ?? null });
  return sealPayload(tx, payload, concerned, false, at);
}

/** What a claim that somebody said something differs by from their words, without any of its words. */
const SHAPES = ["remember", "verb", "quote"] as const;

function shapeOf(content: unknown): unknown {
  if (typeof content !== "object" || content === null || Array.isArray(content)) return "";
  return Object.fromEntries(SHAPES.filter((key) => key in content).map((key) => [key, true]));
}

async function sealPayload(
  tx: Tx,
  payload: NewPayload,
  sealFor: string,
  high: boolean,
  at: Date,
): Promise<PayloadRow> {
  const sealer = await createSealer(tx, payload.tenantId, sealFor, at);
  const token = (column: string, text: string | null | undefined) =>
    text ? sealer.token(column, text) : null;
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
    content: shapeOf(payload.content),
    sessionId: token("session_id", payload.sessionId),
    sourceRef: token("source_ref", payload.sourceRef),
    sourceUri: token("source_uri", payload.sourceUri),
    language: null,
    episode: null,
    high,
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
  await tx
    .update(eventPayloads)
    .set({ high: true })
    .where(
      and(
        eq(eventPayloads.tenantId, tenantId),
        eq(eventPayloads.eventId, eventId),
        isNotNull(eventPayloads.keyId),
        eq(eventPayloads.high, false),
      ),
    );
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
  const sealed = await sealPayload(tx, payload, concernedBy({ scope, subject: payload.subject }), true, at);
  // Content is never updated: the row in clear goes, the sealed one takes its place.
  await tx
    .delete(eventPayloads)
    .where(and(eq(eventPayloads.tenantId, tenantId), eq(eventPayloads.eventId, eventId)));
  await tx.insert(eventPayloads).values(sealed);
  return true;
}
