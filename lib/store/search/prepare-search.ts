import { type SQL, sql } from "drizzle-orm";
import type { Tx } from "@/lib/store/client";
import { queryRows } from "@/lib/store/rows";
import { nameNearIndex, NEAREST, type NearPlace } from "@/lib/store/search/near-index";
import { instantParam } from "@/lib/store/search/parameters";

/**
 * How the search is planned, for this transaction alone: once for each connection, whatever the size of the scope, since
 * to plan a statement of this size takes longer than to run it. So nothing may rest on guesses: each scope's rows are
 * found by an index, what joins freely joins by hashes, and their memory is reckoned for large scopes. Compiling to
 * machine code, or parting the work among processes, takes longer than it saves.
 */
const PLANNING: Readonly<Record<string, string>> = {
  plan_cache_mode: "force_generic_plan",
  enable_seqscan: "off",
  enable_nestloop: "off",
  enable_mergejoin: "off",
  max_parallel_workers_per_gather: "0",
  jit: "off",
  work_mem: "64MB",
  // Given up after that, and what asks less is tried: nobody waits for an answer that comes too late. The embedded
  // database takes it without effect.
  statement_timeout: "10s",
  "hnsw.ef_search": String(NEAREST),
};

export interface SearchSurroundings {
  /** The tenant's subjects whose memory is paused at this instant, for everybody or for this agent; few at any time. */
  paused: string[];
  /** The zone of the tenant's clock: what "yesterday" means when a request names none. */
  zone: string;
  /** Whether the scope has an index of its vectors that is whole. */
  near: boolean;
}

/** The tenant's subjects whose memory is paused at this instant, for everybody or for this agent; few at any time. */
export async function listPausedNow(
  tx: Tx,
  tenantId: string,
  now: Date,
  agentId: string | null,
): Promise<string[]> {
  const rows = await queryRows<{ subject: string }>(tx, pausedNow(tenantId, now, agentId));
  return rows.map((row) => row.subject);
}

function pausedNow(tenantId: string, now: Date, agentId: string | null): SQL {
  return sql`select subject from subject_controls
      where tenant_id = ${tenantId} and paused_at <= ${instantParam(now)}
        and (paused_until is null or paused_until > ${instantParam(now)})
      union
      select subject from subject_agent_pauses where tenant_id = ${tenantId} and agent_id = ${agentId}::text`;
}

/** Sets the planner and reads what a question is asked in, by one statement. */
export async function prepareSearch(
  tx: Tx,
  tenantId: string,
  now: Date,
  agentId: string | null,
  place: NearPlace | null,
): Promise<SearchSurroundings> {
  const settings = Object.entries(PLANNING).map(
    ([name, value]) => sql`set_config(${name}::text, ${value}::text, true)`,
  );
  const [row] = await queryRows<{ paused: string[]; zone: string | null; near: boolean }>(
    tx,
    sql`select (select coalesce(jsonb_agg(subject), '[]'::jsonb) from (${pausedNow(tenantId, now, agentId)}) paused) as paused,
      (select time_zone from tenants where tenant_id = ${tenantId}) as zone,
      ${place === null ? sql`false` : hasNearIndex(place)} as near, ${sql.join(settings, sql`, `)}`,
  );
  return { paused: row?.paused ?? [], zone: row?.zone ?? "UTC", near: row?.near === true };
}

function hasNearIndex(place: NearPlace): SQL {
  return sql`exists (select 1 from pg_index i where i.indexrelid = to_regclass(${nameNearIndex(place)}::text) and i.indisvalid)`;
}
