import { sql } from "drizzle-orm";
import type { MemoryUse } from "@/lib/contracts/pages";
import type { Tx } from "@/lib/store/client";
import { openWords } from "@/lib/store/retrieval/retrieval-words";
import { queryRows, toInstant } from "@/lib/store/rows";

interface Row extends Record<string, unknown> {
  retrieval_id: string;
  at: unknown;
  kind: string;
  id: string;
  name: string | null;
  query: string | null;
  reported: boolean;
  used: boolean;
  outcome: MemoryUse["outcome"];
}

/**
 * The retrievals that handed this memory out, newest first. Only those whose pack held it: a candidate that was dropped
 * was used by nobody.
 */
export async function listUsesOf(
  tx: Tx,
  tenantId: string,
  memoryId: string,
  limit: number,
): Promise<MemoryUse[]> {
  const rows = await queryRows<Row>(
    tx,
    sql`select r.retrieval_id, r.at, r.actor_kind as kind, r.actor_id as id, a.name, t.query, t.key_id, t.sealed,
        exists (select 1 from usage other where other.tenant_id = r.tenant_id and other.retrieval_id = r.retrieval_id) as reported,
        u.memory_id is not null as used, u.outcome
      from retrievals r
      left join retrieval_texts t on t.tenant_id = r.tenant_id and t.retrieval_id = r.retrieval_id
      left join usage u on u.tenant_id = r.tenant_id and u.retrieval_id = r.retrieval_id and u.memory_id = ${memoryId}
      left join agents a on a.tenant_id = r.tenant_id and a.agent_id = r.actor_id
      where r.tenant_id = ${tenantId} and ${memoryId} = any(r.memory_ids)
        and r.trace @> ${JSON.stringify({ pack: { items: [{ memory_id: memoryId }] } })}::jsonb
      order by r.at desc, r.retrieval_id limit ${limit}`,
  );
  return (await openWords(tx, tenantId, rows)).map((row) => ({
    retrieval_id: row.retrieval_id,
    at: toInstant(row.at).toISOString(),
    actor: { kind: row.kind, id: row.id, name: row.name },
    query: row.query,
    use: row.used ? "used" : row.reported ? "provided" : "unknown",
    outcome: row.outcome,
  }));
}
