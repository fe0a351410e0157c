import { sql } from "drizzle-orm";
import type { Tx } from "@/lib/store/client";
import { textSet } from "@/lib/store/erasure/id-list";
import { queryRows } from "@/lib/store/rows";
import { sealedSpellings } from "@/lib/store/sealing/open-rows";

export interface ReferredEvent {
  eventId: string;
  scope: string;
  subject: string | null;
}

const MOST = 20;

/**
 * What a person said, as far as a reference names it: by the event's id, by the key it was sent under (its digest), by
 * the reference or the session it was sent with. Only events that hold words: a claim that somebody said something is
 * no word of theirs, and what was lowered or judged malicious vouches for nothing. Rights are the caller's to check.
 */
export async function listReferred(
  tx: Tx,
  tenantId: string,
  named: { ref: string; dedupeDigest: string },
): Promise<ReferredEvent[]> {
  const refs = textSet(sealedSpellings(tx, tenantId, "source_ref", [named.ref]));
  const sessions = textSet(sealedSpellings(tx, tenantId, "session_id", [named.ref]));
  const rows = await queryRows<{ event_id: string; scope: string; subject: string | null }>(
    tx,
    sql`with named as (
          select e.event_id from events e where e.tenant_id = ${tenantId} and e.event_id = ${named.ref}
          union select e.event_id from events e
            where e.tenant_id = ${tenantId} and e.dedupe_digest = ${named.dedupeDigest}
          union select p.event_id from event_payloads p
            where p.tenant_id = ${tenantId} and p.source_ref in ${refs}
          union select p.event_id from event_payloads p
            where p.tenant_id = ${tenantId} and p.session_id in ${sessions}
        )
        select e.event_id, e.scope, p.subject from named n
          join events e on e.tenant_id = ${tenantId} and e.event_id = n.event_id
          join event_payloads p on p.tenant_id = ${tenantId} and p.event_id = n.event_id
        where e.source_type in ('user_statement', 'user_confirmation', 'approval') and e.claimed_source_type is null
          and (jsonb_typeof(p.content) <> 'object' or p.content ? 'quote'
            or not (p.content ? 'remember' or p.content ? 'verb'))
          and not exists (select 1 from quarantine q
            where q.tenant_id = ${tenantId} and q.event_id = e.event_id and q.state = 'condemned')
        order by e.recorded_at desc, e.event_id desc limit ${MOST}`,
  );
  return rows.map((row) => ({ eventId: row.event_id, scope: row.scope, subject: row.subject }));
}
