import type { SourceType, Status } from "@/lib/contracts/common";
import type { Diagnosis, RejectCode } from "@/lib/contracts/retrievals";

/** What became of one memory in one retrieval, as far as the blame goes. */
export interface RecallFate {
  code: RejectCode | null;
  status: Status;
  sourceType: SourceType;
  /** It was remembered only after it was asked for. */
  tooLate: boolean;
  /** No index knew it. */
  unindexed: boolean;
  /** Its twin, or whoever stands in front of it, is in the pack. */
  frontPacked: boolean;
  /** What was told of its use; null when nothing was told of this retrieval at all. */
  use: "used" | "unused" | "harmed" | "contradicted" | null;
}

const BY_STATUS: Partial<Record<Status, Diagnosis>> = {
  candidate: "write",
  pending_approval: "write",
  quarantined: "poisoning",
  superseded: "update",
  expired: "update",
  revoked: "update",
  archived: "update",
  deleted: "update",
};

const BY_CODE: Partial<Record<RejectCode, Diagnosis>> = {
  scope: "recall",
  kind: "recall",
  purpose: "recall",
  sensitivity: "recall",
  time_range: "recall",
  not_yet_valid: "update",
  expired: "update",
  erased: "update",
  unconfirmed: "write",
  shadowed: "update",
  conflict: "update",
  consensus: "poisoning",
  source_cap: "recall",
  budget: "recall",
  below_k: "recall",
  not_a_candidate: "recall",
};

/**
 * Where a recall that failed went wrong, as one word: in writing it (never let in, too late, not believed), in recalling
 * it (asked, found or ranked wrongly), in using it, in an update (something else holds now, or nobody has settled what),
 * because a source is not to be trusted, or because what was recalled did harm elsewhere. Null when nothing failed. Pure.
 */
export function diagnoseRecall(fate: RecallFate): Diagnosis | null {
  const { code } = fate;
  if (code === null) {
    if (fate.use === "harmed") return "negative_transfer";
    if (fate.use === "contradicted") return "update";
    return fate.use === "unused" ? "use" : null;
  }
  if (fate.tooLate) return "write";
  if (code === "duplicate_of") return fate.frontPacked ? null : "recall";
  if (code === "status") return BY_STATUS[fate.status] ?? "recall";
  if (code === "trust_floor") return fate.sourceType === "external_content" ? "poisoning" : "write";
  if (code === "not_a_candidate" && fate.unindexed) return "write";
  return BY_CODE[code] ?? "recall";
}
