import { type SQL, sql } from "drizzle-orm";
import type { RetrievalTrace } from "@/lib/contracts/retrievals";
import { isOperator, type Principal } from "@/lib/engine/model/principal";
import type { StoredTrace } from "@/lib/engine/model/stored-trace";
import type { Tx } from "@/lib/store/client";
import { openWords } from "@/lib/store/retrieval/retrieval-words";
import { queryRows, toInstant } from "@/lib/store/rows";

export interface StoredRetrieval {
  retrievalId: string;
  at: Date;
  actor: { kind: string; id: string; name: string | null };
  trace: StoredTrace;
  /** Null once erased. */
  query: string | null;
  received: Record<string, unknown> | null;
  use: RetrievalTrace["use"];
}

/** Own retrievals, and those of the whole tenant for its operators. */
export function ownRetrievals(principal: Principal): SQL {
  if (isOperator(principal)) return sql`true`;
  return sql`(r.actor_kind = ${principal.actor.kind} and r.actor_id = ${principal.actor.id})`;
}

/** The name of the actor of `r`. */
export function actorName(tenantId: string): SQL {
  return sql`case r.actor_kind
    when 'agent' then (select a.name from agents a where a.tenant_id = ${tenantId} and a.agent_id = r.actor_id)
    when 'user' then (select u.display_name from users u where u.tenant_id = ${tenantId} and u.user_id = r.actor_id)
  end`;
}

/** One retrieval this principal may see, or null: another's is as good as none. */
export async function findRetrieval(
  tx: Tx,
  principal: Principal,
  retrievalId: string,
): Promise<StoredRetrieval | null> {
  const { tenantId } = principal;
  const rows = await queryRows<Record<string, unknown>>(
    tx,
    sql`select r.retrieval_id, r.at, r.actor_kind, r.actor_id, ${actorName(tenantId)} as actor_name, r.trace, t.query, t.received, t.key_id, t.sealed,
        (select coalesce(jsonb_agg(jsonb_build_array(u.memory_id, u.outcome, u.at) order by u.at, u.memory_id), '[]'::jsonb)
          from usage u where u.tenant_id = ${tenantId} and u.retrieval_id = r.retrieval_id) as use
      from retrievals r
      left join retrieval_texts t on t.tenant_id = ${tenantId} and t.retrieval_id = r.retrieval_id
      where r.tenant_id = ${tenantId} and r.retrieval_id = ${retrievalId} and ${ownRetrievals(principal)}`,
  );
  const [row] = await openWords(tx, tenantId, rows);
  if (!row) return null;
  return {
    retrievalId: String(row.retrieval_id),
    at: toInstant(row.at),
    actor: {
      kind: String(row.actor_kind),
      id: String(row.actor_id),
      name: (row.actor_name as string | null) ?? null,
    },
    trace: row.trace as StoredTrace,
    query: (row.query as string | null) ?? null,
    received: (row.received as Record<string, unknown> | null) ?? null,
    use: (row.use as [string, RetrievalTrace["use"][number]["outcome"], string][]).map(
      ([memoryId, outcome, at]) => ({
        memory_id: memoryId,
        outcome,
        at: new Date(at).toISOString(),
      }),
    ),
  };
}
