import type { EngineDeps } from "@/lib/engine/model/deps";
import { pruneCachedVectors } from "@/lib/store/search/embedding-cache";

/** A tenant's cached vectors: about 1 kB each. What is said again after so many other sentences is embedded again. */
const MOST_CACHED = 50_000;

/** Keeps the cache of vectors within its bound; the vectors that are searched are others. @returns how many went */
export function pruneCache({ database }: EngineDeps, tenantId: string, most = MOST_CACHED): Promise<number> {
  return database.withTenant(tenantId, (tx) => pruneCachedVectors(tx, tenantId, most));
}
