import { type SQL, sql } from "drizzle-orm";
import type { Tx } from "@/lib/store/client";
import type { ErasurePlan, PlaceCounts } from "@/lib/store/erasure/erasure-plan";
import { textSet } from "@/lib/store/erasure/id-list";
import { placeConditions } from "@/lib/store/erasure/place-conditions";
import { withdrawHeld } from "@/lib/store/review/withdraw-held";
import { queryRows } from "@/lib/store/rows";

async function change(tx: Tx, statement: SQL): Promise<number> {
  const [row] = await queryRows<{ changed: number }>(
    tx,
    sql`with changed as (${statement} returning 1) select count(*)::int as changed from changed`,
  );
  return row?.changed ?? 0;
}

/**
 * Removes the words of a plan from every place, in the transaction of the caller. Safe to repeat: what is gone already
 * is not found again. Content goes before the index rows made from it, and cached vectors before the vectors that
 * lead to them. Ids, times and codes stay; byte-identical rows of other memories stay.
 * @returns how many rows each place lost
 */
export async function eraseRows(tx: Tx, tenantId: string, plan: ErasurePlan, at: Date): Promise<PlaceCounts> {
  const where = placeConditions(tenantId, plan);
  const now = sql`${at.toISOString()}::timestamptz`;
  // First, so that whoever is reading one of these events right now is waited for, and finds nothing to go on with.
  await tx.execute(sql`update extractions set state = 'done', reason = 'erased', lease = null, lease_until = null, finished_at = ${now}
    where tenant_id = ${tenantId} and event_id in ${textSet(plan.eventIds)} and state in ('queued', 'running', 'failed')`);
  const keys = await change(
    tx,
    sql`update facts set subject = null, predicate = null, subject_key = null, predicate_key = null, written_subject = null,
      erased_at = ${now} where ${where.keys}`,
  );
  const aliases = await change(tx, sql`delete from entity_aliases where ${where.names}`);
  const entities = await change(tx, sql`delete from entities where ${where.entities}`);
  const contents = await change(tx, sql`delete from memory_contents where ${where.contents}`);
  const periods = await change(tx, sql`delete from memory_periods where ${where.periods}`);
  const sources = await change(tx, sql`delete from memory_sources where ${where.sources}`);
  const quotes = await change(
    tx,
    sql`update memory_sources set quote = null, key_id = null, sealed = null where ${where.quotes}`,
  );
  const payloads = await change(tx, sql`delete from event_payloads where ${where.payloads}`);
  const proposals = await change(
    tx,
    sql`update candidates set proposal = null, key_id = null, sealed = null where ${where.proposals}`,
  );
  const reasons = await change(
    tx,
    sql`update memory_transitions set reason = null, key_id = null, sealed = null where ${where.reasons}`,
  );
  const rulings = await change(tx, sql`update reviews set reason = null where ${where.rulings}`);
  const openWork = await change(
    tx,
    sql`update outbox set done_at = ${now}, last_error = null where ${where.openWork}`,
  );
  const cachedVectors = await change(tx, sql`delete from embedding_cache where ${where.cachedVectors}`);
  const vectors = await change(tx, sql`delete from search_vectors where ${where.vectors}`);
  const lexemes = await change(tx, sql`delete from search_index where ${where.lexemes}`);
  const traceTexts = await change(
    tx,
    sql`update retrieval_texts set query = null, received = null, note = null, key_id = null, sealed = null where ${where.traceTexts}`,
  );
  await tx.execute(sql`update exports set state = 'erased'
    where tenant_id = ${tenantId} and export_id in ${textSet(plan.exportIds ?? [])} and state in ('queued', 'ready', 'failed')`);
  const exportFiles = await change(tx, sql`delete from export_files where ${where.exportFiles}`);
  return {
    contents,
    periods,
    sources,
    quotes,
    payloads,
    proposals,
    reasons,
    rulings,
    keys,
    names: aliases + entities,
    openWork,
    lexemes,
    vectors,
    cachedVectors,
    traceTexts,
    exportFiles,
  };
}

/**
 * Turns the versions into content-free holes: the ids, clocks and links stay, nothing older comes back in their place.
 * A claim that never held (it waited for a person, or was taken back as never said) keeps holding nothing away.
 * Versions marked already are left as they are; questions they were part of are closed.
 * @param transitions one fresh id for each memory
 */
export async function markErased(
  tx: Tx,
  tenantId: string,
  transitions: readonly { memoryId: string; transitionId: string }[],
  by: { kind: string; id: string },
  at: Date,
): Promise<void> {
  if (transitions.length === 0) return;
  const now = sql`${at.toISOString()}::timestamptz`;
  const memoryIds = textSet(transitions.map((item) => item.memoryId));
  await tx.execute(sql`
    insert into memory_transitions (tenant_id, transition_id, fact_id, memory_id, operation, from_status, to_status,
      from_confirmation, to_confirmation, at, actor_kind, actor_id, reason_code, reason)
    select m.tenant_id, t."transitionId", m.fact_id, m.memory_id, 'DELETE', m.status, 'deleted', m.confirmation,
      m.confirmation, ${now}, ${by.kind}, ${by.id}, 'erased', null
    from jsonb_to_recordset(${JSON.stringify(transitions)}::text::jsonb) as t("memoryId" text, "transitionId" text)
      join memories m on m.tenant_id = ${tenantId} and m.memory_id = t."memoryId"
    where m.status <> 'deleted'`);
  await tx.execute(sql`
    update memories m set status = 'deleted', status_reason = 'erased', state_revision = state_revision + 1,
      claim_state = case when claim_state = 'gone' then 'gone' else 'hole' end,
      retired_at = coalesce(retired_at, ${now}), updated_at = ${now}
    where m.tenant_id = ${tenantId} and m.memory_id in ${memoryIds} and m.status <> 'deleted'`);
  await withdrawHeld(
    tx,
    tenantId,
    transitions.map((item) => item.memoryId),
    by,
    at,
  );
  await tx.execute(sql`
    update conflicts set revision = revision + 1, closed_by_kind = ${by.kind}, closed_by_id = ${by.id}, closed_at = ${now}, resolution = 'erased'
    where tenant_id = ${tenantId} and closed_at is null
      and (incumbent_id in ${memoryIds} or challenger_id in ${memoryIds})`);
  await tx.execute(sql`
    update possible_duplicates set state = 'erased', decided_at = ${now}, decided_by_kind = ${by.kind}, decided_by_id = ${by.id}
    where tenant_id = ${tenantId} and state = 'open' and (memory_id in ${memoryIds} or other_id in ${memoryIds})`);
}
