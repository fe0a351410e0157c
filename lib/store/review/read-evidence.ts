import { sql } from "drizzle-orm";
import type { SourceType } from "@/lib/contracts/common";
import type { ReviewEvidence } from "@/lib/contracts/reviews";
import type { Tx } from "@/lib/store/client";
import { textSet } from "@/lib/store/erasure/id-list";
import { openOrigins } from "@/lib/store/ledger/open-payload";
import { queryRows, toInstant } from "@/lib/store/rows";
import { createOpener, type SealedColumns, sourceRowId, toSealed } from "@/lib/store/sealing/open-rows";

/** What each of these versions rests on: every source, with who wrote the event and from where. */
export async function readEvidence(
  tx: Tx,
  tenantId: string,
  memoryIds: readonly string[],
  trustOf: (type: SourceType) => number,
): Promise<Map<string, ReviewEvidence[]>> {
  const rows = await queryRows<Record<string, unknown>>(
    tx,
    sql`select s.memory_id, s.event_id, s.relation, s.source_type, s.quote, s.key_id as quote_key, s.sealed as quote_sealed, e.actor_kind, e.occurred_at, e.writer_kind,
          e.writer_id, coalesce(a.name, u.display_name) as writer_name, p.source_uri, p.key_id, p.sealed,
          m.sensitivity = 'high' or coalesce(p.high, false) as closed
        from memory_sources s
        join memories m on m.tenant_id = ${tenantId} and m.memory_id = s.memory_id
        join events e on e.tenant_id = ${tenantId} and e.event_id = s.event_id
        left join event_payloads p on p.tenant_id = ${tenantId} and p.event_id = s.event_id
        left join agents a on a.tenant_id = ${tenantId} and a.agent_id = e.writer_id
        left join users u on u.tenant_id = ${tenantId} and u.user_id = e.writer_id
        where s.tenant_id = ${tenantId} and s.memory_id in ${textSet(memoryIds)}
        order by s.recorded_at, s.event_id`,
  );
  const found = new Map<string, ReviewEvidence[]>();
  // Of what is of high sensitivity a reviewer sees that there is evidence, not its words.
  const open = rows.filter((row) => row.closed !== true);
  const opener = await createOpener(tx, tenantId, open.map(quoteOf));
  const origins = await openOrigins(tx, tenantId, open);
  const uris = new Map(open.map((row, index) => [row, origins[index]?.source_uri]));
  for (const row of rows) {
    const place = {
      memoryId: String(row.memory_id),
      eventId: String(row.event_id),
      relation: String(row.relation),
    };
    const said = uris.has(row)
      ? opener.open<{ quote: string }>("memory_sources", sourceRowId(place), quoteOf(row))
      : null;
    const of = found.get(String(row.memory_id)) ?? [];
    of.push({
      event_id: String(row.event_id),
      relation: row.relation as ReviewEvidence["relation"],
      source_type: row.source_type as SourceType,
      trust: trustOf(row.source_type as SourceType),
      quote: said?.quote ?? (row.quote as string | null) ?? null,
      actor: String(row.actor_kind),
      occurred_at: toInstant(row.occurred_at).toISOString(),
      writer: {
        kind: String(row.writer_kind),
        id: String(row.writer_id),
        name: (row.writer_name as string | null) ?? null,
      },
      uri: (uris.get(row) as string | null | undefined) ?? null,
    });
    found.set(String(row.memory_id), of);
  }
  return found;
}

const quoteOf = (row: Record<string, unknown>): SealedColumns =>
  toSealed({ key_id: row.quote_key, sealed: row.quote_sealed });

/** Who holds the time in which each of these versions would begin; itself never. */
export async function findHolders(
  tx: Tx,
  tenantId: string,
  memoryIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await queryRows<{ memory_id: string; holder_id: string }>(
    tx,
    sql`select distinct on (m.memory_id) m.memory_id, p.memory_id as holder_id from memories m
        join memory_periods p on p.tenant_id = ${tenantId} and p.fact_id = m.fact_id and upper_inf(p.known)
          and p.valid @> m.claim_from and p.memory_id <> m.memory_id
        where m.tenant_id = ${tenantId} and m.memory_id in ${textSet(memoryIds)} and m.cardinality = 'one'
        order by m.memory_id, p.memory_id`,
  );
  return new Map(rows.map((row) => [row.memory_id, row.holder_id]));
}
