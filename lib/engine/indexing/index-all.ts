import { indexMemories } from "@/lib/engine/indexing/index-memories";
import type { EngineDeps } from "@/lib/engine/model/deps";
import { listMemoryIds } from "@/lib/store/search/list-memory-ids";

const PAGE = 500;

/** The index rows of every memory of a tenant, made anew from the truth: after a restore there are none. */
export async function indexAll(deps: EngineDeps, tenantId: string): Promise<number> {
  let indexed = 0;
  for (let after = ""; ; ) {
    const ids = await deps.database.withTenant(tenantId, (tx) => listMemoryIds(tx, tenantId, after, PAGE));
    const last = ids.at(-1);
    if (last === undefined) return indexed;
    indexed += (await indexMemories(deps, tenantId, ids)).indexed;
    after = last;
  }
}
