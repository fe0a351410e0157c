import { sql } from "drizzle-orm";
import type { ConsoleOverview } from "@/lib/contracts/pages";
import type { Tx } from "@/lib/store/client";
import { countFailingJobs } from "@/lib/store/list-jobs";
import { queryRows, toInstantOrNull } from "@/lib/store/rows";

const DAY_MS = 86_400_000;

/** What an operator looks at first, in exact numbers of one moment. */
export async function countTenant(tx: Tx, tenantId: string, now: Date): Promise<ConsoleOverview> {
  const at = now.toISOString();
  const dayAgo = new Date(now.getTime() - DAY_MS).toISOString();
  const [row] = await queryRows<Record<string, unknown>>(
    tx,
    sql`select m.*, r.*, d.*, g.*,
        (select count(*)::int from conflicts where tenant_id = ${tenantId} and closed_at is null) as conflicts_open,
        (select min(opened_at) from conflicts where tenant_id = ${tenantId} and closed_at is null) as oldest_conflict,
        (select min(opened_at) from approvals where tenant_id = ${tenantId} and state = 'open') as oldest_approval,
        (select min(opened_at) from quarantine where tenant_id = ${tenantId} and state = 'held') as oldest_quarantine
      from
        (select count(*) filter (where current)::int as active,
            count(*) filter (where current and confirmation = 'inferred')::int as inferred,
            count(*) filter (where status = 'pending_approval')::int as pending_approval,
            count(*) filter (where status = 'quarantined')::int as quarantined
          from (select status, confirmation,
              status = 'active' and coalesce(coalesce(ended_at, claim_to) > ${at}::timestamptz, true) as current
            from memories where tenant_id = ${tenantId}) of_tenant) m,
        (select count(*)::int as retrievals, count(*) filter (where packed_count = 0)::int as empty,
            count(*) filter (where cardinality(degraded) > 0)::int as degraded
          from retrievals where tenant_id = ${tenantId} and at > ${dayAgo}::timestamptz) r,
        (select count(*) filter (where status in ('requested', 'running', 'waiting'))::int as deletions_open,
            count(*) filter (where status = 'failed')::int as deletions_failed,
            min(requested_at) filter (where status in ('requested', 'running', 'waiting')) as oldest_open,
            min(requested_at) filter (where status = 'failed') as oldest_failed
          from deletions where tenant_id = ${tenantId}) d,
        (select count(*)::int as agents,
            count(*) filter (where exists (select 1 from agent_keys k where k.tenant_id = ${tenantId}
              and k.agent_id = a.agent_id and k.revoked_at is null
              and (k.expires_at is null or k.expires_at > ${at}::timestamptz)))::int as live
          from agents a where tenant_id = ${tenantId} and disabled_at is null) g`,
  );
  const count = (name: string): number => Number(row?.[name] ?? 0);
  const since = (name: string): string | null => toInstantOrNull(row?.[name])?.toISOString() ?? null;
  const jobs = await countFailingJobs(tx, tenantId);
  return {
    as_of: at,
    memories: {
      active: count("active"),
      inferred: count("inferred"),
      pending_approval: count("pending_approval"),
      quarantined: count("quarantined"),
    },
    conflicts_open: count("conflicts_open"),
    agents: { total: count("agents"), with_live_key: count("live") },
    retrievals_24h: { total: count("retrievals"), empty: count("empty"), degraded: count("degraded") },
    deletions: { open: count("deletions_open"), failed: count("deletions_failed") },
    jobs_failing: jobs.failing,
    oldest: {
      pending: since("oldest_approval"),
      quarantined: since("oldest_quarantine"),
      conflicts: since("oldest_conflict"),
      deletionsFailed: since("oldest_failed"),
      deletionsOpen: since("oldest_open"),
      jobsFailing: jobs.since,
    },
  };
}
