import type { CallContext } from "@/lib/engine/model/context";
import type { EnginePorts } from "@/lib/engine/ports";
import { type AuditEntry, appendAudit } from "@/lib/store/audit";
import type { Tx } from "@/lib/store/client";
import { insertReview } from "@/lib/store/review/insert-review";

export interface ReviewStep {
  objectType: "approval" | "quarantine" | "conflict" | "blocked_source";
  objectId: string;
  /** Whose erasure takes the reason's words along. */
  memoryIds: readonly string[];
  action: string;
  /** The audit log's word for it. */
  audit: string;
  reason: string | null;
  details: NonNullable<AuditEntry["details"]>;
}

/** One step of a decision, for the page and for the audit log; the reason stays out of the log. */
export async function recordReview(
  tx: Tx,
  ports: EnginePorts,
  call: CallContext,
  step: ReviewStep,
): Promise<void> {
  const { tenantId, actor, via } = call.principal;
  const at = ports.clock.now();
  const reviewId = ports.newId("rev");
  await insertReview(tx, {
    tenantId,
    reviewId,
    objectType: step.objectType,
    objectId: step.objectId,
    memoryIds: [...step.memoryIds],
    action: step.action,
    actorKind: actor.kind,
    actorId: actor.id,
    via,
    at,
    reason: step.reason,
  });
  await appendAudit(tx, call, {
    auditId: ports.newId("aud"),
    at,
    action: step.audit,
    objectType: step.objectType,
    objectId: step.objectId,
    details: { ...step.details, review_id: reviewId, reason_given: step.reason !== null },
  });
}
