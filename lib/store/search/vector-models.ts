import { sql } from "drizzle-orm";
import type { VectorModel } from "@/lib/engine/model/vector-model";
import type { Tx } from "@/lib/store/client";
import { queryRows, toInstant } from "@/lib/store/rows";
import { instantParam } from "@/lib/store/search/parameters";

/** The models of a tenant's vectors, those that began first first. */
export async function listVectorModels(tx: Tx, tenantId: string): Promise<VectorModel[]> {
  const rows = await queryRows<Record<string, unknown>>(
    tx,
    sql`select model, state, reached, done, total, started_at, finished_at, attempts, last_error, due_at
      from vector_models where tenant_id = ${tenantId} order by started_at, model`,
  );
  return rows.map((row) => ({
    model: String(row.model),
    state: row.state as VectorModel["state"],
    reached: String(row.reached),
    done: Number(row.done),
    total: Number(row.total),
    startedAt: toInstant(row.started_at),
    finishedAt: row.finished_at === null ? null : toInstant(row.finished_at),
    attempts: Number(row.attempts),
    lastError: row.last_error as string | null,
    dueAt: row.due_at === null ? null : toInstant(row.due_at),
  }));
}

/** A model other than this one that the tenant has vectors of: they are older than the record of models. */
export async function findOtherModel(tx: Tx, tenantId: string, model: string): Promise<string | null> {
  const [row] = await queryRows<{ model: string }>(
    tx,
    sql`(select model from search_vectors where tenant_id = ${tenantId} and model < ${model} order by model limit 1)
      union all (select model from search_vectors where tenant_id = ${tenantId} and model > ${model} order by model limit 1)
      limit 1`,
  );
  return row?.model ?? null;
}

/** Begins a model, or begins it anew. What serves keeps serving. */
export async function startVectorModel(
  tx: Tx,
  tenantId: string,
  model: string,
  how: { state: "building" | "serving"; total: number; at: Date; finished: boolean },
): Promise<void> {
  const at = instantParam(how.at);
  const finishedAt = how.finished ? at : sql`null`;
  await tx.execute(
    sql`insert into vector_models (tenant_id, model, state, reached, done, total, started_at, finished_at, attempts)
      values (${tenantId}, ${model}, ${how.state}, '', 0, ${how.total}::int, ${at}, ${finishedAt}, 0)
      on conflict (tenant_id, model) do update set reached = '', done = 0, total = excluded.total, started_at = excluded.started_at,
        finished_at = excluded.finished_at, attempts = 0, last_error = null, due_at = null,
        state = case when vector_models.state = 'serving' then 'serving' else excluded.state end`,
  );
}

/** Another model was asked for before this one was ready. */
export async function abandonBuilding(tx: Tx, tenantId: string, but: string): Promise<void> {
  await tx.execute(
    sql`update vector_models set state = 'retiring', finished_at = null
      where tenant_id = ${tenantId} and state = 'building' and model <> ${but}`,
  );
}

/** Tells how far a model has come; false when another process was faster. */
export async function advanceVectorModel(
  tx: Tx,
  tenantId: string,
  model: string,
  step: { from: string; reached: string; looked: number },
): Promise<boolean> {
  const rows = await queryRows(
    tx,
    sql`update vector_models set reached = ${step.reached}, done = done + ${step.looked}::int, total = greatest(total, done + ${step.looked}::int),
        attempts = 0, last_error = null, due_at = null
      where tenant_id = ${tenantId} and model = ${model} and reached = ${step.from} and finished_at is null
      returning model`,
  );
  return rows.length > 0;
}

/** Another attempt later: 1 s, 2 s, 4 s … at most ten minutes. */
export async function postponeVectorModel(
  tx: Tx,
  tenantId: string,
  model: string,
  now: Date,
  code: string,
): Promise<void> {
  await tx.execute(
    sql`update vector_models set attempts = attempts + 1, last_error = ${code},
        due_at = ${instantParam(now)} + least(600, power(2, least(attempts, 12))) * interval '1 second'
      where tenant_id = ${tenantId} and model = ${model}`,
  );
}

/**
 * The model is complete: it serves from now on, and what served before retires. Both in the caller's transaction.
 * False when it has been done, or undone, by another process.
 */
export async function completeVectorModel(
  tx: Tx,
  tenantId: string,
  model: string,
  reached: string,
  at: Date,
): Promise<boolean> {
  const now = instantParam(at);
  const [own] = await queryRows<{ state: string }>(
    tx,
    sql`select state from vector_models where tenant_id = ${tenantId} and model = ${model} and reached = ${reached}
      and finished_at is null and state in ('building', 'serving') for update`,
  );
  if (!own) return false;
  if (own.state === "building") {
    await tx.execute(
      sql`update vector_models set state = 'retiring', finished_at = ${now}
        where tenant_id = ${tenantId} and state = 'serving' and model <> ${model}`,
    );
  }
  await tx.execute(
    sql`update vector_models set state = 'serving', finished_at = ${now}, total = done
      where tenant_id = ${tenantId} and model = ${model}`,
  );
  return true;
}

/** Removes vectors of a model that retires, a piece at a time. True when none is left, or when it retires no more. */
export async function sweepVectorModel(
  tx: Tx,
  tenantId: string,
  model: string,
  limit: number,
): Promise<boolean> {
  const [own] = await queryRows(
    tx,
    sql`select 1 from vector_models where tenant_id = ${tenantId} and model = ${model} and state = 'retiring' for update`,
  );
  if (!own) return true;
  const [row] = await queryRows<{ removed: number }>(
    tx,
    sql`with vectors as (
        delete from search_vectors where tenant_id = ${tenantId} and model = ${model} and memory_id in (
          select memory_id from search_vectors where tenant_id = ${tenantId} and model = ${model} limit ${limit}::int) returning 1
      ), cached as (
        delete from embedding_cache where tenant_id = ${tenantId} and model = ${model} and text_digest in (
          select text_digest from embedding_cache where tenant_id = ${tenantId} and model = ${model} limit ${limit}::int) returning 1
      )
      select greatest((select count(*) from vectors), (select count(*) from cached))::int as removed`,
  );
  if ((row?.removed ?? 0) >= limit) return false;
  await tx.execute(
    sql`update vector_models set state = 'retired' where tenant_id = ${tenantId} and model = ${model} and state = 'retiring'`,
  );
  return true;
}

/** Memories that may stand in an index, in the order of ids, after this one. */
export async function listIndexableAfter(
  tx: Tx,
  tenantId: string,
  reached: string,
  limit: number,
): Promise<string[]> {
  const rows = await queryRows<{ memory_id: string }>(
    tx,
    sql`select memory_id from memories where tenant_id = ${tenantId} and memory_id > ${reached} and sensitivity <> 'high'
      and status in ('active', 'superseded', 'expired', 'archived') order by memory_id limit ${limit}::int`,
  );
  return rows.map((row) => row.memory_id);
}

export async function countIndexable(tx: Tx, tenantId: string): Promise<number> {
  const [row] = await queryRows<{ n: number }>(
    tx,
    sql`select count(*)::int as n from memories where tenant_id = ${tenantId} and sensitivity <> 'high'
      and status in ('active', 'superseded', 'expired', 'archived')`,
  );
  return row?.n ?? 0;
}
