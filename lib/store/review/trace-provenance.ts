import { sql } from "drizzle-orm";
import type { Tx } from "@/lib/store/client";
import { textSet } from "@/lib/store/erasure/id-list";
import { openOrigins } from "@/lib/store/ledger/open-payload";
import { queryRows } from "@/lib/store/rows";
import { sealedSpellings } from "@/lib/store/sealing/open-rows";

export interface Descendant {
  memoryId: string;
  factId: string;
  scope: string;
  /** An event of the condemned ones that it rests on. */
  eventId: string;
}

/** The events that a version rests on: whose words it is. */
export async function listSupportingEvents(
  tx: Tx,
  tenantId: string,
  memoryIds: readonly string[],
): Promise<string[]> {
  const rows = await queryRows<{ event_id: string }>(
    tx,
    sql`select distinct event_id from memory_sources where tenant_id = ${tenantId}
          and memory_id in ${textSet(memoryIds)} and relation = 'supports' order by event_id`,
  );
  return rows.map((row) => row.event_id);
}

/** Where an event came from. Null words: none were given, or they are erased. */
export async function findOrigin(
  tx: Tx,
  tenantId: string,
  eventId: string,
): Promise<{ uri: string | null; ref: string | null; writerId: string } | null> {
  const rows = await queryRows<{
    event_id: string;
    source_uri: string | null;
    source_ref: string | null;
    writer_id: string;
  }>(
    tx,
    sql`select e.event_id, p.source_uri, p.source_ref, p.key_id, p.sealed, e.writer_id from events e
        left join event_payloads p on p.tenant_id = ${tenantId} and p.event_id = e.event_id
        where e.tenant_id = ${tenantId} and e.event_id = ${eventId}`,
  );
  const [row] = await openOrigins(tx, tenantId, rows);
  return row ? { uri: row.source_uri, ref: row.source_ref, writerId: row.writer_id } : null;
}

/** Other events of weak origin that name the same document: the same address or the same reference. */
export async function listSameDocument(tx: Tx, tenantId: string, eventId: string): Promise<string[]> {
  const origin = await findOrigin(tx, tenantId, eventId);
  if (origin === null) return [];
  const spelled = (column: string, text: string | null) =>
    textSet(text === null ? [] : sealedSpellings(tx, tenantId, column, [text]));
  const rows = await queryRows<{ event_id: string }>(
    tx,
    sql`select e.event_id from event_payloads p
        join events e on e.tenant_id = ${tenantId} and e.event_id = p.event_id
          and e.source_type in ('external_content', 'agent_inference', 'internal_tool', 'import')
        where p.tenant_id = ${tenantId} and p.event_id <> ${eventId}
          and (p.source_uri in ${spelled("source_uri", origin.uri)} or p.source_ref in ${spelled("source_ref", origin.ref)})
        order by e.event_id`,
  );
  return rows.map((row) => row.event_id);
}

/** These events and all that was made from them, along inputs and derivations. */
export async function traceEvents(tx: Tx, tenantId: string, eventIds: readonly string[]): Promise<string[]> {
  const rows = await queryRows<{ event_id: string }>(
    tx,
    sql`with recursive reached(event_id) as (
        select e.event_id from events e where e.tenant_id = ${tenantId} and e.event_id in ${textSet(eventIds)}
        union
        select made.event_id from reached r cross join lateral (
          select i.event_id from event_inputs i where i.tenant_id = ${tenantId} and i.input_id = r.event_id
          union all
          select s.event_id from memory_sources d
            join memory_sources s on s.tenant_id = ${tenantId} and s.memory_id = d.memory_id and s.relation = 'supports'
            where d.tenant_id = ${tenantId} and d.event_id = r.event_id and d.relation = 'derived_from') made
      ) select event_id from reached order by event_id`,
  );
  return rows.map((row) => row.event_id);
}

/**
 * Versions that rest on these events and on nothing else, or were derived from one of them; in the order of their facts
 * (the order of locking).
 */
export async function listDescendants(
  tx: Tx,
  tenantId: string,
  eventIds: readonly string[],
): Promise<Descendant[]> {
  const events = textSet(eventIds);
  const rows = await queryRows<{ memory_id: string; fact_id: string; scope: string; event_id: string }>(
    tx,
    sql`select m.memory_id, m.fact_id, m.scope, min(s.event_id) as event_id from memories m
        join memory_sources s on s.tenant_id = ${tenantId} and s.memory_id = m.memory_id and s.event_id in ${events}
          and s.relation in ('supports', 'derived_from')
        where m.tenant_id = ${tenantId} and m.status not in ('deleted', 'revoked')
          and (s.relation = 'derived_from' or not exists (select 1 from memory_sources o where o.tenant_id = ${tenantId}
            and o.memory_id = m.memory_id and o.relation = 'supports' and o.event_id not in ${events}))
        group by m.memory_id, m.fact_id, m.scope order by m.fact_id, m.memory_id`,
  );
  return rows.map((row) => ({
    memoryId: row.memory_id,
    factId: row.fact_id,
    scope: row.scope,
    eventId: row.event_id,
  }));
}
