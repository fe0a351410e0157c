import { sql } from "drizzle-orm";
import type { DeletionWork, DeletionWorks, ListDeletionWorkQuery } from "@/lib/contracts/jobs";
import type { Tx } from "@/lib/store/client";
import { listHeldDeletions } from "@/lib/store/erasure/hold-records";
import { queryRows, toInstant, toInstantOrNull } from "@/lib/store/rows";

interface Row {
  deletion_id: string;
  status: DeletionWork["status"];
  selector_kind: string;
  memories: number;
  requested_by_kind: string;
  requested_by_id: string;
  requested_by_name: string | null;
  requested_at: unknown;
  execute_after: unknown;
  completed_at: unknown;
  attempts: number;
  targets: DeletionWork["targets"] | null;
}

/** Requests, newest first, each with where it stands in every place. `store` asks for those that are open there. */
export async function listDeletionWork(
  tx: Tx,
  tenantId: string,
  query: ListDeletionWorkQuery,
  limit: number,
): Promise<DeletionWorks> {
  const store = query.store ?? null;
  const where = sql`d.tenant_id = ${tenantId}
    and (${query.status ?? null}::text is null or d.status = ${query.status ?? null})
    and (${store}::text is null or exists (select 1 from deletion_targets t where t.tenant_id = ${tenantId}
      and t.deletion_id = d.deletion_id and t.target = ${store} and t.state not in ('done', 'not_present')))`;
  const [count] = await queryRows<{ total: number; whole: number }>(
    tx,
    sql`select (select count(*)::int from deletions d where ${where}) as total,
      (select count(*)::int from deletions d where d.tenant_id = ${tenantId}) as whole`,
  );
  const rows = await queryRows<Row>(
    tx,
    sql`select d.deletion_id, d.status, d.selector_kind, (d.affected ->> 'memories')::int as memories,
        d.requested_by_kind, d.requested_by_id, d.requested_at, d.execute_after, d.completed_at, d.attempts,
        coalesce((select a.name from agents a where a.tenant_id = ${tenantId} and a.agent_id = d.requested_by_id),
          (select u.display_name from users u where u.tenant_id = ${tenantId} and u.user_id = d.requested_by_id))
          as requested_by_name,
        (select jsonb_agg(jsonb_build_object('target', t.target, 'state', t.state, 'attempts', t.attempts, 'due', t.due))
          from deletion_targets t where t.tenant_id = ${tenantId} and t.deletion_id = d.deletion_id) as targets
      from deletions d where ${where}
        and (${query.cursor ?? null}::text is null or d.deletion_id < ${query.cursor ?? null}::text)
      order by d.deletion_id desc limit ${limit + 1}::int`,
  );
  const page = rows.slice(0, limit);
  const requested = page.filter((row) => row.status === "requested").map((row) => row.deletion_id);
  const held = await listHeldDeletions(tx, tenantId, requested);
  return {
    items: page.map((row) => ({
      deletion_id: row.deletion_id,
      status: row.status,
      on_hold: held.has(row.deletion_id),
      selector_kind: row.selector_kind,
      memories: row.memories ?? 0,
      requested_by: { kind: row.requested_by_kind, id: row.requested_by_id, name: row.requested_by_name },
      requested_at: toInstant(row.requested_at).toISOString(),
      execute_after: toInstant(row.execute_after).toISOString(),
      completed_at: toInstantOrNull(row.completed_at)?.toISOString() ?? null,
      attempts: row.attempts,
      targets: (row.targets ?? []).map((target) => ({
        ...target,
        due: toInstantOrNull(target.due)?.toISOString() ?? null,
      })),
    })),
    next_cursor: rows.length > limit ? (page.at(-1)?.deletion_id ?? null) : null,
    total: count?.total ?? 0,
    all: count?.whole ?? 0,
  };
}
