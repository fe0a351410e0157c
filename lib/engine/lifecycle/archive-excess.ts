import { changeFacts } from "@/lib/engine/lifecycle/change-facts";
import type { CallContext } from "@/lib/engine/model/context";
import type { EngineDeps } from "@/lib/engine/model/deps";
import type { LifecyclePolicy } from "@/lib/engine/policy/lifecycle-policy";
import { weighForKeeping } from "@/lib/engine/policy/retention-weight";
import { type Archivable, listArchivable, listFullScopes } from "@/lib/store/lifecycle/list-archivable";

/** In one look; the rest waits for the next. */
export const MOST_ARCHIVED = 500;
const MOST_WEIGHED = 200_000;

/**
 * Takes out of the hot indexes what a scope holds beyond the limit, least weight first. It stays what it was, keeps its
 * periods, is found on request (`include_archived`) and comes back by `restore`, or when it is told again.
 * @returns the memories archived
 */
export async function archiveExcess(
  deps: EngineDeps,
  call: CallContext,
  policy: LifecyclePolicy["archive"],
): Promise<string[]> {
  if (policy.mostActive === null) return [];
  const { mostActive, keepsImportance, halfLifeDays } = policy;
  const { tenantId } = call.principal;
  const now = deps.ports.clock.now();
  const archived: string[] = [];
  for (const { scope, excess } of await deps.database.withTenant(tenantId, (tx) =>
    listFullScopes(tx, tenantId, mostActive),
  )) {
    const left = Math.min(excess, MOST_ARCHIVED - archived.length);
    if (left <= 0) break;
    const candidates = await deps.database.withTenant(tenantId, (tx) =>
      listArchivable(tx, tenantId, { scope, keepsImportance, now }, MOST_WEIGHED),
    );
    const lightest = candidates
      .map((memory) => ({ ...memory, weight: weighForKeeping(memory, halfLifeDays, now) }))
      .sort((a, b) => a.weight - b.weight || (a.memoryId < b.memoryId ? -1 : 1))
      .slice(0, left);
    archived.push(
      ...(await changeFacts(
        deps,
        call,
        byFact(lightest),
        { operation: "ARCHIVE", reasonCode: "archived", action: "memory.archived" },
        (fact, memoryIds) =>
          fact.claims
            .filter((claim) => memoryIds.includes(claim.memoryId) && claim.status === "active")
            .map(({ memoryId }) => ({ memoryId, status: "archived", statusReason: "archived" })),
      )),
    );
  }
  return archived;
}

function byFact(memories: readonly Archivable[]): { factId: string; memoryIds: string[] }[] {
  const facts = new Map<string, string[]>();
  for (const { factId, memoryId } of memories) facts.set(factId, [...(facts.get(factId) ?? []), memoryId]);
  return [...facts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([factId, memoryIds]) => ({ factId, memoryIds }));
}
