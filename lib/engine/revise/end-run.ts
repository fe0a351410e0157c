import type { CallContext } from "@/lib/engine/model/context";
import type { FactState } from "@/lib/engine/model/fact-state";
import { type ClaimChange, nextKnownInstant, planFactChange } from "@/lib/engine/policy/plan-fact-change";
import type { EnginePorts } from "@/lib/engine/ports";
import { appendAudit } from "@/lib/store/audit";
import type { Tx } from "@/lib/store/client";
import { applyFactPlan } from "@/lib/store/memory/apply-fact-plan";
import { lockFactById } from "@/lib/store/memory/lock-fact";
import { insertRunEnd, listLivingFacts } from "@/lib/store/run/run-records";

export interface RunEnd {
  scope: string;
  endedAt: Date;
  reasonCode: "run_ended" | "run_silent";
}

/**
 * Ends a run: what is remembered in it is true until the end and no longer. One transaction; a run that somebody else
 * ended meanwhile is left as it is.
 * @returns the memories that ended, or null when the run had ended already
 */
export async function endRun(
  tx: Tx,
  ports: Pick<EnginePorts, "clock" | "newId">,
  call: CallContext,
  run: RunEnd,
): Promise<string[] | null> {
  const { tenantId, actor } = call.principal;
  const now = ports.clock.now();
  const first = await insertRunEnd(tx, {
    tenantId,
    scope: run.scope,
    endedAt: run.endedAt,
    reasonCode: run.reasonCode,
    recordedAt: now,
    endedByKind: actor.kind,
    endedById: actor.id,
  });
  if (!first) return null;
  const ended: string[] = [];
  for (const { factId, memoryIds } of await listLivingFacts(tx, tenantId, run.scope)) {
    const fact = await lockFactById(tx, tenantId, factId, memoryIds);
    if (!fact) continue;
    const changes = endClaims(fact, run.endedAt.getTime());
    if (changes.length === 0) continue;
    const plan = planFactChange(fact, nextKnownInstant(fact, now), changes, null);
    const labels = { operation: "EXPIRE", reasonCode: run.reasonCode, reason: null, addedRevision: null };
    await applyFactPlan(tx, call, fact, plan, labels, ports.newId);
    ended.push(...changes.map((change) => change.memoryId));
  }
  await appendAudit(tx, call, {
    auditId: ports.newId("aud"),
    at: now,
    action: "run.ended",
    objectType: "run",
    objectId: run.scope,
    details: { reason_code: run.reasonCode, memory_ids: ended, ended_at: run.endedAt.toISOString() },
  });
  return ended;
}

/** Every claim in force stops at the end; one that was still to begin never does. Pure. */
function endClaims(fact: FactState, end: number): ClaimChange[] {
  return fact.claims.flatMap((claim): ClaimChange[] => {
    if (claim.status !== "active") return [];
    const over = Math.min(claim.to ?? Number.POSITIVE_INFINITY, claim.endedAt ?? Number.POSITIVE_INFINITY);
    if (over <= end) return [];
    return [
      {
        memoryId: claim.memoryId,
        claim: { state: "ended", endedAt: Math.max(end, claim.from) },
        status: "expired",
        statusReason: "run_ended",
      },
    ];
  });
}
