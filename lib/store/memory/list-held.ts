import { sql } from "drizzle-orm";
import type { Tx } from "@/lib/store/client";
import { queryRows } from "@/lib/store/rows";

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
              and p.session_id = ${event.sessionId} and e.actor_kind = 'user'
            order by e.recorded_at desc, e.event_id desc limit 1)`,
  );
  return rows.map((row) => row.memory_id);
}
