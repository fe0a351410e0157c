import { sql } from "drizzle-orm";
import postgres from "postgres";
import type { Database } from "@/lib/store/client";

/** One question as the hand-written statement takes it. */
export interface AskedByHand {
  retrievalId: string;
  scope: string;
  /** Any of the words, as a tsquery. */
  words: string;
  vector: string;
  /** A trace as the engine keeps for the same question, and the memories that it names: the same bytes to write. */
  trace: string;
  memoryIds: readonly string[];
}

export interface ByHand {
  search(asked: AskedByHand): Promise<string[]>;
  close(): Promise<void>;
}

/**
 * The yardstick of the retrieval benchmark: words and vectors of one scope, fused by rank, the ten best read from the
 * truth, and a row that keeps the trace, in one statement as one would write it by hand. It filters by status and by what
 * is valid now; it explains nothing, knows no sensitivity, trust, purpose, conflict or neighbour, and packs nothing.
 * @param big scopes with a partial HNSW index: named in the text, so that the index is used
 */
function textOf(tenantId: string, model: string, big: string | null): string {
  const within =
    big === null
      ? "tenant_id = $1 and model = $2 and scope = $3"
      : `tenant_id = '${tenantId}' and model = '${model}' and scope = '${big.replaceAll("'", "''")}' and $1::text = '${tenantId}' and $2::text is not null and $3::text is not null`;
  const distance =
    big === null ? "embedding <=> $5::halfvec" : "embedding::halfvec(512) <=> $5::halfvec(512)";
  return `with words as materialized (
      select memory_id, row_number() over (order by score desc, memory_id) as place from (
        select memory_id, ts_rank(lexemes, $4::tsquery) as score from search_index
        where tenant_id = $1 and scope = $3 and state = 'live' and lexemes @@ $4::tsquery
        order by 2 desc, 1 limit 60) w
    ), near as materialized (
      select memory_id, row_number() over (order by far, memory_id) as place from (
        select memory_id, ${distance} as far from search_vectors
        where ${within} and state = 'live' order by ${distance} limit 60) v
    ), fused as (
      select memory_id, sum(1.0 / (60 + place)) as score
      from (select * from words union all select * from near) channels group by memory_id
    ), found as materialized (
      select m.memory_id, m.kind, m.status, m.confirmation, m.observed_at, c.statement, f.score
      from fused f
      join memories m on m.tenant_id = $1 and m.memory_id = f.memory_id and m.status = 'active'
      join memory_contents c on c.tenant_id = $1 and c.memory_id = f.memory_id
      where exists (select 1 from memory_periods p where p.tenant_id = $1 and p.memory_id = f.memory_id
        and upper_inf(p.known) and p.valid @> $6::timestamptz)
      order by f.score desc limit 10
    ), traced as (
      insert into retrievals (tenant_id, retrieval_id, at, actor_kind, actor_id, intent, policy_version, candidate_count,
        packed_count, rejected_count, conflict_count, token_budget, tokens_used, degraded, took_ms, memory_ids, trace, request_id)
      select $1, $7, $6::timestamptz, 'agent', 'agt_by_hand', 'recover_decision', 0, 0, 10, 0, 0, 2000, 0, '{}', 0,
        $8::text::text[], $9::text::jsonb, 'req_by_hand'
    )
    select memory_id, kind, status, confirmation, observed_at, statement, score from found`;
}

function parametersOf(tenantId: string, model: string, asked: AskedByHand): string[] {
  return [
    tenantId,
    model,
    asked.scope,
    asked.words,
    asked.vector,
    new Date().toISOString(),
    asked.retrievalId,
    `{${asked.memoryIds.join(",")}}`,
    asked.trace,
  ];
}

/** On a server: a connection of its own as the restricted role, with the tenant set for the session; the text prepared. */
export async function openByHandOnServer(
  appUrl: string,
  tenantId: string,
  model: string,
  big: ReadonlySet<string>,
): Promise<ByHand> {
  const app = postgres(appUrl, {
    max: 1,
    onnotice: () => {},
    connection: { role: "keepsake_app", "app.tenant_id": tenantId, jit: "off" } as Record<string, string>,
  });
  return {
    search: async (asked) => {
      const text = textOf(tenantId, model, big.has(asked.scope) ? asked.scope : null);
      const rows = await app.unsafe(text, parametersOf(tenantId, model, asked), { prepare: true });
      return rows.map((row) => String(row.memory_id));
    },
    close: () => app.end({ timeout: 5 }),
  };
}

/** On the embedded database there is no wire: the statement stands between BEGIN and COMMIT, without a policy in the way. */
export function openByHandEmbedded(
  database: Database,
  tenantId: string,
  model: string,
  big: ReadonlySet<string>,
): ByHand {
  return {
    search: async (asked) => {
      const pieces = textOf(tenantId, model, big.has(asked.scope) ? asked.scope : null).split(/\$(\d)/);
      const values = parametersOf(tenantId, model, asked);
      const statement = sql.join(
        pieces.map((piece, at) => (at % 2 === 0 ? sql.raw(piece) : sql`${values[Number(piece) - 1]}`)),
      );
      const result = await database.asOwner((tx) => tx.execute(statement));
      return (result as unknown as { rows: { memory_id: string }[] }).rows.map((row) => row.memory_id);
    },
    close: async () => {},
  };
}
