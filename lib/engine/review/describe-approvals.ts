import type { SourceType } from "@/lib/contracts/common";
import type { Kind } from "@/lib/contracts/common";
import type { Memory, Operation } from "@/lib/contracts/memories";
import type { Approval, ApprovalState, ApprovalVerb, ImpactClass } from "@/lib/contracts/reviews";
import type { Principal } from "@/lib/engine/model/principal";
import { decideReviewer, whyNot } from "@/lib/engine/policy/decide-reviewer";
import { reasonSentence } from "@/lib/engine/policy/reason-sentences";
import { hideHigh } from "@/lib/engine/policy/hide-high";
import type { WritePolicy } from "@/lib/engine/policy/write-policy";
import type { Tx } from "@/lib/store/client";
import { readMemories } from "@/lib/store/memory/read-memories";
import { readReviews } from "@/lib/store/review/insert-review";
import { type ListedApproval, readApprovals } from "@/lib/store/review/list-approvals";
import { findHolders, readEvidence } from "@/lib/store/review/read-evidence";

const NEEDED: Record<ImpactClass, number> = { normal: 1, highest: 2 };

/** Approvals with all that a decision needs: both sides, the difference, the evidence, and who may decide. */
export async function describeApprovals(
  tx: Tx,
  principal: Principal,
  policy: WritePolicy,
  ids: readonly string[],
  now: Date,
): Promise<Approval[]> {
  const { tenantId } = principal;
  const rows = await readApprovals(tx, tenantId, ids);
  const memoryIds = rows.map((row) => row.memoryId);
  const holders = await findHolders(tx, tenantId, memoryIds);
  const needed = new Set([...memoryIds, ...rows.flatMap((row) => row.targetId ?? []), ...holders.values()]);
  const memories = new Map(
    (await readMemories(tx, tenantId, [...needed], { now })).map((memory) => [
      memory.memory_id,
      hideHigh(principal, memory),
    ]),
  );
  const evidence = await readEvidence(tx, tenantId, memoryIds, (type) => policy.sources[type].trust);
  const steps = await readReviews(tx, tenantId, ids);
  return rows.map((row) => {
    const proposed = memories.get(row.memoryId) ?? null;
    const target = row.targetId ? (memories.get(row.targetId) ?? null) : null;
    const holder = memories.get(holders.get(row.memoryId) ?? "") ?? null;
    const aboutVersion = isVersion(row.verb);
    const current = aboutVersion ? holder : proposed;
    const impact = row.class as ImpactClass;
    const open = row.state === "open" && row.expiresAt > now;
    const reviewing = decideReviewer(
      principal,
      {
        scope: row.scope,
        subject: row.subject,
        class: impact,
        proposedBy: row.proposedById,
        firstBy: row.firstById,
      },
      null,
    );
    return {
      approval_id: row.approvalId,
      revision: row.revision,
      state: row.state as ApprovalState,
      class: impact,
      approvals_needed: NEEDED[impact],
      approvals_given: row.state === "approved" ? NEEDED[impact] : row.firstById === null ? 0 : 1,
      verb: row.verb as ApprovalVerb,
      operation: row.operation as Operation,
      reason_code: row.reasonCode,
      reason: reasonSentence(row.reasonCode),
      policy_version: row.policyVersion,
      scope: row.scope,
      subject: row.subject,
      predicate: row.predicate,
      kind: row.kind as Kind,
      candidate_id: row.candidateId,
      event_id: row.eventId,
      fact_id: row.factId,
      proposed,
      target,
      current,
      diff: describeChange(row, proposed, aboutVersion ? (target ?? holder) : proposed),
      evidence: evidence.get(row.memoryId) ?? [],
      lineage: {
        min_authority: row.minAuthority,
        min_trust: row.minTrust,
        source_types: row.sourceTypes as SourceType[],
      },
      proposed_by: { kind: row.proposedByKind, id: row.proposedById, name: row.proposedByName },
      opened_at: row.openedAt.toISOString(),
      expires_at: row.expiresAt.toISOString(),
      decided_at: row.decidedAt?.toISOString() ?? null,
      decided_by:
        row.decidedById === null
          ? null
          : { kind: row.decidedByKind ?? "job", id: row.decidedById, name: row.decidedByName },
      reviews: steps.get(row.approvalId) ?? [],
      earlier: row.earlier.map((one) => ({ ...one, state: one.state as ApprovalState })),
      may_decide: open && reviewing.may,
      may_not_because: open ? whyNot(reviewing) : "It is not open any more.",
    };
  });
}

/** Whether the approval holds a version, or a verb on one that stands. */
export function isVersion(verb: string): boolean {
  return verb === "remember" || verb === "correct" || verb === "restore";
}

const COMPARED = ["value", "statement", "valid_from", "valid_to", "confirmation", "trust"] as const;

/** What the operator would change, field by field, as data. */
function describeChange(
  row: ListedApproval,
  proposed: Memory | null,
  before: Memory | null,
): Approval["diff"] {
  if (proposed === null) return [];
  switch (row.verb as ApprovalVerb) {
    case "confirm":
      return [{ field: "confirmation", from: proposed.confirmation, to: "confirmed" }];
    case "retract":
    case "revoke":
      return [{ field: "status", from: proposed.status, to: "revoked" }];
    case "expire":
      return [{ field: "valid_to", from: proposed.valid_to, to: row.endsAt?.toISOString() ?? "now" }];
    default:
      return COMPARED.flatMap((field) => {
        const from = before?.[field] ?? null;
        const to = proposed[field];
        return JSON.stringify(from) === JSON.stringify(to) ? [] : [{ field, from, to }];
      });
  }
}
