import { writeIndex } from "@/lib/engine/indexing/write-index";
import type { CallContext } from "@/lib/engine/model/context";
import type { EngineDeps } from "@/lib/engine/model/deps";
import type { VectorModel } from "@/lib/engine/model/vector-model";
import { decideBeginning, listEmbedders } from "@/lib/engine/policy/choose-vector-models";
import type { Embedder } from "@/lib/engine/ports";
import { appendAudit } from "@/lib/store/audit";
import type { Tx } from "@/lib/store/client";
import {
  abandonBuilding,
  advanceVectorModel,
  completeVectorModel,
  countIndexable,
  findOtherModel,
  listIndexableAfter,
  listVectorModels,
  postponeVectorModel,
  startVectorModel,
  sweepVectorModel,
} from "@/lib/store/search/vector-models";

const BATCH = 64;
const SWEPT = 2_000;
/** Another process may still ask with the model that served before. */
const KEEP_RETIRED_MS = 60_000;

/**
 * Begins to make the vectors of a model, beside those that serve; of the one that serves, it makes all index rows anew.
 * In the caller's transaction.
 */
export async function beginReindex(
  tx: Tx,
  deps: EngineDeps,
  call: CallContext,
  embedder: Embedder,
): Promise<void> {
  const { tenantId } = call.principal;
  const at = deps.ports.clock.now();
  const recorded = await listVectorModels(tx, tenantId);
  if (!recorded.some(({ state }) => state === "serving")) {
    const other = await findOtherModel(tx, tenantId, embedder.model);
    if (other !== null)
      await startVectorModel(tx, tenantId, other, { state: "serving", total: 0, at, finished: true });
  }
  await abandonBuilding(tx, tenantId, embedder.model);
  const total = await countIndexable(tx, tenantId);
  await startVectorModel(tx, tenantId, embedder.model, { state: "building", total, at, finished: false });
  await appendAudit(tx, call, {
    auditId: deps.ports.newId("aud"),
    at,
    action: "index.rebuild_started",
    objectType: "vector_model",
    objectId: embedder.model,
    details: { memories: total },
  });
}

/**
 * Brings the record of models to what is configured, and goes on with what is being made: at most `limit` memories.
 * Every step can be repeated: a crash costs the batch in hand, whose vectors the cache mostly has.
 * @returns how many memories were looked at
 */
export async function continueReindex(deps: EngineDeps, job: CallContext, limit: number): Promise<number> {
  const embedders = listEmbedders(deps.ports);
  const [configured] = embedders;
  if (configured === undefined) return 0;
  const models = await begin(deps, job, configured);
  await sweep(deps, job, models);
  let looked = 0;
  for (const one of models) {
    const embedder = embedders.find(({ model }) => model === one.model);
    if (embedder === undefined || !isDue(one, deps.ports.clock.now())) continue;
    while (looked < limit) {
      const count = await lookAtNext(deps, job, embedder);
      if (count === null) break;
      looked += count;
    }
  }
  return looked;
}

function isDue({ state, finishedAt, dueAt }: VectorModel, now: Date): boolean {
  return (
    (state === "building" || state === "serving") &&
    finishedAt === null &&
    (dueAt === null || dueAt.getTime() <= now.getTime())
  );
}

/** One batch: how many memories it was. Null when nothing is left to do now. */
async function lookAtNext(deps: EngineDeps, job: CallContext, embedder: Embedder): Promise<number | null> {
  const { database, ports } = deps;
  const { tenantId } = job.principal;
  const next = await database.withTenant(tenantId, async (tx) => {
    const own = (await listVectorModels(tx, tenantId)).find(({ model }) => model === embedder.model);
    if (!own || !isDue(own, ports.clock.now())) return null;
    return { ...own, ids: await listIndexableAfter(tx, tenantId, own.reached, BATCH) };
  });
  if (next === null) return null;
  const { ids, reached: from, state } = next;
  const last = ids.at(-1);
  if (last === undefined) {
    await complete(deps, job, embedder, from);
    return null;
  }
  let advanced = false;
  await writeIndex(deps, tenantId, ids, state === "serving" ? null : embedder, async (tx, lacking) => {
    if (lacking.size > 0) {
      await postponeVectorModel(tx, tenantId, embedder.model, ports.clock.now(), "embedder_unavailable");
    } else {
      const step = { from, reached: last, looked: ids.length };
      advanced = await advanceVectorModel(tx, tenantId, embedder.model, step);
    }
  });
  return advanced ? ids.length : null;
}

async function begin(
  deps: EngineDeps,
  job: CallContext,
  configured: Embedder,
): Promise<readonly VectorModel[]> {
  const { tenantId } = job.principal;
  return deps.database.withTenant(tenantId, async (tx) => {
    const models = await listVectorModels(tx, tenantId);
    // Looked for only where nothing is recorded yet.
    const other = models.length > 0 ? null : await findOtherModel(tx, tenantId, configured.model);
    const beginning = decideBeginning(models, configured.model, other);
    if (beginning === "nothing") return models;
    if (beginning === "serve") {
      const at = deps.ports.clock.now();
      // What is here already was written for this model; nothing is owed.
      await startVectorModel(tx, tenantId, configured.model, {
        state: "serving",
        total: 0,
        at,
        finished: true,
      });
    } else {
      await beginReindex(tx, deps, job, configured);
    }
    return listVectorModels(tx, tenantId);
  });
}

/** Nothing is left: it serves from now on. What served before stays for a while, for those who ask with it still. */
async function complete(
  deps: EngineDeps,
  job: CallContext,
  embedder: Embedder,
  reached: string,
): Promise<void> {
  const { tenantId } = job.principal;
  await deps.database.withTenant(tenantId, async (tx) => {
    const at = deps.ports.clock.now();
    if (!(await completeVectorModel(tx, tenantId, embedder.model, reached, at))) return;
    await appendAudit(tx, job, {
      auditId: deps.ports.newId("aud"),
      at,
      action: "index.rebuild_finished",
      objectType: "vector_model",
      objectId: embedder.model,
    });
  });
}

async function sweep(deps: EngineDeps, job: CallContext, models: readonly VectorModel[]): Promise<void> {
  const { tenantId } = job.principal;
  const before = deps.ports.clock.now().getTime() - KEEP_RETIRED_MS;
  for (const { model, state, finishedAt } of models) {
    if (state !== "retiring" || (finishedAt !== null && finishedAt.getTime() > before)) continue;
    await deps.database.withTenant(tenantId, (tx) => sweepVectorModel(tx, tenantId, model, SWEPT));
  }
}
