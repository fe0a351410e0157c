import type { Status } from "@/lib/contracts/common";
import type { CallContext } from "@/lib/engine/model/context";
import { nextKnownInstant, planFactChange } from "@/lib/engine/policy/plan-fact-change";
import type { EnginePorts } from "@/lib/engine/ports";
import { appendAudit } from "@/lib/store/audit";
import type { Tx } from "@/lib/store/client";
import { selectDerived } from "@/lib/store/erasure/select-memories";
import { applyFactPlan } from "@/lib/store/memory/apply-fact-plan";
import { lockFactById } from "@/lib/store/memory/lock-fact";
import { withdrawHeld } from "@/lib/store/review/withdraw-held";

const LIVING: readonly Status[] = [
  "active",
  "superseded",
  "expired",
  "archived",
  "candidate",
  "pending_approval",
  "quarantined",
];

/**
 * What was made from a memory that is withdrawn is withdrawn with it, at any depth, as never said: what it had displaced
 * holds again. Not what a person confirmed themselves. Each may be restored by itself, by whoever is entitled to.
 * @returns the ids, in the order of their facts
 */
export async function withdrawDerived(
  tx: Tx,
  ports: Pick<EnginePorts, "clock" | "newId">,
  call: CallContext,
  memoryId: string,
): Promise<string[]> {
  const { tenantId, actor } = call.principal;
  const withdrawn: string[] = [];
  for (const derived of await selectDerived(tx, tenantId, [memoryId])) {
    const fact = await lockFactById(tx, tenantId, derived.factId, [derived.memoryId]);
    const claim = fact?.claims.find((one) => one.memoryId === derived.memoryId);
    // What a person confirmed rests on their own word.
    if (!fact || !claim || claim.confirmation === "confirmed" || !LIVING.includes(claim.status)) continue;
    const now = ports.clock.now();
    const t = nextKnownInstant(fact, now);
    const change = {
      memoryId: derived.memoryId,
      claim: { state: "gone" as const },
      status: "revoked" as const,
      statusReason: "source_withdrawn",
    };
    const labels = {
      operation: "RETRACT",
      reasonCode: "source_withdrawn",
      reason: null,
      addedRevision: null,
    };
    await applyFactPlan(tx, call, fact, planFactChange(fact, t, [change], null), labels, ports.newId);
    await withdrawHeld(tx, tenantId, [derived.memoryId], actor, new Date(t));
    await appendAudit(tx, call, {
      auditId: ports.newId("aud"),
      at: now,
      action: "memory.revoked",
      objectType: "memory",
      objectId: derived.memoryId,
      details: { fact_id: fact.factId, reason_code: "source_withdrawn", source: memoryId },
    });
    withdrawn.push(derived.memoryId);
  }
  return withdrawn;
}
