import { sql } from "drizzle-orm";
import type { ExportDocument } from "@/lib/contracts/exports";
import type { Tx } from "@/lib/store/client";
import { textSet } from "@/lib/store/erasure/id-list";
import { sealByPolicy } from "@/lib/store/ledger/seal-payload";
import { sealContent, sealSource } from "@/lib/store/memory/insert-version";
import { queryRows } from "@/lib/store/rows";
import { eventPayloads, events, outbox } from "@/lib/store/schema/ledger";
import {
  facts,
  memories,
  memoryContents,
  memoryPeriods,
  memorySources,
  memoryTransitions,
} from "@/lib/store/schema/memory";
import { createSealer, type Sealer, sealerOfAll } from "@/lib/store/sealing/seal-rows";

type Exported<K extends keyof ExportDocument> = ExportDocument[K] extends (infer T)[] ? T : never;

/** A fact that is not here yet, with all that belongs to it. */
export interface ImportedFact {
  fact: Exported<"facts"> & { subjectKey: string; predicateKey: string };
  versions: (Exported<"versions"> & { authority: number; valueDigest: string })[];
  periods: (Exported<"periods"> & { periodId: string })[];
  sources: Exported<"sources">[];
  transitions: (Exported<"transitions"> & { transitionId: string })[];
  /** Whose key seals it, when one of its versions is of high sensitivity. */
  concerned: string | null;
}

export interface ImportedEvent {
  event: Exported<"events">;
  salt: Uint8Array;
  digest: string;
  sealFor: string | null;
}

export interface ImportedBy {
  kind: string;
  id: string;
}

/** Facts of these ids or keys that stand here, erased ones included: by the id they are asked for under. */
export async function findPresentFacts(
  tx: Tx,
  tenantId: string,
  asked: readonly ImportedFact["fact"][],
): Promise<Map<string, string>> {
  const present = new Map<string, string>();
  for (let start = 0; start < asked.length; start += 200) {
    const keys = asked.slice(start, start + 200).map((fact) => ({
      asked: fact.fact_id,
      scope: fact.scope,
      subject_key: fact.subjectKey,
      predicate_key: fact.predicateKey,
      instance: fact.instance,
    }));
    const rows = await queryRows<{ asked: string; fact_id: string }>(
      tx,
      sql`select k.asked, f.fact_id from jsonb_to_recordset(${JSON.stringify(keys)}::text::jsonb)
          as k(asked text, scope text, subject_key text, predicate_key text, instance text)
        join facts f on f.tenant_id = ${tenantId} and (f.fact_id = k.asked
          or (f.scope = k.scope and f.subject_key = k.subject_key and f.predicate_key = k.predicate_key
            and f.instance = k.instance))`,
    );
    for (const row of rows) present.set(row.asked, row.fact_id);
  }
  return present;
}

/** Which of these ids are taken: an id names one thing for ever, also once that is erased. */
export async function listTakenIds(
  tx: Tx,
  tenantId: string,
  ids: { memories: readonly string[]; events: readonly string[] },
): Promise<Set<string>> {
  const rows = await queryRows<{ id: string }>(
    tx,
    sql`select memory_id as id from memories where tenant_id = ${tenantId} and memory_id in ${textSet(ids.memories)}
      union all select event_id from events where tenant_id = ${tenantId} and event_id in ${textSet(ids.events)}`,
  );
  return new Set(rows.map((row) => row.id));
}

export async function insertImportedEvents(
  tx: Tx,
  tenantId: string,
  by: ImportedBy,
  imported: readonly ImportedEvent[],
  at: Date,
): Promise<void> {
  for (const { event, salt, digest, sealFor } of imported) {
    await tx.insert(events).values({
      tenantId,
      eventId: event.event_id,
      type: event.type,
      scope: event.scope,
      actorKind: event.actor,
      sourceType: event.source_type,
      claimedSourceType: event.claimed_source_type,
      writerKind: by.kind,
      writerId: by.id,
      occurredAt: new Date(event.occurred_at),
      recordedAt: new Date(event.recorded_at),
      digest,
    });
    if (event.payload === null) continue;
    const { content, subject, session_id, source_ref, source_uri, language, episode } = event.payload;
    const payload = {
      tenantId,
      eventId: event.event_id,
      salt,
      content,
      subject,
      sessionId: session_id,
      sourceRef: source_ref,
      sourceUri: source_uri,
      language,
      episode,
    };
    await tx
      .insert(eventPayloads)
      .values(await sealByPolicy(tx, payload, { scope: event.scope, sealFor }, at));
  }
}

/** A fact with its versions, as they were; what is to be kept encrypted is sealed here too. */
export async function insertImportedFact(
  tx: Tx,
  tenantId: string,
  by: ImportedBy,
  imported: ImportedFact,
  at: Date,
  newOutboxId: () => string,
): Promise<void> {
  const { fact, versions, periods, sources, transitions, concerned } = imported;
  const sealer =
    concerned === null
      ? await sealerOfAll(tx, tenantId, fact, at)
      : await createSealer(tx, tenantId, concerned, at);
  const bounds = periods.flatMap(({ known }) => known).filter((bound) => bound !== null);
  await tx.insert(facts).values({
    tenantId,
    factId: fact.fact_id,
    scope: fact.scope,
    subject: fact.subject,
    predicate: fact.predicate,
    subjectKey: fact.subjectKey,
    predicateKey: fact.predicateKey,
    instance: fact.instance,
    cardinality: fact.cardinality,
    revisions: Math.max(...versions.map((version) => version.revision)),
    knownBound: bounds.length === 0 ? at : new Date(Math.max(...bounds.map((bound) => Date.parse(bound)))),
    createdAt: new Date(fact.created_at),
  });
  for (const version of versions) await insertVersionRows(tx, tenantId, by, fact, version, sealer, at);
  for (const { periodId, memory_id, single, valid, known, confirmation } of periods) {
    const range = ([from, to]: readonly (string | null)[]) => `[${from ?? ""},${to ?? ""})`;
    const place = { tenantId, periodId, factId: fact.fact_id, memoryId: memory_id };
    await tx
      .insert(memoryPeriods)
      .values({ ...place, single, valid: range(valid), known: range(known), confirmation });
  }
  for (const source of sources) {
    const row = {
      tenantId,
      memoryId: source.memory_id,
      eventId: source.event_id,
      relation: source.relation,
      sourceType: source.source_type,
      writerId: by.id,
      quote: source.quote,
      quoteStart: source.quote_start,
      quoteEnd: source.quote_end,
      observedAt: new Date(source.observed_at),
      recordedAt: new Date(source.recorded_at),
    };
    await tx.insert(memorySources).values(sealer ? sealSource(sealer, row) : row);
  }
  for (const change of transitions) {
    await tx.insert(memoryTransitions).values({
      tenantId,
      transitionId: change.transitionId,
      factId: fact.fact_id,
      memoryId: change.memory_id,
      operation: change.operation,
      fromStatus: change.from_status,
      toStatus: change.to_status,
      fromConfirmation: change.from_confirmation,
      toConfirmation: change.to_confirmation,
      at: new Date(change.at),
      actorKind: change.actor_kind,
      actorId: change.actor_id,
      reasonCode: change.reason_code,
      reason: sealer ? null : change.reason,
      ...(sealer &&
        change.reason !== null &&
        sealer.seal("memory_transitions", change.transitionId, { reason: change.reason })),
    });
  }
  await tx.insert(outbox).values(
    versions.map((version) => ({
      tenantId,
      outboxId: newOutboxId(),
      kind: "memory.index",
      objectId: version.memory_id,
      createdAt: at,
      dueAt: at,
      attempts: 0,
    })),
  );
}

async function insertVersionRows(
  tx: Tx,
  tenantId: string,
  by: ImportedBy,
  fact: ImportedFact["fact"],
  version: ImportedFact["versions"][number],
  sealer: Sealer | null,
  at: Date,
): Promise<void> {
  const dateOrNull = (text: string | null) => (text === null ? null : new Date(text));
  await tx.insert(memories).values({
    tenantId,
    memoryId: version.memory_id,
    factId: fact.fact_id,
    revision: version.revision,
    seq: version.seq,
    scope: fact.scope,
    kind: version.kind,
    cardinality: fact.cardinality,
    provenanceType: version.provenance_type,
    assertion: version.assertion,
    authority: version.authority,
    claimFrom: new Date(version.claim.from),
    claimTo: dateOrNull(version.claim.to),
    claimState: version.claim.state,
    endedAt: dateOrNull(version.claim.ended_at),
    status: version.status,
    statusReason: version.status_reason,
    confirmation: version.confirmation,
    stateRevision: 0,
    trust: version.trust,
    certainty: version.certainty,
    confidence: version.confidence,
    importance: version.importance,
    sensitivity: version.sensitivity,
    temporalScope: version.temporal_scope,
    observedAt: new Date(version.observed_at),
    recordedAt: new Date(version.recorded_at),
    retiredAt: dateOrNull(version.retired_at),
    supersedes: version.supersedes,
    supersededBy: version.superseded_by,
    writerKind: by.kind,
    writerId: by.id,
    useCount: version.uses.count,
    lastUsedAt: dateOrNull(version.uses.last_at),
    updatedAt: at,
    schemaVersion: 1,
  });
  const content = {
    tenantId,
    memoryId: version.memory_id,
    value: version.value,
    statement: version.statement,
    topic: version.topic,
    purpose: version.purpose,
    consentBasis: version.consent_basis,
    writeReason: version.write_reason,
    metadata: version.metadata,
    episode: version.episode,
    valueDigest: version.valueDigest,
  };
  await tx.insert(memoryContents).values(sealer ? sealContent(sealer, content) : content);
}

/** Of these digests, the ones whose content was erased here. */
export async function listErasedDigests(
  tx: Tx,
  tenantId: string,
  digests: readonly string[],
): Promise<Set<string>> {
  const rows = await queryRows<{ digest: string }>(
    tx,
    sql`select digest from tombstones where tenant_id = ${tenantId} and digest in ${textSet(digests)}`,
  );
  return new Set(rows.map((row) => row.digest));
}
