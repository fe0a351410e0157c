import { type SQL, sql } from "drizzle-orm";
import type { Confirmation, Kind, Sensitivity, SourceType, Status } from "@/lib/contracts/common";
import type { Memory } from "@/lib/contracts/memories";
import type { Tx } from "@/lib/store/client";
import { openMemoryRows } from "@/lib/store/sealing/open-memory-rows";
import { queryRows, toInstant, toInstantOrNull } from "@/lib/store/rows";

/** The moment a reader asks about, on both clocks; null = now. */
export interface AskedMoment {
  now: Date;
  validAt?: Date | null;
  knownAt?: Date | null;
}

type Row = Record<string, unknown>;
const iso = (value: unknown): string | null => toInstantOrNull(value)?.toISOString() ?? null;

/**
 * Memories as the contract shows them, in the order of the ids asked for; what was erased or never existed is left out.
 * Rights are the caller's to check: rows carry scope and subject.
 */
export async function readMemories(
  tx: Tx,
  tenantId: string,
  ids: readonly string[],
  moment: AskedMoment,
): Promise<Memory[]> {
  if (ids.length === 0) return [];
  const list = sql.join(
    ids.map((id) => sql`${id}`),
    sql`, `,
  );
  const known = moment.knownAt
    ? sql`p.known @> ${moment.knownAt.toISOString()}::timestamptz`
    : sql`upper_inf(p.known)`;
  const rows = await queryRows<Row>(
    tx,
    sql`select m.*, c.value, c.statement, c.topic, c.purpose, c.consent_basis, c.write_reason, c.metadata, c.episode, c.key_id, c.sealed,
          f.subject, f.predicate,
          coalesce(a.name, u.display_name) as writer_name,
          (select json_agg(json_build_object('from', lower(p.valid), 'to', upper(p.valid), 'confirmation', p.confirmation) order by lower(p.valid))
             from memory_periods p where p.tenant_id = m.tenant_id and p.memory_id = m.memory_id and ${known}) as periods,
          (select json_build_object('from', lower(p.valid), 'to', upper(p.valid))
             from memory_periods p where p.tenant_id = m.tenant_id and p.memory_id = m.memory_id
             order by upper(p.known) desc nulls first, lower(p.valid) desc limit 1) as last_period,
          (select json_agg(json_build_object('event_id', s.event_id, 'relation', s.relation, 'source_type', s.source_type, 'quote', s.quote,
                           'quote_start', case when s.quote is null and s.key_id is null then null else s.quote_start end,
                           'quote_end', case when s.quote is null and s.key_id is null then null else s.quote_end end,
                           'key_id', s.key_id, 'sealed', s.sealed)
                           order by s.recorded_at, s.event_id)
             from memory_sources s where s.tenant_id = m.tenant_id and s.memory_id = m.memory_id) as sources
          ${moment.knownAt ? statusAsKnownAt(moment.knownAt) : sql``}
        from memories m
        join memory_contents c on c.tenant_id = m.tenant_id and c.memory_id = m.memory_id
        join facts f on f.tenant_id = m.tenant_id and f.fact_id = m.fact_id
        left join agents a on a.tenant_id = m.tenant_id and a.agent_id = m.writer_id
        left join users u on u.tenant_id = m.tenant_id and u.user_id = m.writer_id
        where m.tenant_id = ${tenantId} and m.memory_id in (${list})`,
  );
  const readable = await openMemoryRows(tx, tenantId, rows);
  const byId = new Map(readable.map((row) => [String(row.memory_id), toMemory(row, moment)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** One memory, or null when it was erased or never existed. */
export async function readMemory(tx: Tx, tenantId: string, id: string, now: Date): Promise<Memory | null> {
  const [memory] = await readMemories(tx, tenantId, [id], { now });
  return memory ?? null;
}

function statusAsKnownAt(knownAt: Date): SQL {
  const at = sql`${knownAt.toISOString()}::timestamptz`;
  return sql`, (select json_build_object('status', t.to_status, 'confirmation', t.to_confirmation) from memory_transitions t
      where t.tenant_id = m.tenant_id and t.memory_id = m.memory_id and t.at <= ${at}
      order by t.at desc, t.transition_id desc limit 1) as known_state`;
}

interface Range {
  from: string;
  to: string | null;
}

/** The period that contains the asked instant, else the nearest, else the last one held. */
function choosePeriod(row: Row, asked: Date): Range | null {
  const periods = ((row.periods as Range[] | null) ?? []).map((p) => ({
    from: toInstant(p.from),
    to: toInstantOrNull(p.to),
  }));
  const distance = (p: { from: Date; to: Date | null }): number => {
    if (p.from > asked) return p.from.getTime() - asked.getTime();
    if (p.to !== null && p.to <= asked) return asked.getTime() - p.to.getTime() + 1;
    return 0;
  };
  const best = periods.sort((a, b) => distance(a) - distance(b))[0];
  if (best) return { from: best.from.toISOString(), to: best.to?.toISOString() ?? null };
  const last = row.last_period as Range | null;
  return last ? { from: toInstant(last.from).toISOString(), to: iso(last.to) } : null;
}

/** One row, as the contract shows it. */
export function toMemory(row: Row, moment: AskedMoment): Memory {
  const asked = moment.validAt ?? moment.now;
  const period = choosePeriod(row, asked);
  const knownState = row.known_state as { status: Status; confirmation: Confirmation } | null | undefined;
  let status = row.status as Status;
  // Ended by the clock since it was last written: history now, persisted by a job later.
  const claimEnd = toInstantOrNull(row.ended_at) ?? toInstantOrNull(row.claim_to);
  if (status === "active" && claimEnd !== null && claimEnd <= moment.now) status = "expired";
  return {
    memory_id: String(row.memory_id),
    fact_id: String(row.fact_id),
    revision: Number(row.revision),
    scope: String(row.scope),
    subject: String(row.subject ?? ""),
    predicate: String(row.predicate ?? ""),
    value: row.value as Memory["value"],
    statement: String(row.statement),
    kind: row.kind as Kind,
    cardinality: row.cardinality as Memory["cardinality"],
    topic: (row.topic as string | null) ?? null,
    provenance_type: row.provenance_type as SourceType,
    assertion: row.assertion as Memory["assertion"],
    confirmation: knownState?.confirmation ?? (row.confirmation as Confirmation),
    status: knownState?.status ?? status,
    ...(knownState ? { status_now: status } : {}),
    trust: Number(row.trust),
    confidence: Number(row.confidence),
    importance: Number(row.importance),
    sensitivity: row.sensitivity as Sensitivity,
    purpose: (row.purpose as string | null) ?? null,
    consent_basis: (row.consent_basis as string | null) ?? null,
    valid_from: period?.from ?? iso(row.claim_from),
    valid_to: period ? period.to : iso(row.claim_to),
    observed_at: toInstant(row.observed_at).toISOString(),
    recorded_at: toInstant(row.recorded_at).toISOString(),
    retired_at: iso(row.retired_at),
    supersedes: (row.supersedes as string | null) ?? null,
    superseded_by: (row.superseded_by as string | null) ?? null,
    sources: (row.sources as Memory["sources"] | null) ?? [],
    uses: { count: Number(row.use_count), last_at: iso(row.last_used_at) },
    metadata: row.metadata as Memory["metadata"],
    schema_version: Number(row.schema_version),
    write_reason: (row.write_reason as string | null) ?? null,
    temporal_scope: (row.temporal_scope as Memory["temporal_scope"]) ?? null,
    episode: (row.episode as Memory["episode"]) ?? null,
    state_revision: Number(row.state_revision),
    written_by: {
      kind: String(row.writer_kind),
      id: String(row.writer_id),
      name: (row.writer_name as string | null) ?? null,
    },
  };
}
