import { and, eq } from "drizzle-orm";
import type { StoredEvent } from "@/lib/contracts/events";
import type { Tx } from "@/lib/store/client";
import { openPayload } from "@/lib/store/ledger/open-payload";
import { createOpener } from "@/lib/store/sealing/open-rows";
import { eventPayloads, events } from "@/lib/store/schema/ledger";
import { eventInputs } from "@/lib/store/schema/review";
import { facts, memories, memoryContents, memorySources } from "@/lib/store/schema/memory";

/** An event as it stands now, for a reader that comes later. */
export interface ExtractableEvent {
  eventId: string;
  type: StoredEvent["type"];
  actor: StoredEvent["actor"];
  scope: string;
  sourceType: StoredEvent["source"]["type"];
  occurredAt: Date;
  recordedAt: Date;
  writer: { kind: string; id: string };
  subject: string | null;
  sourceRef: string | null;
  sourceUri: string | null;
  /** Something in it is of high sensitivity: not for a model to read. */
  high: boolean;
  content: unknown;
}

/** @returns null once its payload is gone */
export async function findExtractable(
  tx: Tx,
  tenantId: string,
  eventId: string,
): Promise<ExtractableEvent | null> {
  const [row] = await tx
    .select({ event: events, payload: eventPayloads })
    .from(events)
    .innerJoin(
      eventPayloads,
      and(eq(eventPayloads.tenantId, events.tenantId), eq(eventPayloads.eventId, events.eventId)),
    )
    .where(and(eq(events.tenantId, tenantId), eq(events.eventId, eventId)));
  if (!row) return null;
  const { event } = row;
  const payload = await openPayload(tx, row.payload);
  if (payload === null) return null;
  return {
    eventId: event.eventId,
    type: event.type as ExtractableEvent["type"],
    actor: event.actorKind as ExtractableEvent["actor"],
    scope: event.scope,
    sourceType: event.sourceType as ExtractableEvent["sourceType"],
    occurredAt: event.occurredAt,
    recordedAt: event.recordedAt,
    writer: { kind: event.writerKind, id: event.writerId },
    subject: payload.subject,
    sourceRef: payload.sourceRef,
    sourceUri: payload.sourceUri,
    high: payload.high,
    content: payload.high ? null : payload.content,
  };
}

/** Whether the words of an event still stand. */
export async function hasPayload(tx: Tx, tenantId: string, eventId: string): Promise<boolean> {
  const rows = await tx
    .select({ eventId: eventPayloads.eventId })
    .from(eventPayloads)
    .where(and(eq(eventPayloads.tenantId, tenantId), eq(eventPayloads.eventId, eventId)));
  return rows.length === 1;
}

/** What rests on an event already, with the names of its fact. */
export interface MadeOfEvent {
  memoryId: string;
  subject: string;
  predicate: string;
  cardinality: string;
  /** Undefined when it cannot be read here. */
  value: unknown;
  authority: number;
  observedAt: Date;
}

export async function listMadeOfEvent(tx: Tx, tenantId: string, eventId: string): Promise<MadeOfEvent[]> {
  const rows = await tx
    .select({
      memoryId: memories.memoryId,
      subject: facts.subject,
      predicate: facts.predicate,
      cardinality: facts.cardinality,
      value: memoryContents.value,
      sensitivity: memories.sensitivity,
      keyId: memoryContents.keyId,
      sealed: memoryContents.sealed,
      authority: memories.authority,
      observedAt: memorySources.observedAt,
    })
    .from(memorySources)
    .innerJoin(
      memories,
      and(eq(memories.tenantId, memorySources.tenantId), eq(memories.memoryId, memorySources.memoryId)),
    )
    .leftJoin(
      memoryContents,
      and(eq(memoryContents.tenantId, memories.tenantId), eq(memoryContents.memoryId, memories.memoryId)),
    )
    .innerJoin(facts, and(eq(facts.tenantId, memories.tenantId), eq(facts.factId, memories.factId)))
    .where(
      and(
        eq(memorySources.tenantId, tenantId),
        eq(memorySources.eventId, eventId),
        eq(memorySources.relation, "supports"),
      ),
    );
  const opener = await createOpener(tx, tenantId, rows);
  return rows.map(({ keyId, sealed, sensitivity, ...row }) => {
    const readable = { ...row, subject: row.subject ?? "", predicate: row.predicate ?? "" };
    if (keyId === null) return { ...readable, value: row.value ?? undefined };
    if (sensitivity === "high") return { ...readable, value: undefined };
    const said = opener.open<{ value: unknown }>("memory_contents", row.memoryId, { keyId, sealed });
    return { ...readable, value: said?.value };
  });
}

/** The events that an event was made from, as it said or as was recognised. */
export async function listEventInputs(tx: Tx, tenantId: string, eventId: string): Promise<string[]> {
  const rows = await tx
    .select({ inputId: eventInputs.inputId })
    .from(eventInputs)
    .where(and(eq(eventInputs.tenantId, tenantId), eq(eventInputs.eventId, eventId)));
  return rows.map((row) => row.inputId);
}
