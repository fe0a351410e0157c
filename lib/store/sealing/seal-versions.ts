import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Tx } from "@/lib/store/client";
import { textArray, textSet } from "@/lib/store/erasure/id-list";
import { listCachedModels } from "@/lib/store/erasure/read-erasable";
import { sealProposal } from "@/lib/store/ledger/insert-candidate";
import { sealStoredPayload } from "@/lib/store/ledger/seal-payload";
import { sealContent } from "@/lib/store/memory/insert-version";
import { queryRows } from "@/lib/store/rows";
import { candidates } from "@/lib/store/schema/ledger";
import { memoryContents, memorySources, memoryTransitions } from "@/lib/store/schema/memory";
import { createOpener, sourceRowId } from "@/lib/store/sealing/open-rows";
import type { Sealer } from "@/lib/store/sealing/seal-rows";

/**
 * Makes these versions, which are kept as anything else is, of high sensitivity: what they say, the quotes and events they rest on, what
 * was proposed of them and why they changed are sealed, and no index holds them from here on. Their fact is locked.
 * @param cachedUnder the key of a statement's vector in the cache of a model
 */
export async function sealVersions(
  tx: Tx,
  tenantId: string,
  memoryIds: readonly string[],
  sealer: Sealer,
  at: Date,
  cachedUnder: (model: string, statement: string) => string,
): Promise<void> {
  if (memoryIds.length === 0) return;
  const ids = [...memoryIds].sort();
  // First, because whoever is indexing one of them right now holds its row: its index rows stand when this returns.
  await queryRows(
    tx,
    sql`update memories set sensitivity = 'high', updated_at = ${at.toISOString()}::timestamptz
      where tenant_id = ${tenantId} and memory_id in ${textSet(ids)}`,
  );
  await tx.execute(
    sql`delete from search_vectors where tenant_id = ${tenantId} and memory_id in ${textSet(ids)}`,
  );
  await tx.execute(
    sql`delete from search_index where tenant_id = ${tenantId} and memory_id in ${textSet(ids)}`,
  );
  const statements = await sealContents(tx, tenantId, ids, sealer);
  const models = await listCachedModels(tx, tenantId);
  const digests = models.flatMap((model) => statements.map((one) => cachedUnder(model, one)));
  await tx.execute(sql`delete from embedding_cache
    where tenant_id = ${tenantId} and text_digest = any(${textArray(digests)})`);
  const events = await queryRows<{ event_id: string }>(
    tx,
    sql`select event_id from memory_sources where tenant_id = ${tenantId} and memory_id in ${textSet(ids)}
      union select event_id from candidates where tenant_id = ${tenantId} and memory_id in ${textSet(ids)}
      order by event_id`,
  );
  const eventIds = events.map((row) => row.event_id);
  await sealQuotes(tx, tenantId, ids, eventIds, sealer);
  for (const eventId of eventIds) await sealStoredPayload(tx, tenantId, eventId, at);
  await sealProposals(tx, tenantId, eventIds, sealer);
  await sealReasons(tx, tenantId, ids, sealer);
  // As with every decision on something of high sensitivity: why it was taken stands in the memory's history alone.
  await tx.execute(sql`update reviews set reason = null where tenant_id = ${tenantId} and reason is not null
    and memory_ids && ${textArray(ids)}`);
}

/** Content is never updated: rows in clear go, sealed ones take their place. @returns what they stated */
async function sealContents(
  tx: Tx,
  tenantId: string,
  ids: readonly string[],
  sealer: Sealer,
): Promise<string[]> {
  const gone = await tx
    .delete(memoryContents)
    .where(and(eq(memoryContents.tenantId, tenantId), inArray(memoryContents.memoryId, [...ids])))
    .returning();
  if (gone.length === 0) return [];
  const opener = await createOpener(tx, tenantId, gone);
  const stated: string[] = [];
  // What is of high sensitivity is never compared with other memories either.
  const sealed = gone.map((row) => {
    const said = opener.open<{ statement: string }>("memory_contents", row.memoryId, row);
    stated.push(said?.statement ?? row.statement);
    return row.keyId === null
      ? sealContent(sealer, { ...row, meaningDigest: "" })
      : { ...row, meaningDigest: "" };
  });
  await tx.insert(memoryContents).values(sealed);
  return stated;
}

/** Also where another memory rests on the very words that one of these rests on. */
async function sealQuotes(
  tx: Tx,
  tenantId: string,
  ids: readonly string[],
  eventIds: readonly string[],
  sealer: Sealer,
): Promise<void> {
  const rows = await tx
    .select()
    .from(memorySources)
    .where(
      and(
        eq(memorySources.tenantId, tenantId),
        inArray(memorySources.eventId, [...eventIds]),
        sql`${memorySources.quote} is not null`,
      ),
    );
  const said = new Set(rows.flatMap((row) => (ids.includes(row.memoryId) ? [row.quote] : [])));
  const wanted = rows.filter((row) => said.has(row.quote));
  for (const row of wanted) {
    const place = and(
      eq(memorySources.tenantId, tenantId),
      eq(memorySources.memoryId, row.memoryId),
      eq(memorySources.eventId, row.eventId),
      eq(memorySources.relation, row.relation),
    );
    const sealed = sealer.seal("memory_sources", sourceRowId(row), { quote: row.quote });
    await tx
      .update(memorySources)
      .set({ quote: null, ...sealed })
      .where(place);
  }
}

/** Whatever was read of these events: it quotes them. */
async function sealProposals(
  tx: Tx,
  tenantId: string,
  eventIds: readonly string[],
  sealer: Sealer,
): Promise<void> {
  const rows = await tx
    .select()
    .from(candidates)
    .where(
      and(
        eq(candidates.tenantId, tenantId),
        inArray(candidates.eventId, [...eventIds]),
        isNull(candidates.keyId),
        sql`${candidates.proposal} is not null`,
      ),
    );
  for (const row of rows) {
    const proposal = row.proposal as Record<string, unknown>;
    const { proposal: left, keyId, sealed } = sealProposal({ ...row, proposal }, sealer);
    await tx
      .update(candidates)
      .set({ proposal: left, keyId: keyId ?? null, sealed: sealed ?? null })
      .where(and(eq(candidates.tenantId, tenantId), eq(candidates.candidateId, row.candidateId)));
  }
}

async function sealReasons(tx: Tx, tenantId: string, ids: readonly string[], sealer: Sealer): Promise<void> {
  // One operation writes its reason to every version it moved, held ones of other sensitivity included.
  const rows = await tx
    .select({ id: memoryTransitions.transitionId, reason: memoryTransitions.reason })
    .from(memoryTransitions)
    .where(
      and(
        eq(memoryTransitions.tenantId, tenantId),
        inArray(memoryTransitions.memoryId, [...ids]),
        sql`${memoryTransitions.reason} is not null`,
      ),
    );
  for (const { id, reason } of rows) {
    await tx
      .update(memoryTransitions)
      .set({ reason: null, ...sealer.seal("memory_transitions", id, { reason }) })
      .where(and(eq(memoryTransitions.tenantId, tenantId), eq(memoryTransitions.transitionId, id)));
  }
}
