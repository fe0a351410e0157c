import { sql } from "drizzle-orm";
import type { Tx } from "@/lib/store/client";
import { queryRows } from "@/lib/store/rows";
import { instantParam, textArray } from "@/lib/store/search/parameters";

/**
 * Events with words that this extractor has neither read nor is to read, oldest first, with how their writers may
 * write: an agent as it may today, one that is gone only proposes.
 */
export async function listUnreadEvents(
  tx: Tx,
  tenantId: string,
  extractor: string,
  wanted: { since: Date | null; types: readonly string[]; limit: number },
): Promise<{ eventId: string; writeMode: "full" | "propose" }[]> {
  const since = wanted.since === null ? sql`` : sql`and e.recorded_at >= ${instantParam(wanted.since)}`;
  const rows = await queryRows<{ event_id: string; write_mode: string }>(
    tx,
    sql`select e.event_id,
        case when e.writer_kind <> 'agent' or a.write_mode = 'full' then 'full' else 'propose' end as write_mode
      from events e
      join event_payloads p on p.tenant_id = ${tenantId} and p.event_id = e.event_id
      left join agents a on a.tenant_id = ${tenantId} and a.agent_id = e.writer_id
      where e.tenant_id = ${tenantId} and e.type = any(${textArray(wanted.types)}) and e.actor_kind <> 'assistant' ${since}
        and not (jsonb_typeof(p.content) = 'object' and (jsonb_exists(p.content, 'remember') or jsonb_exists(p.content, 'verb')))
        and not exists (select 1 from extractions x
          where x.tenant_id = ${tenantId} and x.event_id = e.event_id and x.extractor = ${extractor})
      order by e.event_id limit ${wanted.limit}::int`,
  );
  return rows.map((row) => ({
    eventId: row.event_id,
    writeMode: row.write_mode === "full" ? "full" : "propose",
  }));
}
