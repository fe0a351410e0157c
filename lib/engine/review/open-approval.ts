import type { Operation } from "@/lib/contracts/memories";
import type { ApprovalVerb, ImpactClass } from "@/lib/contracts/reviews";
import type { CallContext } from "@/lib/engine/model/context";
import type { ApprovalPolicy } from "@/lib/engine/policy/approval-policy";
import type { EnginePorts } from "@/lib/engine/ports";
import { appendAudit } from "@/lib/store/audit";
import type { Tx } from "@/lib/store/client";
import { insertApproval } from "@/lib/store/review/change-approval";

const DAY = 86_400_000;

export interface HeldChange {
  verb: ApprovalVerb;
  /** The held version, or the memory the verb is about. */
  memoryId: string;
  factId: string;
  /** For a correction: what it would take the place of. */
  targetId: string | null;
  candidateId: string;
  eventId: string;
  scope: string;
  operation: Operation;
  reasonCode: string;
  class: ImpactClass;
  policyVersion: number;
  lineage: { minAuthority: number; minTrust: number; sourceTypes: string[] };
  endsAt: Date | null;
}

/** Records what waits, in the transaction that holds it. @returns the approval's id */
export async function openApproval(
  tx: Tx,
  ports: EnginePorts,
  call: CallContext,
  held: HeldChange,
  policy: ApprovalPolicy,
): Promise<string> {
  const { tenantId, actor } = call.principal;
  const now = ports.clock.now();
  const approvalId = ports.newId("apr");
  await insertApproval(tx, {
    tenantId,
    approvalId,
    memoryId: held.memoryId,
    factId: held.factId,
    targetId: held.targetId,
    candidateId: held.candidateId,
    eventId: held.eventId,
    scope: held.scope,
    verb: held.verb,
    operation: held.operation,
    reasonCode: held.reasonCode,
    class: held.class,
    policyVersion: held.policyVersion,
    minAuthority: held.lineage.minAuthority,
    minTrust: held.lineage.minTrust,
    sourceTypes: held.lineage.sourceTypes,
    endsAt: held.endsAt,
    proposedByKind: actor.kind,
    proposedById: actor.id,
    openedAt: now,
    expiresAt: new Date(now.getTime() + policy.expiresAfterDays * DAY),
    state: "open",
    revision: 0,
  });
  await appendAudit(tx, call, {
    auditId: ports.newId("aud"),
    at: now,
    action: "approval.opened",
    objectType: "approval",
    objectId: approvalId,
    details: {
      memory_id: held.memoryId,
      candidate_id: held.candidateId,
      verb: held.verb,
      reason_code: held.reasonCode,
      class: held.class,
      policy_version: held.policyVersion,
    },
  });
  return approvalId;
}
