import { writeIndex } from "@/lib/engine/indexing/write-index";
import type { EngineDeps } from "@/lib/engine/model/deps";
import { completeIndexWork, listDueIndexWork, postponeIndexWork } from "@/lib/store/search/index-outbox";

/** Memories in one transaction; also the embedder's batch. */
const BATCH = 100;

/**
 * Brings the index rows of these memories to what the truth says and settles what the outbox owes for them. Words are
 * read and vectors made before the writing transaction opens. Without vectors (model down) the words are written all the
 * same and the rest stays owed. Returns how many memories are fully indexed or rightly have no row.
 */
export async function indexMemories(
  deps: EngineDeps,
  tenantId: string,
  memoryIds: readonly string[],
): Promise<{ indexed: number }> {
  const ids = [...new Set(memoryIds)].sort();
  let indexed = 0;
  for (let from = 0; from < ids.length; from += BATCH) {
    indexed += await indexBatch(deps, tenantId, ids.slice(from, from + BATCH));
  }
  return { indexed };
}

/**
 * Drains what was left over: at most `limit` memories. What has failed before comes in ever smaller batches, those that
 * failed equally often together: a memory that cannot be indexed ends up alone and holds up no other. Returns how many
 * were done.
 */
export async function indexDue(deps: EngineDeps, tenantId: string, limit: number): Promise<number> {
  const now = deps.ports.clock.now();
  const due = await deps.database.withTenant(tenantId, (tx) => listDueIndexWork(tx, tenantId, now, limit));
  const byAttempts = new Map<number, string[]>();
  for (const { memoryId, attempts } of due) {
    byAttempts.set(attempts, [...(byAttempts.get(attempts) ?? []), memoryId]);
  }
  let indexed = 0;
  for (const [attempts, ids] of [...byAttempts].sort(([a], [b]) => a - b)) {
    const size = Math.max(1, BATCH >> Math.min(attempts, 30));
    for (let from = 0; from < ids.length; from += size) {
      indexed += await indexBatch(deps, tenantId, ids.slice(from, from + size).sort());
    }
  }
  return indexed;
}

async function indexBatch(deps: EngineDeps, tenantId: string, ids: readonly string[]): Promise<number> {
  const { database, ports } = deps;
  try {
    const { lacking } = await writeIndex(deps, tenantId, ids, null, async (tx, without) => {
      const now = ports.clock.now();
      const done = ids.filter((id) => !without.has(id));
      await completeIndexWork(tx, tenantId, done, now);
      if (without.size > 0) await postponeIndexWork(tx, tenantId, [...without], now, "embedder_unavailable");
    });
    return ids.length - lacking.size;
  } catch (error) {
    ports.report.warn(
      { tenant: tenantId, memories: ids.length, error: error instanceof Error ? error.name : "unknown" },
      "indexing failed; it will be tried again",
    );
    await database.withTenant(tenantId, (tx) =>
      postponeIndexWork(tx, tenantId, ids, ports.clock.now(), "indexing_failed"),
    );
    return 0;
  }
}
