import { sql } from "drizzle-orm";
import type { Principal } from "@/lib/engine/model/principal";
import type { Tx } from "@/lib/store/client";
import { queryRows } from "@/lib/store/rows";
import { instantParam, textArray } from "@/lib/store/search/parameters";

/**
 * What was used of one retrieval. Told again, the outcome is replaced; each memory's counter rises once for each
 * retrieval. The caller has checked that all of them were packed.
 */
export async function recordUsage(
  tx: Tx,
  principal: Principal,
  retrievalId: string,
  used: readonly { memoryId: string; outcome: string | null }[],
  at: Date,
): Promise<void> {
  const { tenantId, actor } = principal;
  const before = await queryRows<{ memory_id: string }>(
    tx,
    sql`select memory_id from usage where tenant_id = ${tenantId} and retrieval_id = ${retrievalId}`,
  );
  const known = new Set(before.map((row) => row.memory_id));
  const fresh: string[] = [];
  for (const { memoryId, outcome } of used) {
    const [row] = await queryRows<{ fresh: string }>(
      tx,
      sql`insert into usage (tenant_id, retrieval_id, memory_id, outcome, at, actor_kind, actor_id)
        values (${tenantId}, ${retrievalId}, ${memoryId}, ${outcome}, ${instantParam(at)}, ${actor.kind}, ${actor.id})
        on conflict (tenant_id, retrieval_id, memory_id) do update set outcome = coalesce(excluded.outcome, usage.outcome), at = excluded.at
        returning memory_id as fresh`,
    );
    if (row && !known.has(memoryId)) fresh.push(memoryId);
  }
  if (fresh.length === 0) return;
  await queryRows(
    tx,
    sql`update memories set use_count = use_count + 1, last_used_at = ${instantParam(at)}
      where tenant_id = ${tenantId} and memory_id = any(${textArray(fresh)}) and status <> 'deleted'`,
  );
}
