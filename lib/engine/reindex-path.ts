import type { Reindexing } from "@/lib/contracts/reindex";
import type { Engine } from "@/lib/engine/engine";
import { EngineError } from "@/lib/engine/errors";
import { pruneCache } from "@/lib/engine/indexing/prune-cache";
import { beginReindex, continueReindex } from "@/lib/engine/indexing/reindex";
import type { EngineDeps } from "@/lib/engine/model/deps";
import { jobCall } from "@/lib/engine/model/job-call";
import { listEmbedders } from "@/lib/engine/policy/choose-vector-models";
import type { Tx } from "@/lib/store/client";
import { listVectorModels } from "@/lib/store/search/vector-models";

const PRUNE_EVERY_MS = 3_600_000;

export interface ReindexPath {
  request: Engine["requestReindex"];
  get: Engine["getReindexing"];
  /** Goes on with what is being made, at most `limit` memories. @returns how many were looked at */
  runDue(tenantId: string, limit: number): Promise<number>;
}

/** Making a tenant's vectors with another model while the old ones answer; and all index rows anew. */
export function createReindexPath(deps: EngineDeps): ReindexPath {
  const { database, ports } = deps;
  /** When this process last looked at a tenant's cache. */
  const pruned = new Map<string, number>();

  async function describe(tx: Tx, tenantId: string): Promise<Reindexing> {
    const models = await listVectorModels(tx, tenantId);
    return {
      configured: ports.embedder?.model ?? null,
      available: listEmbedders(ports).map(({ model }) => model),
      models: models.map((one) => ({
        model: one.model,
        state: one.state,
        done: one.done,
        total: one.total,
        started_at: one.startedAt.toISOString(),
        finished_at: one.finishedAt?.toISOString() ?? null,
        attempts: one.attempts,
        last_error: one.lastError,
        due_at: one.dueAt?.toISOString() ?? null,
      })),
    };
  }

  return {
    async request(call, model) {
      const { tenantId } = call.principal;
      const embedders = listEmbedders(ports);
      if (embedders.length === 0) return null;
      const wanted = model === null ? embedders[0] : embedders.find((one) => one.model === model);
      if (wanted === undefined) {
        throw new EngineError("meaningless", `This server cannot run the model ${model}.`);
      }
      return database.withTenant(tenantId, async (tx) => {
        await beginReindex(tx, deps, call, wanted);
        return describe(tx, tenantId);
      });
    },
    get: (call) =>
      database.withTenant(call.principal.tenantId, (tx) => describe(tx, call.principal.tenantId)),
    async runDue(tenantId, limit) {
      const now = ports.clock.now().getTime();
      if (now - (pruned.get(tenantId) ?? Number.NEGATIVE_INFINITY) >= PRUNE_EVERY_MS) {
        pruned.set(tenantId, now);
        await pruneCache(deps, tenantId);
      }
      return continueReindex(deps, jobCall(tenantId, "indexing", ports.newId("req")), limit);
    },
  };
}
