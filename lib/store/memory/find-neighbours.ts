import { sql } from "drizzle-orm";
import type { Tx } from "@/lib/store/client";
import { textArray, textSet } from "@/lib/store/erasure/id-list";
import { queryRows } from "@/lib/store/rows";

/** A memory in force, as far as its meaning is compared. */
export interface Neighbour {
  memoryId: string;
  factId: string;
  predicate: string;
  value: unknown;
  statement: string;
  confirmation: string;
}

/**
 * Memories in force about one subject in one scope that share a word with what is to be written; those not indexed yet
 * (the same call's own among them) whatever their words. The newest first, at most `limit`.
 */
export async function findNeighbours(
  tx: Tx,
  tenantId: string,
  about: { scope: string; subject: string; subjectKey: string; kind: string; lexemes: readonly string[] },
  limit: number,
): Promise<Neighbour[]> {
  const rows = await queryRows<Record<string, unknown>>(
    tx,
    sql`select m.memory_id, m.fact_id, f.predicate, c.value::text as value, c.statement, m.confirmation
        from facts f
          join memories m on m.tenant_id = ${tenantId} and m.fact_id = f.fact_id
          join memory_contents c on c.tenant_id = ${tenantId} and c.memory_id = m.memory_id
          left join search_index s on s.tenant_id = ${tenantId} and s.memory_id = m.memory_id
        where f.tenant_id = ${tenantId} and f.scope = ${about.scope} and f.instance = ''
          and (f.subject_key = ${about.subjectKey} or f.subject = ${about.subject})
          and m.status = 'active' and m.kind = ${about.kind} and m.sensitivity <> 'high'
          and (s.memory_id is null or tsvector_to_array(s.lexemes) && ${textArray(about.lexemes)})
        order by m.recorded_at desc, m.memory_id desc limit ${limit}`,
  );
  return rows.map((row) => ({
    memoryId: String(row.memory_id),
    factId: String(row.fact_id),
    predicate: String(row.predicate),
    value: JSON.parse(String(row.value)) as unknown,
    statement: String(row.statement),
    confirmation: String(row.confirmation),
  }));
}

/** A question about a pair of memories; a pair is asked about once, whichever way round. */
export async function openQuestion(
  tx: Tx,
  tenantId: string,
  one: {
    duplicateId: string;
    scope: string;
    memoryId: string;
    otherId: string;
    reasonCode: string;
    score: number;
  },
  at: Date,
): Promise<void> {
  const pair = textSet([one.memoryId, one.otherId]);
  await tx.execute(
    sql`insert into possible_duplicates (tenant_id, duplicate_id, scope, memory_id, other_id, reason_code, score, state, opened_at)
        select ${tenantId}, ${one.duplicateId}, ${one.scope}, ${one.memoryId}, ${one.otherId}, ${one.reasonCode}, ${one.score}::float8,
          'open', ${at.toISOString()}::timestamptz
        where not exists (select 1 from possible_duplicates p where p.tenant_id = ${tenantId}
          and p.memory_id in ${pair} and p.other_id in ${pair})`,
  );
}
