import { sql } from "drizzle-orm";
import type { Tx } from "@/lib/store/client";
import { textArray, textSet } from "@/lib/store/erasure/id-list";
import { aheadOf } from "@/lib/store/look-ahead";
import { queryRows } from "@/lib/store/rows";
import { openMemoryRows } from "@/lib/store/sealing/open-memory-rows";

/** A memory in force, as far as its meaning is compared. */
export interface Neighbour {
  memoryId: string;
  factId: string;
  predicate: string;
  value: unknown;
  statement: string;
  confirmation: string;
}

/** So many of the newest are looked at: a bound on what a write costs, however much there is. */
const MOST_LOOKED_AT = 500;

/**
 * Memories in force about one subject in one scope that share a word with what is to be written; those not indexed yet
 * (the same call's own among them) whatever their words. The newest first, at most `limit`.
 */
export async function findNeighbours(
  tx: Tx,
  tenantId: string,
  about: {
    scope: string;
    subject: string;
    subjectKey: string;
    kind: string;
    /** Memories of another digest say something else (see digestMeaning); those from before there was one may not. */
    meaningDigest: string;
    lexemes: readonly string[];
  },
  limit: number,
): Promise<Neighbour[]> {
  const ahead = aheadOf(tx);
  if (ahead?.foreseen.meaningDigest === about.meaningDigest && !(await ahead.found).near) return [];
  const rows = await queryRows<Record<string, unknown>>(
    tx,
    // The newest first, by the index and bounded: what a planner would rather join first it has no measure for.
    sql`with compared as materialized (
          (select c.memory_id from memory_contents c where c.tenant_id = ${tenantId} and c.meaning_digest = ${about.meaningDigest}
            order by c.memory_id desc limit ${MOST_LOOKED_AT})
          union all
          (select c.memory_id from memory_contents c where c.tenant_id = ${tenantId} and c.meaning_digest is null
            order by c.memory_id desc limit ${MOST_LOOKED_AT})
        ), newest as materialized (
          select m.memory_id, m.fact_id, m.confirmation, m.recorded_at from compared c
          cross join lateral (select x.* from memories x
            where x.tenant_id = ${tenantId} and x.memory_id = c.memory_id offset 0) m
          where m.scope = ${about.scope} and m.status = 'active' and m.kind = ${about.kind} and m.sensitivity <> 'high'
        ), near as materialized (
          select m.*, f.predicate from newest m
          cross join lateral (select f.predicate, f.instance, f.subject_key, f.subject from facts f
            where f.tenant_id = ${tenantId} and f.fact_id = m.fact_id offset 0) f
          where f.instance = '' and (f.subject_key = ${about.subjectKey} or f.subject = ${about.subject})
        ), sharing as materialized (
          select m.* from near m
          left join lateral (select s.lexemes from search_index s
            where s.tenant_id = ${tenantId} and s.memory_id = m.memory_id offset 0) s on true
          where s.lexemes is null or tsvector_to_array(s.lexemes) && ${textArray(about.lexemes)}
          order by m.recorded_at desc, m.memory_id desc limit ${limit}
        )
        select m.memory_id, m.fact_id, m.predicate, c.value, c.statement, c.key_id, c.sealed, m.confirmation from sharing m
        cross join lateral (select c.value, c.statement, c.key_id, c.sealed from memory_contents c
          where c.tenant_id = ${tenantId} and c.memory_id = m.memory_id offset 0) c
        order by m.recorded_at desc, m.memory_id desc`,
  );
  return (await openMemoryRows(tx, tenantId, rows)).map((row) => ({
    memoryId: String(row.memory_id),
    factId: String(row.fact_id),
    predicate: String(row.predicate),
    value: row.value,
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
