import type { GateVerdict, Operation, Outcome } from "@/lib/contracts/memories";
import type { ImpactClass } from "@/lib/contracts/reviews";
import type { CallContext } from "@/lib/engine/model/context";
import type { Admission, Proposal } from "@/lib/engine/model/proposal";
import type { Policy } from "@/lib/engine/policy/policy";
import type { EnginePorts } from "@/lib/engine/ports";
import { openApproval } from "@/lib/engine/review/open-approval";
import { openQuarantine } from "@/lib/engine/review/open-quarantine";
import type { Tx } from "@/lib/store/client";

/** What a write became, as far as somebody has to look at it. */
export interface HeldWrite {
  outcome: Outcome;
  memoryId: string | null;
  factId: string;
  candidateId: string;
  event: { eventId: string; claimedSourceType: string | null };
  proposal: Proposal;
  admission: Admission;
  verdicts: readonly GateVerdict[];
  /** What it would have been. */
  operation: Operation;
  reasonCode: string;
  class: ImpactClass;
  amends: { memoryId: string; verb: "correct" | "restore" } | null;
}

/** Opens what a person decides on: an approval, or an entry in quarantine. @returns the approval's id */
export async function holdForReview(
  tx: Tx,
  ports: EnginePorts,
  call: CallContext,
  held: HeldWrite,
  { version, write }: Policy,
): Promise<string | null> {
  if (held.memoryId === null) return null;
  const common = {
    memoryId: held.memoryId,
    factId: held.factId,
    candidateId: held.candidateId,
    eventId: held.event.eventId,
    scope: held.proposal.scope,
    reasonCode: held.reasonCode,
    policyVersion: version,
  };
  if (held.outcome === "quarantined") {
    await openQuarantine(
      tx,
      ports,
      call,
      {
        ...common,
        codes: held.verdicts.map((verdict) => verdict.code),
        sourceLowered: held.event.claimedSourceType !== null,
        cause: "write",
        rootId: null,
      },
      write.suspicion,
    );
  }
  if (held.outcome !== "pending_approval") return null;
  return openApproval(
    tx,
    ports,
    call,
    {
      ...common,
      verb: held.amends?.verb ?? "remember",
      targetId: held.amends?.memoryId ?? null,
      operation: held.operation,
      class: held.class,
      lineage: {
        minAuthority: held.admission.authority,
        minTrust: held.admission.trust,
        sourceTypes: [held.proposal.sourceType],
      },
      endsAt: null,
    },
    write.approvals,
  );
}
