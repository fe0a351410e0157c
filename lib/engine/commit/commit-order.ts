import type { Decision, GateVerdict, Operation, Outcome, Utility } from "@/lib/contracts/memories";
import type { FactState } from "@/lib/engine/model/fact-state";
import type { Admission, Proposal } from "@/lib/engine/model/proposal";
import type { ClaimChange, FactPlan } from "@/lib/engine/policy/plan-fact-change";
import type { Claim } from "@/lib/engine/policy/timeline";
import type { WrittenVersion } from "@/lib/store/memory/compose-memory";

/** What the steps before decided, in the form that is written. */
export interface CommitOrder {
  candidateId: string;
  eventId: string;
  proposal: Proposal;
  admission: Admission;
  verdicts: GateVerdict[];
  utility: Utility | null;
  policyVersion: number;
  outcome: Outcome;
  operation: Operation;
  reasonCode: string;
  /** Null when nothing of a fact changes: the candidate and its verdicts are all there is to write. */
  change: FactChange | null;
}

export interface FactChange {
  fact: FactState;
  t: number;
  valueDigest: string;
  /** What memories have in common that may say the same; null for what is never compared. */
  meaningDigest: string | null;
  times: { from: number; to: number | null; observedAt: number };
  /** A new version, with the status that does not follow from the timeline when it holds none. */
  add: { status: "candidate" | "pending_approval" | "quarantined" | null; supersedes: string | null } | null;
  changes: ClaimChange[];
  /** Evidence for or against an existing version. */
  evidence: { memoryId: string; relation: "supports" | "contradicts" | "corrects" } | null;
  conflictWith: string | null;
  /** Memories of other facts that may say the same. */
  questions: readonly { otherId: string; score: number; reasonCode: string }[];
  reason: string | null;
}

export type CommittedParts = Pick<Decision, "superseded" | "conflicts_with"> & {
  memoryId: string | null;
  /** The new version as it is written; null when there is none, or when it is not to be read as it stands. */
  written: WrittenVersion | null;
};

/** All that is decided of a change before its first row is written. */
export interface PlannedChange {
  change: FactChange;
  added: Claim | null;
  plan: FactPlan;
  parts: CommittedParts;
}
