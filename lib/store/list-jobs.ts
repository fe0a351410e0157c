import { type SQL, sql } from "drizzle-orm";
import {
  type Job,
  type JobKind,
  type Jobs,
  JOB_KINDS,
  JOB_STATES,
  type ListJobsQuery,
} from "@/lib/contracts/jobs";
import type { Tx } from "@/lib/store/client";
import { queryRows, toInstant, toInstantOrNull } from "@/lib/store/rows";
import { instantParam } from "@/lib/store/search/parameters";

/** Everything that is still owed, of all kinds, in one shape. */
const work = (tenantId: string): SQL => sql`(
  select 'indexing' as kind, outbox_id as job_id, object_id, attempts, created_at, due_at, last_error,
      case when attempts = 0 then 'waiting' else 'failing' end as state
    from outbox where tenant_id = ${tenantId} and done_at is null
  union all
  select 'extraction', extraction_id, event_id, attempts, created_at,
      case when state in ('queued', 'failed') then due_at end, coalesce(last_error, reason),
      case state when 'queued' then 'waiting' when 'failed' then 'failing' else state end
    from extractions where tenant_id = ${tenantId} and state <> 'done'
  union all
  select 'deletion', d.deletion_id, d.deletion_id, d.attempts, d.requested_at,
      coalesce((select min(t.due) from deletion_targets t where t.tenant_id = ${tenantId}
        and t.deletion_id = d.deletion_id and t.state in ('failed', 'waiting', 'pending')), d.execute_after), d.last_error,
      case d.status when 'failed' then 'failing' when 'running' then 'running' else 'waiting' end
    from deletions d where d.tenant_id = ${tenantId} and d.status not in ('complete', 'cancelled'))`;

interface Row {
  kind: JobKind;
  job_id: string;
  object_id: string;
  attempts: number;
  created_at: unknown;
  due_at: unknown;
  last_error: string | null;
  state: Job["state"];
}

/** Oldest first: what has waited longest is what needs a look. The cursor is the last job of the page before. */
export async function listJobs(tx: Tx, tenantId: string, query: ListJobsQuery, limit: number): Promise<Jobs> {
  const [cursorAt = null, cursorId = null] = query.cursor?.split("~") ?? [];
  const rows = await queryRows<Row>(
    tx,
    sql`select * from ${work(tenantId)} j
      where (${query.kind ?? null}::text is null or j.kind = ${query.kind ?? null})
        and (${query.state ?? null}::text is null or j.state = ${query.state ?? null})
        and (${cursorAt}::timestamptz is null or (j.created_at, j.job_id) > (${cursorAt}::timestamptz, ${cursorId}::text))
      order by j.created_at, j.job_id limit ${limit + 1}::int`,
  );
  const grouped = await queryRows<{ kind: JobKind; state: Job["state"]; n: number }>(
    tx,
    sql`select kind, state, count(*)::int as n from ${work(tenantId)} j group by kind, state`,
  );
  const countOf = (kind: JobKind, state: Job["state"]) =>
    grouped.find((group) => group.kind === kind && group.state === state)?.n ?? 0;
  const counts = Object.fromEntries(
    JOB_KINDS.map((kind) => [
      kind,
      Object.fromEntries(JOB_STATES.map((state) => [state, countOf(kind, state)])),
    ]),
  ) as Jobs["counts"];
  const items = rows.slice(0, limit).map(toJob);
  const last = rows.length > limit ? items.at(-1) : undefined;
  return {
    items,
    next_cursor: last ? `${last.created_at}~${last.job_id}` : null,
    total: grouped
      .filter(({ kind, state }) => (query.kind ?? kind) === kind && (query.state ?? state) === state)
      .reduce((sum, { n }) => sum + n, 0),
    counts,
  };
}

/** Work that was tried and failed, with since when the oldest of it is owed. */
export async function countFailingJobs(
  tx: Tx,
  tenantId: string,
): Promise<{ failing: number; since: string | null }> {
  const [row] = await queryRows<{ failing: number; since: unknown }>(
    tx,
    sql`select count(*)::int as failing, min(created_at) as since from ${work(tenantId)} j
      where j.state in ('failing', 'dead')`,
  );
  return { failing: row?.failing ?? 0, since: toInstantOrNull(row?.since)?.toISOString() ?? null };
}

function toJob(row: Row): Job {
  return {
    kind: row.kind,
    job_id: row.job_id,
    object_id: row.object_id,
    state: row.state,
    attempts: row.attempts,
    created_at: toInstant(row.created_at).toISOString(),
    due_at: toInstantOrNull(row.due_at)?.toISOString() ?? null,
    last_error: row.last_error,
  };
}

/** Makes one piece of work due now; what was given up begins anew. @returns whether there is such work */
export async function makeDue(
  tx: Tx,
  tenantId: string,
  job: { kind: JobKind; jobId: string },
  now: Date,
): Promise<boolean> {
  const at = instantParam(now);
  const statement: Record<JobKind, SQL> = {
    indexing: sql`update outbox set due_at = ${at}
      where tenant_id = ${tenantId} and outbox_id = ${job.jobId} and done_at is null returning 1`,
    extraction: sql`update extractions set due_at = ${at},
        state = 'queued', reason = null, lease = null, lease_until = null, finished_at = null,
        attempts = case state when 'dead' then 0 else attempts end
      where tenant_id = ${tenantId} and extraction_id = ${job.jobId} and state in ('queued', 'failed', 'dead') returning 1`,
    deletion: sql`update deletion_targets set due = ${at}
      where tenant_id = ${tenantId} and deletion_id = ${job.jobId} and state in ('failed', 'waiting', 'pending')
        and exists (select 1 from deletions d where d.tenant_id = ${tenantId} and d.deletion_id = ${job.jobId}
          and d.status in ('failed', 'waiting', 'running')) returning 1`,
  };
  return (await queryRows(tx, statement[job.kind])).length > 0;
}
