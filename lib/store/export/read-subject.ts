import { sql } from "drizzle-orm";
import type { ExportDocument } from "@/lib/contracts/exports";
import type { Tx } from "@/lib/store/client";
import { textSet } from "@/lib/store/erasure/id-list";
import { type RowReach, selectEventsOf, selectMemories } from "@/lib/store/erasure/select-memories";
import type { SealedPayload } from "@/lib/store/ledger/seal-payload";
import { queryRows } from "@/lib/store/rows";
import { createOpener, sourceRowId, toSealed } from "@/lib/store/sealing/open-rows";

type Row = Record<string, unknown>;
type Place = { scope: string; subject: string | null };

/** Rows as JSON objects, so that both drivers give the same. */
async function readJson(tx: Tx, select: ReturnType<typeof sql>): Promise<Row[]> {
  const rows = await queryRows<{ row: string }>(
    tx,
    sql`select row_to_json(q)::text as row from (${select}) q`,
  );
  return rows.map(({ row }) => JSON.parse(row) as Row);
}

const iso = (value: unknown): string => new Date(String(value)).toISOString();
const isoOrNull = (value: unknown): string | null =>
  value === null || value === undefined ? null : iso(value);
const textOrNull = (value: unknown): string | null => (value as string | null) ?? null;

/**
 * All that is remembered of a subject, within reach of who asks: its memories in all their versions, and the events
 * they rest on. What is erased or waits for its erasure is left out; of events that are somebody else's only the quotes.
 * @param paused people of whom whoever asks may read nothing now
 */
export async function readSubject(
  tx: Tx,
  tenantId: string,
  subject: string,
  reach: RowReach,
  mayReadHigh: (place: Place) => boolean,
  paused: readonly string[],
): Promise<Omit<ExportDocument, "format" | "version" | "subject" | "exported_at">> {
  const isPaused = (place: Place) => paused.includes(place.scope) || paused.includes(place.subject ?? "");
  const all = await selectMemories(tx, tenantId, { allOfSubject: subject }, reach);
  const selected = all.filter((memory) => !isPaused(memory));
  const high = new Set(selected.filter(mayReadHigh).map((memory) => memory.memoryId));
  const ids = textSet(selected.map((memory) => memory.memoryId));
  const versions = await readVersions(tx, tenantId, selected, high);
  const told = textSet(versions.map((version) => version.memory_id));
  const facts = await readJson(
    tx,
    sql`select fact_id, scope, subject, predicate, instance, cardinality, created_at from facts
      where tenant_id = ${tenantId} and fact_id in ${textSet([...new Set(versions.map((v) => v.fact_id))])}
        and subject is not null and predicate is not null order by fact_id`,
  );
  const periods = await readJson(
    tx,
    sql`select memory_id, single, lower(valid) as valid_from, upper(valid) as valid_to, lower(known) as known_from,
        upper(known) as known_to, confirmation from memory_periods
      where tenant_id = ${tenantId} and memory_id in ${told} order by memory_id, known, valid`,
  );
  const sources = await readSources(tx, tenantId, told);
  const own = await selectEventsOf(tx, tenantId, { subject }, reach);
  const sourced = new Set(sources.map((source) => String(source.event_id)));
  return {
    facts: facts.map((row) => ({ ...row, created_at: iso(row.created_at) })) as ExportDocument["facts"],
    versions,
    periods: periods.map((row) => ({
      memory_id: row.memory_id,
      single: row.single,
      valid: [isoOrNull(row.valid_from), isoOrNull(row.valid_to)],
      known: [isoOrNull(row.known_from), isoOrNull(row.known_to)],
      confirmation: row.confirmation,
    })) as ExportDocument["periods"],
    sources,
    events: await readEvents(tx, tenantId, subject, { own, sourced }, mayReadHigh, isPaused),
    transitions: await readTransitions(tx, tenantId, told),
    uses: (
      await readJson(
        tx,
        sql`select memory_id, retrieval_id, outcome, at, actor_kind, actor_id from usage
          where tenant_id = ${tenantId} and memory_id in ${ids} order by memory_id, at, retrieval_id`,
      )
    ).map((row) => ({ ...row, at: iso(row.at) })) as ExportDocument["uses"],
  };
}

async function readVersions(
  tx: Tx,
  tenantId: string,
  selected: readonly { memoryId: string }[],
  high: ReadonlySet<string>,
): Promise<ExportDocument["versions"]> {
  const rows = await readJson(
    tx,
    sql`select m.*, c.value, c.statement, c.topic, c.purpose, c.consent_basis, c.write_reason, c.metadata, c.episode,
        c.key_id, c.sealed
      from memories m join memory_contents c on c.tenant_id = ${tenantId} and c.memory_id = m.memory_id
      where m.tenant_id = ${tenantId} and m.memory_id in ${textSet(selected.map((one) => one.memoryId))}
        and m.withheld_by is null order by m.fact_id, m.revision`,
  );
  const opener = await createOpener(tx, tenantId, rows.map(toSealed));
  return rows.flatMap((row) => {
    if (row.sensitivity === "high" && !high.has(String(row.memory_id))) return [];
    const said = row.key_id ? opener.open<Row>("memory_contents", String(row.memory_id), toSealed(row)) : row;
    // Its key is destroyed: as erased.
    if (said === null) return [];
    return [
      {
        memory_id: row.memory_id,
        fact_id: row.fact_id,
        revision: row.revision,
        seq: row.seq,
        kind: row.kind,
        value: said.value ?? null,
        statement: said.statement,
        topic: textOrNull(said.topic),
        purpose: textOrNull(said.purpose),
        consent_basis: textOrNull(said.consent_basis),
        write_reason: textOrNull(said.write_reason),
        metadata: said.metadata ?? {},
        episode: said.episode ?? null,
        provenance_type: row.provenance_type,
        assertion: row.assertion,
        claim: {
          from: iso(row.claim_from),
          to: isoOrNull(row.claim_to),
          state: row.claim_state,
          ended_at: isoOrNull(row.ended_at),
        },
        status: row.status,
        status_reason: row.status_reason,
        confirmation: row.confirmation,
        trust: row.trust,
        certainty: row.certainty,
        confidence: row.confidence,
        importance: row.importance,
        sensitivity: row.sensitivity,
        temporal_scope: row.temporal_scope,
        observed_at: iso(row.observed_at),
        recorded_at: iso(row.recorded_at),
        retired_at: isoOrNull(row.retired_at),
        supersedes: row.supersedes,
        superseded_by: row.superseded_by,
        uses: { count: row.use_count, last_at: isoOrNull(row.last_used_at) },
      } as ExportDocument["versions"][number],
    ];
  });
}

async function readSources(
  tx: Tx,
  tenantId: string,
  told: ReturnType<typeof sql>,
): Promise<ExportDocument["sources"]> {
  const rows = await readJson(
    tx,
    sql`select memory_id, event_id, relation, source_type, quote, quote_start, quote_end, observed_at, recorded_at, key_id,
        sealed from memory_sources
      where tenant_id = ${tenantId} and memory_id in ${told} order by memory_id, event_id, relation`,
  );
  const opener = await createOpener(tx, tenantId, rows.map(toSealed));
  return rows.map(({ key_id: keyId, sealed, ...row }) => {
    const place = {
      memoryId: String(row.memory_id),
      eventId: String(row.event_id),
      relation: String(row.relation),
    };
    const said = opener.open<{ quote: string }>(
      "memory_sources",
      sourceRowId(place),
      toSealed({ key_id: keyId, sealed }),
    );
    const times = { observed_at: iso(row.observed_at), recorded_at: iso(row.recorded_at) };
    return { ...row, ...times, quote: said?.quote ?? textOrNull(row.quote) };
  }) as ExportDocument["sources"];
}

async function readEvents(
  tx: Tx,
  tenantId: string,
  subject: string,
  { own, sourced }: { own: readonly string[]; sourced: ReadonlySet<string> },
  mayReadHigh: (place: Place) => boolean,
  isPaused: (place: Place) => boolean,
): Promise<ExportDocument["events"]> {
  const rows = await readJson(
    tx,
    sql`select e.event_id, e.type, e.scope, e.actor_kind, e.source_type, e.claimed_source_type, e.occurred_at,
        e.recorded_at, p.content, p.subject, p.session_id, p.source_ref, p.source_uri, p.language, p.episode, p.key_id,
        p.sealed, p.event_id is not null and (e.scope = ${subject} or p.subject = ${subject}) as own
      from events e left join event_payloads p on p.tenant_id = ${tenantId} and p.event_id = e.event_id
      where e.tenant_id = ${tenantId} and e.event_id in ${textSet([...new Set([...sourced, ...own])].sort())} order by e.event_id`,
  );
  const opener = await createOpener(tx, tenantId, rows.map(toSealed));
  return rows.flatMap((row) => {
    const place = { scope: String(row.scope), subject: textOrNull(row.subject) };
    if (isPaused(place) && !sourced.has(String(row.event_id))) return [];
    const closed = isPaused(place) || (row.key_id !== null && !mayReadHigh(place));
    const said = row.key_id
      ? opener.open<SealedPayload>("event_payloads", String(row.event_id), toSealed(row))
      : (row as unknown as SealedPayload);
    const event = {
      event_id: row.event_id,
      type: row.type,
      scope: row.scope,
      actor: row.actor_kind,
      source_type: row.source_type,
      claimed_source_type: row.claimed_source_type,
      occurred_at: iso(row.occurred_at),
      recorded_at: iso(row.recorded_at),
      payload:
        row.own && said && !closed
          ? {
              content: said.content ?? null,
              subject: textOrNull(row.subject),
              session_id: said.session_id,
              source_ref: said.source_ref,
              source_uri: said.source_uri,
              language: said.language,
              episode: said.episode ?? null,
            }
          : null,
    };
    return [event];
  }) as ExportDocument["events"];
}

async function readTransitions(
  tx: Tx,
  tenantId: string,
  told: ReturnType<typeof sql>,
): Promise<ExportDocument["transitions"]> {
  const rows = await readJson(
    tx,
    sql`select transition_id, memory_id, operation, from_status, to_status, from_confirmation, to_confirmation, at,
        actor_kind, actor_id, reason_code, reason, key_id, sealed from memory_transitions
      where tenant_id = ${tenantId} and memory_id in ${told} order by at, transition_id`,
  );
  const opener = await createOpener(tx, tenantId, rows.map(toSealed));
  return rows.map(({ transition_id: id, key_id: keyId, sealed, ...row }) => {
    const said = opener.open<{ reason: string }>(
      "memory_transitions",
      String(id),
      toSealed({ key_id: keyId, sealed }),
    );
    return { ...row, at: iso(row.at), reason: said?.reason ?? textOrNull(row.reason) };
  }) as ExportDocument["transitions"];
}
