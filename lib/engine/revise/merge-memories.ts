import { EngineError, notFound } from "@/lib/engine/errors";
import type { CallContext } from "@/lib/engine/model/context";
import { type ClaimChange, nextKnownInstant, planFactChange } from "@/lib/engine/policy/plan-fact-change";
import type { EnginePorts } from "@/lib/engine/ports";
import type { Tx } from "@/lib/store/client";
import { applyFactPlan } from "@/lib/store/memory/apply-fact-plan";
import { findMemoryPlace } from "@/lib/store/memory/find-memory-place";
import { lockFactById } from "@/lib/store/memory/lock-fact";
import { shareSources } from "@/lib/store/naming/duplicate-records";

/**
 * A person said that two memories are one: the one that stays rests on the sources of both, the other one stops holding
 * and stays as history that leads to it. Of opposites the sources are not shared.
 */
export async function mergeMemories(
  tx: Tx,
  ports: Pick<EnginePorts, "clock" | "newId">,
  call: CallContext,
  keptId: string,
  mergedId: string,
  opposite: boolean,
): Promise<void> {
  const { tenantId } = call.principal;
  const places = await Promise.all([keptId, mergedId].map((id) => findMemoryPlace(tx, tenantId, id)));
  if (places.some((place) => place === null)) throw notFound("memory");
  const factIds = [...new Set(places.map((place) => place?.factId ?? ""))].sort();
  const now = ports.clock.now();
  for (const factId of factIds) {
    const fact = await lockFactById(tx, tenantId, factId, [keptId, mergedId]);
    if (!fact) throw notFound("memory");
    const concerned = fact.claims.filter((claim) => claim.memoryId === keptId || claim.memoryId === mergedId);
    if (concerned.some((claim) => claim.status !== "active")) {
      throw new EngineError(
        "illegal_transition",
        "One of the two is no longer in force: decide on what stands now.",
      );
    }
    const changes = concerned.flatMap((claim): ClaimChange[] =>
      claim.memoryId === mergedId
        ? [
            {
              memoryId: mergedId,
              claim: { state: "gone" },
              status: "superseded",
              statusReason: "merged",
              supersededBy: keptId,
            },
          ]
        : [],
    );
    if (changes.length === 0) continue;
    const plan = planFactChange(fact, nextKnownInstant(fact, now), changes, null);
    await applyFactPlan(
      tx,
      call,
      fact,
      plan,
      { operation: "CONFIRM", reasonCode: "merged", reason: null, addedRevision: null },
      ports.newId,
    );
  }
  if (!opposite) await shareSources(tx, tenantId, mergedId, keptId, now);
}
