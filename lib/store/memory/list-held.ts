import { sql } from "drizzle-orm";
import type { Tx } from "@/lib/store/client";
import { textSet } from "@/lib/store/erasure/id-list";
import { queryRows } from "@/lib/store/rows";
import { sealedSpellings } from "@/lib/store/sealing/open-rows";

/** Ids of the active facts of a scope, newest first; of one predicate when it is named. Episodes are no facts. */
export async function listHeld(
  tx: Tx,
  tenantId: string,
  place: { scope: string; predicate: string | null },
  limit: number,
): Promise<string[]> {
  const named = place.predicate === null ? sql`` : sql`and f.predicate = ${place.predicate}`;
  const rows = await queryRows<{ memory_id: string }>(
    tx,
    sql`select m.memory_id from memories m join facts f on f.tenant_id = m.tenant_id and f.fact_id = m.fact_id
        where m.tenant_id = ${tenantId} and m.scope = ${place.scope} and m.status = 'active' and m.kind <> 'episodic' ${named}
        order by m.recorded_at desc, m.memory_id desc limit ${limit}`,
  );
  return rows.map((row) => row.memory_id);
}

/** What was made of the last thing said before an event in the same session and scope; empty without a session. */
export async function listHeldFromLastWord(
  tx: Tx,
  tenantId: string,
  event: { eventId: string; scope: string; sessionId: string },
): Promise<string[]> {
  const rows = await queryRows<{ memory_id: string }>(
    tx,
    sql`select distinct m.memory_id from memory_sources s
          join memories m on m.tenant_id = s.tenant_id and m.memory_id = s.memory_id
        where s.tenant_id = ${tenantId} and s.relation = 'supports' and m.scope = ${event.scope} and m.status = 'active'
          and s.event_id = (select e.event_id from events e
            join event_payloads p on p.tenant_id = e.tenant_id and p.event_id = e.event_id
            where e.tenant_id = ${tenantId} and e.scope = ${event.scope} and e.event_id <> ${event.eventId}
              and p.session_id in ${sessionSpellings(tx, tenantId, event.sessionId)} and e.actor_kind = 'user'
            order by e.recorded_at desc, e.event_id desc limit 1)`,
  );
  return rows.map((row) => row.memory_id);
}

/**
 * What was packed in this session since the last thing a person said before an event, in its scope and still active; of a
 * retrieval whose use was reported, what was used.
 */
export async function listRecalledSince(
  tx: Tx,
  tenantId: string,
  event: { eventId: string; scope: string; sessionId: string },
): Promise<string[]> {
  const rows = await queryRows<{ memory_id: string }>(
    tx,
    sql`with said as (
          select max(e.recorded_at) as at from events e
            join event_payloads p on p.tenant_id = ${tenantId} and p.event_id = e.event_id
          where e.tenant_id = ${tenantId} and e.event_id <> ${event.eventId} and p.session_id in ${sessionSpellings(tx, tenantId, event.sessionId)}
            and e.actor_kind = 'user'
        ), shown as (
          select r.retrieval_id, r.trace from retrievals r
            join retrieval_texts w on w.tenant_id = ${tenantId} and w.retrieval_id = r.retrieval_id, said
          where r.tenant_id = ${tenantId} and w.received ->> 'session_id' in ${sessionSpellings(tx, tenantId, event.sessionId)}
            and r.at >= said.at order by r.at desc limit ${MOST_SHOWN}
        ), packed as (
          select s.retrieval_id, i ->> 'memory_id' as memory_id
          from shown s cross join lateral jsonb_path_query(s.trace, '$.pack.items[*]') as i
        )
        select distinct m.memory_id from packed k
          join memories m on m.tenant_id = ${tenantId} and m.memory_id = k.memory_id
        where m.scope = ${event.scope} and m.status = 'active'
          and (not exists (select 1 from usage u where u.tenant_id = ${tenantId} and u.retrieval_id = k.retrieval_id)
            or exists (select 1 from usage u where u.tenant_id = ${tenantId} and u.retrieval_id = k.retrieval_id
              and u.memory_id = k.memory_id))`,
  );
  return rows.map((row) => row.memory_id);
}

const MOST_SHOWN = 5;

/** A session's own name, and what stands for it where words are kept encrypted. */
const sessionSpellings = (tx: Tx, tenantId: string, sessionId: string) =>
  textSet(sealedSpellings(tx, tenantId, "session_id", [sessionId]));
