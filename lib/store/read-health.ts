import { sql } from "drizzle-orm";
import type { Health } from "@/lib/contracts/jobs";
import type { Tx } from "@/lib/store/client";
import { queryRows, toInstantOrNull } from "@/lib/store/rows";
import { instantParam } from "@/lib/store/search/parameters";

const DAY_MS = 86_400_000;

/** The tenant's own numbers of one moment, in one statement for each part. */
export async function readHealth(tx: Tx, tenantId: string, now: Date): Promise<Health> {
  const day = instantParam(new Date(now.getTime() - DAY_MS));
  const one = async <T extends object>(statement: ReturnType<typeof sql>): Promise<Partial<T>> =>
    (await queryRows<T>(tx, statement))[0] ?? {};
  const at = (value: unknown) => toInstantOrNull(value)?.toISOString() ?? null;
  const whole = (value: number | null | undefined) =>
    value === null || value === undefined ? null : Math.round(Number(value));
  const indexing = await one<{ owed: number; failing: number; oldest: unknown; done: unknown; lag: number }>(
    sql`select (count(*) filter (where done_at is null))::int as owed,
        (count(*) filter (where done_at is null and attempts > 0))::int as failing,
        min(created_at) filter (where done_at is null) as oldest, max(done_at) as done,
        percentile_cont(0.95) within group (order by extract(epoch from done_at - created_at) * 1000)
          filter (where done_at >= ${day}) as lag
      from outbox where tenant_id = ${tenantId} and kind = 'memory.index'`,
  );
  const extraction = await one<{ waiting: number; failing: number; dead: number }>(
    sql`select (count(*) filter (where state in ('queued', 'running')))::int as waiting,
        (count(*) filter (where state = 'failed'))::int as failing, (count(*) filter (where state = 'dead'))::int as dead
      from extractions where tenant_id = ${tenantId}`,
  );
  const calls = await one<{ calls: number; failed: number; last: unknown; ok: boolean | null }>(
    sql`select count(*)::int as calls, (count(*) filter (where outcome <> 'ok'))::int as failed,
        (select at from model_calls where tenant_id = ${tenantId} order by at desc limit 1) as last,
        (select outcome = 'ok' from model_calls where tenant_id = ${tenantId} order by at desc limit 1) as ok
      from model_calls where tenant_id = ${tenantId} and at >= ${day}`,
  );
  const retrieval = await one<{ total: number; degraded: number; p50: number; p95: number; last: unknown }>(
    sql`select count(*)::int as total, (count(*) filter (where cardinality(degraded) > 0))::int as degraded,
        percentile_cont(0.5) within group (order by took_ms) as p50,
        percentile_cont(0.95) within group (order by took_ms) as p95,
        (select max(at) from retrievals where tenant_id = ${tenantId}) as last
      from retrievals where tenant_id = ${tenantId} and at >= ${day}`,
  );
  const deletions = await one<{ open: number; failed: number; oldest: unknown }>(
    sql`select (count(*) filter (where status in ('requested', 'running', 'waiting')))::int as open,
        (count(*) filter (where status = 'failed'))::int as failed,
        min(requested_at) filter (where status not in ('complete', 'cancelled')) as oldest
      from deletions where tenant_id = ${tenantId}`,
  );
  const audit = await one<{ linked: number; unlinked: number; oldest: unknown; last: unknown }>(
    sql`select (select count(*)::int from audit_chain where tenant_id = ${tenantId}) as linked,
        (select max(linked_at) from audit_chain where tenant_id = ${tenantId}) as last,
        count(*)::int as unlinked, min(l.at) as oldest
      from audit_log l where l.tenant_id = ${tenantId} and not exists (
        select 1 from audit_chain c where c.tenant_id = ${tenantId} and c.audit_id = l.audit_id)`,
  );
  return {
    as_of: now.toISOString(),
    indexing: {
      owed: indexing.owed ?? 0,
      failing: indexing.failing ?? 0,
      oldest_owed_at: at(indexing.oldest),
      last_done_at: at(indexing.done),
      lag_p95_ms: whole(indexing.lag),
    },
    extraction: {
      waiting: extraction.waiting ?? 0,
      failing: extraction.failing ?? 0,
      dead: extraction.dead ?? 0,
      last_call_at: at(calls.last),
      last_call_ok: calls.ok ?? null,
      calls_24h: calls.calls ?? 0,
      failed_calls_24h: calls.failed ?? 0,
    },
    retrieval: {
      total_24h: retrieval.total ?? 0,
      degraded_24h: retrieval.degraded ?? 0,
      p50_ms: whole(retrieval.p50),
      p95_ms: whole(retrieval.p95),
      last_at: at(retrieval.last),
    },
    deletions: {
      open: deletions.open ?? 0,
      failed: deletions.failed ?? 0,
      oldest_open_at: at(deletions.oldest),
    },
    audit: {
      linked: audit.linked ?? 0,
      unlinked: audit.unlinked ?? 0,
      oldest_unlinked_at: at(audit.oldest),
      last_linked_at: at(audit.last),
    },
  };
}
