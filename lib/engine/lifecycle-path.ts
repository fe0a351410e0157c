import type { Engine } from "@/lib/engine/engine";
import { archiveExcess, MOST_ARCHIVED } from "@/lib/engine/lifecycle/archive-excess";
import { eraseOutlived, MOST_ERASED } from "@/lib/engine/lifecycle/erase-outlived";
import { persistEnds } from "@/lib/engine/lifecycle/persist-ends";
import type { EngineDeps } from "@/lib/engine/model/deps";
import { jobCall } from "@/lib/engine/model/job-call";

/** How often one tenant is looked through. What ends is history for readers at its instant, whenever this comes by. */
const LOOK_EVERY = 60 * 60_000;

export interface LifecycleWork {
  ended: number;
  archived: number;
  erased: number;
}
const NOTHING: LifecycleWork = { ended: 0, archived: 0, erased: 0 };

export interface LifecyclePath {
  /** What time owes a tenant: ends written down, excess archived, what outlived its retention erased. Hourly. */
  runDueLifecycle(tenantId: string): Promise<LifecycleWork>;
}

interface Deps extends EngineDeps, Pick<Engine, "requestDeletion"> {
  indexMemories(tenantId: string, memoryIds: readonly string[]): Promise<unknown>;
}

/** Expiry, archive and retention, under the policy in force. */
export function createLifecyclePath(deps: Deps): LifecyclePath {
  const { database, ports } = deps;
  const looked = new Map<string, number>();
  /** Up to when this process knows every end to be written down. */
  const settled = new Map<string, Date>();

  return {
    async runDueLifecycle(tenantId) {
      const now = ports.clock.now().getTime();
      const last = looked.get(tenantId);
      if (last !== undefined && now >= last && now - last < LOOK_EVERY) return NOTHING;
      looked.set(tenantId, now);
      const call = jobCall(tenantId, "lifecycle", ports.newId("req"));
      const { lifecycle } = await database.withTenant(tenantId, (tx) => deps.policyFor(tx, tenantId));
      const since = settled.get(tenantId) ?? null;
      const ends = await persistEnds(deps, call, since !== null && since.getTime() <= now ? since : null);
      if (ends.until !== null) settled.set(tenantId, ends.until);
      const archived = await archiveExcess(deps, call, lifecycle.archive);
      if (ends.changed.length + archived.length > 0)
        await deps.indexMemories(tenantId, [...ends.changed, ...archived]);
      const retention = jobCall(tenantId, "retention", ports.newId("req"));
      const erased = await eraseOutlived(deps, retention, lifecycle.retention);
      // More than one look can do: the next round goes on.
      if (ends.until === null || archived.length >= MOST_ARCHIVED || erased >= MOST_ERASED)
        looked.delete(tenantId);
      return { ended: ends.changed.length, archived: archived.length, erased };
    },
  };
}
