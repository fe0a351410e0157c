import type { Confirmation } from "@/lib/contracts/common";
import type { Memory } from "@/lib/contracts/memories";
import { EngineError, notFound } from "@/lib/engine/errors";
import type { CallContext } from "@/lib/engine/model/context";
import { nextKnownInstant, planFactChange } from "@/lib/engine/policy/plan-fact-change";
import type { EnginePorts } from "@/lib/engine/ports";
import { appendAudit } from "@/lib/store/audit";
import type { Tx } from "@/lib/store/client";
import { applyFactPlan } from "@/lib/store/memory/apply-fact-plan";
import { findLastConfirmation, dropSource } from "@/lib/store/memory/find-last-confirmation";
import { lockFactById } from "@/lib/store/memory/lock-fact";
import { readMemory } from "@/lib/store/memory/read-memories";

/**
 * A confirmation by mistake: whoever gave it takes it back while nothing has happened to the memory since, and it is
 * again what it was, as sure and as weighty as before. That it was confirmed in between stays in the history; the
 * mistaken word supports it no longer.
 * @throws EngineError `not_found`; `illegal_transition` when it was somebody else's, or not the last change
 */
export async function takeBackConfirmation(
  tx: Tx,
  ports: EnginePorts,
  call: CallContext,
  place: { memoryId: string; factId: string },
): Promise<Memory> {
  const { tenantId, actor } = call.principal;
  const { memoryId } = place;
  const fact = await lockFactById(tx, tenantId, place.factId, [memoryId]);
  const claim = fact?.claims.find((item) => item.memoryId === memoryId);
  if (!fact || !claim || claim.status === "deleted") throw notFound("memory");
  const last = await findLastConfirmation(tx, tenantId, memoryId);
  if (claim.status !== "active" || claim.confirmation !== "confirmed" || !last || last.actorId !== actor.id) {
    throw new EngineError(
      "illegal_transition",
      "Only your own confirmation can be taken back, and only while it is the last change.",
    );
  }
  const t = nextKnownInstant(fact, ports.clock.now());
  const plan = planFactChange(
    fact,
    t,
    [
      {
        memoryId,
        confirmation: last.confirmationBefore as Confirmation,
        claim: { authority: last.authorityBefore },
        trust: last.trustBefore,
      },
    ],
    null,
  );
  await dropSource(tx, tenantId, memoryId, last.eventId);
  await applyFactPlan(
    tx,
    call,
    fact,
    plan,
    { operation: "NONE", reasonCode: "confirmation_taken_back", reason: null, addedRevision: null },
    ports.newId,
  );
  await appendAudit(tx, call, {
    auditId: ports.newId("aud"),
    at: ports.clock.now(),
    action: "memory.confirmation_taken_back",
    objectType: "memory",
    objectId: memoryId,
    details: { event_id: last.eventId, fact_id: fact.factId },
  });
  const memory = await readMemory(tx, tenantId, memoryId, ports.clock.now());
  if (!memory) throw notFound("memory");
  return memory;
}
