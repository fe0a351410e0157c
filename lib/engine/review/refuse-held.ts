import { EngineError, notFound } from "@/lib/engine/errors";
import type { CallContext } from "@/lib/engine/model/context";
import { nextKnownInstant, planFactChange } from "@/lib/engine/policy/plan-fact-change";
import type { EnginePorts } from "@/lib/engine/ports";
import type { Status } from "@/lib/contracts/common";
import type { Tx } from "@/lib/store/client";
import { applyFactPlan } from "@/lib/store/memory/apply-fact-plan";
import { lockFactById } from "@/lib/store/memory/lock-fact";

/**
 * Takes a version out for good, as never said: what it displaced, if it held anything, holds again. The record stays.
 * @returns false when it is no longer in one of these states, and nothing was changed
 */
export async function refuseHeld(
  tx: Tx,
  ports: EnginePorts,
  call: CallContext,
  held: { memoryId: string; factId: string },
  how: { from: readonly Status[]; to: "revoked" | "quarantined"; reasonCode: string; reason: string | null },
): Promise<boolean> {
  const { tenantId } = call.principal;
  const fact = await lockFactById(tx, tenantId, held.factId, [held.memoryId]);
  const claim = fact?.claims.find((one) => one.memoryId === held.memoryId);
  if (!fact || !claim) throw notFound("memory");
  if (!how.from.includes(claim.status)) return false;
  const t = nextKnownInstant(fact, ports.clock.now());
  const plan = planFactChange(
    fact,
    t,
    [
      {
        memoryId: held.memoryId,
        claim: { state: "gone" },
        status: how.to,
        statusReason: how.reasonCode,
      },
    ],
    null,
  );
  await applyFactPlan(
    tx,
    call,
    fact,
    plan,
    { operation: "RETRACT", reasonCode: how.reasonCode, reason: how.reason, addedRevision: null },
    ports.newId,
  );
  return true;
}

export function noLongerHeld(what: string): EngineError {
  return new EngineError(
    "illegal_transition",
    `This ${what} is no longer held: its memory has changed since.`,
  );
}
