import type { CallContext } from "@/lib/engine/model/context";
import type { FactState } from "@/lib/engine/model/fact-state";
import { type FactPlan, nextKnownInstant, planFactChange } from "@/lib/engine/policy/plan-fact-change";
import type { EnginePorts } from "@/lib/engine/ports";
import type { Tx } from "@/lib/store/client";
import type { ErasurePlan } from "@/lib/store/erasure/erasure-plan";
import { listSurvivingFacts } from "@/lib/store/erasure/read-erasable";
import { applyFactPlan } from "@/lib/store/memory/apply-fact-plan";
import { lockFactById } from "@/lib/store/memory/lock-fact";

/**
 * Facts that live on in other versions get their timeline recomputed around the hole, as after any other operation:
 * what the erased version kept away as older stays away. Facts that go as a whole have no timeline to keep.
 */
export async function leaveHoles(
  tx: Tx,
  ports: Pick<EnginePorts, "clock" | "newId">,
  call: CallContext,
  gone: ErasurePlan,
): Promise<void> {
  const { tenantId } = call.principal;
  const erased = new Set(gone.memoryIds);
  for (const factId of await listSurvivingFacts(tx, tenantId, gone)) {
    const fact = await lockFactById(tx, tenantId, factId, gone.memoryIds);
    if (!fact) continue;
    const plan = planHoles(fact, erased, nextKnownInstant(fact, ports.clock.now()));
    const labels = { operation: "DELETE", reasonCode: "erased", reason: null, addedRevision: null };
    await applyFactPlan(tx, call, fact, plan, labels, ports.newId);
  }
}

/** Links between versions stay as they were: they are ids, and say what happened. Pure. */
export function planHoles(fact: FactState, erased: ReadonlySet<string>, t: number): FactPlan {
  const before = new Map(fact.claims.map((claim) => [claim.memoryId, claim]));
  const plan = planFactChange(
    fact,
    t,
    fact.claims
      .filter((claim) => erased.has(claim.memoryId))
      .map((claim) => ({
        memoryId: claim.memoryId,
        // What never held, or was taken back as never said, does not begin to keep others away by being erased.
        claim: { state: claim.state === "gone" ? ("gone" as const) : ("hole" as const) },
        status: "deleted" as const,
        statusReason: "erased",
      })),
    null,
  );
  const updates = plan.updates.flatMap((update) => {
    const claim = before.get(update.memoryId);
    if (!claim) return [];
    const linked = { ...update, supersededBy: update.supersededBy ?? claim.supersededBy };
    const same =
      linked.status === claim.status &&
      linked.retiredAt === claim.retiredAt &&
      linked.supersededBy === claim.supersededBy;
    return same ? [] : [linked];
  });
  return { ...plan, updates };
}
