import { type SQL, sql } from "drizzle-orm";
import type { Page } from "@/lib/contracts/common";
import type { TraceFilter } from "@/lib/contracts/pages";
import type { TraceListItem } from "@/lib/engine/engine";
import type { Principal } from "@/lib/engine/model/principal";
import type { Tx } from "@/lib/store/client";
import { openWords } from "@/lib/store/retrieval/retrieval-words";
import { queryRows, toInstant } from "@/lib/store/rows";
import { actorName, ownRetrievals } from "@/lib/store/retrieval/read-retrieval";

function filterCondition({ agent, flag, from, to }: TraceFilter): SQL {
  const parts = [sql`true`];
  if (agent) parts.push(sql`r.actor_id = ${agent}`);
  if (flag === "empty") parts.push(sql`r.packed_count = 0`);
  if (flag === "degraded") parts.push(sql`cardinality(r.degraded) > 0`);
  if (flag === "conflict") parts.push(sql`r.conflict_count > 0`);
  if (from) parts.push(sql`r.at >= ${new Date(from).toISOString()}::timestamptz`);
  if (to) parts.push(sql`r.at < ${new Date(to).toISOString()}::timestamptz`);
  return sql.join(parts, sql` and `);
}

/** Newest first. The cursor is the last id of the page before: ids begin with their time. */
export async function listRetrievals(
  tx: Tx,
  principal: Principal,
  page: { cursor: string | null; limit: number; filter: TraceFilter },
): Promise<Page<TraceListItem>> {
  const { tenantId } = principal;
  const fits = filterCondition(page.filter);
  const [count] = await queryRows<{ total: number }>(
    tx,
    sql`select count(*)::int as total from retrievals r where r.tenant_id = ${tenantId} and ${ownRetrievals(principal)} and ${fits}`,
  );
  const rows = await queryRows<Record<string, unknown>>(
    tx,
    sql`select r.*, ${actorName(tenantId)} as actor_name, t.query, t.key_id, t.sealed,
        (select count(*)::int from usage u where u.tenant_id = ${tenantId} and u.retrieval_id = r.retrieval_id) as used
      from (
        select r.retrieval_id, r.at, r.actor_kind, r.actor_id, r.intent, r.candidate_count, r.packed_count, r.rejected_count,
          r.token_budget, r.tokens_used, r.conflict_count, to_jsonb(r.degraded) as degraded, r.took_ms, r.policy_version
        from retrievals r
        where r.tenant_id = ${tenantId} and ${ownRetrievals(principal)} and ${fits}
          and (${page.cursor}::text is null or r.retrieval_id < ${page.cursor}::text)
        order by r.retrieval_id desc limit ${page.limit + 1}::int
      ) r
      left join retrieval_texts t on t.tenant_id = ${tenantId} and t.retrieval_id = r.retrieval_id
      order by r.retrieval_id desc`,
  );
  const items = (await openWords(tx, tenantId, rows.slice(0, page.limit))).map(
    (row): TraceListItem => ({
      retrieval_id: String(row.retrieval_id),
      at: toInstant(row.at).toISOString(),
      actor: {
        kind: String(row.actor_kind),
        id: String(row.actor_id),
        name: (row.actor_name as string | null) ?? null,
      },
      query: (row.query as string | null) ?? null,
      intent: String(row.intent),
      candidates: Number(row.candidate_count),
      packed: Number(row.packed_count),
      rejected: Number(row.rejected_count),
      tokens: { budget: Number(row.token_budget), used: Number(row.tokens_used) },
      conflicts: Number(row.conflict_count),
      // Nothing told is unknown, not unused.
      used: Number(row.used) === 0 ? null : Number(row.used),
      degraded: row.degraded as string[],
      took_ms: Number(row.took_ms),
      policy_version: Number(row.policy_version),
    }),
  );
  return {
    items,
    next_cursor: rows.length > page.limit ? (items.at(-1)?.retrieval_id ?? null) : null,
    total: count?.total ?? 0,
  };
}
