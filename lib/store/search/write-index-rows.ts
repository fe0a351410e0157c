import { and, eq, inArray, sql } from "drizzle-orm";
import type { Tx } from "@/lib/store/client";
import { queryRows } from "@/lib/store/rows";
import { embeddingCache, searchIndex, searchVectors } from "@/lib/store/schema/memory";
import { textArray } from "@/lib/store/search/parameters";
import { nameOfSubject } from "@/lib/store/search/structured-channel";

export interface PreparedRow {
  memoryId: string;
  /** tsvector literal. */
  literal: string;
  length: number;
  /** An episode's place among the turns of its talk; null for anything else. */
  turn: { talk: string | null; saidAt: Date; asks: boolean; told: { from: Date; to: Date }[] } | null;
  /** What the index holds in clear of a memory that is kept encrypted. */
  shown: { preview: string; name: string | null } | null;
  /** At most one for each model. */
  vectors: { model: string; digest: string; embedding: number[] }[];
}

export interface IndexWrite {
  analyser: string;
  at: Date;
  /** False when vectors alone are made, of words that are in the index already. */
  words: boolean;
  /** There are vectors of models that are not made here: they follow the memory's state all the same. */
  otherModels: boolean;
}

interface TruthRow {
  memory_id: string;
  fact_id: string;
  scope: string;
  kind: string;
  status: string;
  open: boolean;
}

/**
 * Makes the index rows of these memories what the truth says now: live, history, or none. The memories' rows are locked
 * while this is decided, so that a change or an erasure at the same moment waits and then finds the rows written.
 * Returns how many memories have rows now.
 */
export async function writeIndexRows(
  tx: Tx,
  tenantId: string,
  memoryIds: readonly string[],
  prepared: readonly PreparedRow[],
  context: IndexWrite,
): Promise<number> {
  const truth = await queryRows<TruthRow>(
    tx,
    sql`select m.memory_id, m.fact_id, m.scope, m.kind, m.status,
        exists (select 1 from memory_periods p where p.tenant_id = ${tenantId} and p.memory_id = m.memory_id and upper_inf(p.known)) as open
      from memories m
      where m.tenant_id = ${tenantId} and m.memory_id = any(${textArray(memoryIds)}) and m.sensitivity <> 'high'
        and m.status in ('active', 'superseded', 'expired', 'archived')
        and exists (select 1 from memory_contents c where c.tenant_id = ${tenantId} and c.memory_id = m.memory_id)
      order by m.memory_id
      for share of m`,
  );
  const standing = new Map(truth.map((row) => [row.memory_id, row]));
  const rows = prepared.filter((row) => standing.has(row.memoryId));
  const kept = new Set(rows.map((row) => row.memoryId));
  const gone = memoryIds.filter((id) => !kept.has(id));
  if (gone.length > 0) {
    await tx
      .delete(searchIndex)
      .where(and(eq(searchIndex.tenantId, tenantId), inArray(searchIndex.memoryId, gone)));
    await tx
      .delete(searchVectors)
      .where(and(eq(searchVectors.tenantId, tenantId), inArray(searchVectors.memoryId, gone)));
  }
  if (rows.length > 0 && context.words) await upsertLexemes(tx, tenantId, rows, standing, context);
  if (rows.some((row) => row.vectors.length > 0))
    await upsertVectors(tx, tenantId, rows, standing, context.at);
  if (rows.length > 0 && context.otherModels) await moveVectors(tx, tenantId, rows, standing);
  return rows.length;
}

function stateOf(row: TruthRow): "live" | "history" {
  return row.status === "active" && row.open ? "live" : "history";
}

async function upsertLexemes(
  tx: Tx,
  tenantId: string,
  rows: readonly PreparedRow[],
  standing: ReadonlyMap<string, TruthRow>,
  context: IndexWrite,
): Promise<void> {
  const values = rows.flatMap((row) => {
    const truth = standing.get(row.memoryId);
    if (!truth) return [];
    return [
      {
        tenantId,
        scope: truth.scope,
        memoryId: row.memoryId,
        factId: truth.fact_id,
        kind: truth.kind,
        state: stateOf(truth),
        lexemes: sql`(${row.literal}::text)::tsvector`,
        length: row.length,
        analyser: context.analyser,
        talkDigest: row.turn?.talk ?? null,
        saidAt: row.turn?.saidAt ?? null,
        asks: row.turn?.asks ?? null,
        told: row.turn === null || row.turn.told.length === 0 ? null : rangesOf(row.turn.told),
        preview: row.shown?.preview ?? null,
        name: row.shown?.name ? sql`${nameOfSubject(sql`${row.shown.name}::text`)}` : null,
        indexedAt: context.at,
      },
    ];
  });
  await tx
    .insert(searchIndex)
    .values(values)
    .onConflictDoUpdate({
      target: [searchIndex.tenantId, searchIndex.memoryId],
      set: {
        state: sql`excluded.state`,
        lexemes: sql`excluded.lexemes`,
        length: sql`excluded.length`,
        analyser: sql`excluded.analyser`,
        talkDigest: sql`excluded.talk_digest`,
        saidAt: sql`excluded.said_at`,
        asks: sql`excluded.asks`,
        told: sql`excluded.told`,
        preview: sql`excluded.preview`,
        name: sql`excluded.name`,
        indexedAt: sql`excluded.indexed_at`,
      },
    });
}

function rangesOf(ranges: readonly { from: Date; to: Date }[]) {
  const literal = `{${ranges.map(({ from, to }) => `["${from.toISOString()}","${to.toISOString()}")`).join(",")}}`;
  return sql`${literal}::tstzmultirange`;
}

async function upsertVectors(
  tx: Tx,
  tenantId: string,
  rows: readonly PreparedRow[],
  standing: ReadonlyMap<string, TruthRow>,
  at: Date,
): Promise<void> {
  const vectors: (typeof searchVectors.$inferInsert)[] = [];
  const cached = new Map<string, typeof embeddingCache.$inferInsert>();
  for (const row of rows) {
    const truth = standing.get(row.memoryId);
    if (!truth) continue;
    for (const { model, digest, embedding } of row.vectors) {
      vectors.push({
        tenantId,
        scope: truth.scope,
        model,
        memoryId: row.memoryId,
        state: stateOf(truth),
        embedding,
        indexedAt: at,
      });
      cached.set(digest, { tenantId, model, textDigest: digest, embedding, createdAt: at });
    }
  }
  await tx
    .insert(searchVectors)
    .values(vectors)
    .onConflictDoUpdate({
      target: [searchVectors.tenantId, searchVectors.memoryId, searchVectors.model],
      set: {
        state: sql`excluded.state`,
        embedding: sql`excluded.embedding`,
        indexedAt: sql`excluded.indexed_at`,
      },
    });
  await tx
    .insert(embeddingCache)
    .values([...cached.values()])
    .onConflictDoNothing();
}

/** A vector of any model is live or history as its memory is. */
async function moveVectors(
  tx: Tx,
  tenantId: string,
  rows: readonly PreparedRow[],
  standing: ReadonlyMap<string, TruthRow>,
): Promise<void> {
  for (const state of ["live", "history"] as const) {
    const ids = rows
      .map((row) => standing.get(row.memoryId))
      .filter((truth) => truth !== undefined && stateOf(truth) === state)
      .map((truth) => truth?.memory_id ?? "");
    if (ids.length === 0) continue;
    await queryRows(
      tx,
      sql`update search_vectors set state = ${state}
        where tenant_id = ${tenantId} and memory_id = any(${textArray(ids)}) and state <> ${state}`,
    );
  }
}
