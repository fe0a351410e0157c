import type { CallContext } from "@/lib/engine/model/context";
import type { EngineDeps } from "@/lib/engine/model/deps";
import type { FactState } from "@/lib/engine/model/fact-state";
import { type ClaimChange, nextKnownInstant, planFactChange } from "@/lib/engine/policy/plan-fact-change";
import { appendAudit } from "@/lib/store/audit";
import { applyFactPlan } from "@/lib/store/memory/apply-fact-plan";
import { lockFactById } from "@/lib/store/memory/lock-fact";

/** A change that time makes by itself. */
export interface TimedChange {
  operation: "EXPIRE" | "ARCHIVE";
  reasonCode: "time_passed" | "archived";
  action: "memory.ended" | "memory.archived";
}

/** What happens to this fact, looked at again under its lock. */
export type Decide = (fact: FactState, memoryIds: readonly string[]) => readonly ClaimChange[];

/**
 * Changes facts one by one, each in a transaction of its own with its audit entry, so that no writer waits for a job.
 * @returns the memories whose state changed
 */
export async function changeFacts(
  { database, ports }: Pick<EngineDeps, "database" | "ports">,
  call: CallContext,
  facts: readonly { factId: string; memoryIds: readonly string[] }[],
  change: TimedChange,
  decide: Decide,
): Promise<string[]> {
  const { tenantId } = call.principal;
  const changed: string[] = [];
  for (const { factId, memoryIds } of facts) {
    const moved = await database.withTenant(tenantId, async (tx) => {
      const fact = await lockFactById(tx, tenantId, factId, memoryIds);
      if (!fact) return [];
      const now = ports.clock.now();
      const plan = planFactChange(fact, nextKnownInstant(fact, now), decide(fact, memoryIds), null);
      const ids = plan.transitions.map((transition) => transition.memoryId);
      if (ids.length === 0) return [];
      const labels = {
        operation: change.operation,
        reasonCode: change.reasonCode,
        reason: null,
        addedRevision: null,
      };
      await applyFactPlan(tx, call, fact, plan, labels, ports.newId);
      for (const memoryId of ids) {
        await appendAudit(tx, call, {
          auditId: ports.newId("aud"),
          at: now,
          action: change.action,
          objectType: "memory",
          objectId: memoryId,
          details: { fact_id: factId, reason_code: change.reasonCode },
        });
      }
      return ids;
    });
    changed.push(...moved);
  }
  return changed;
}
