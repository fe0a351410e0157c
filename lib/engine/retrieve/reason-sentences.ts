import type { RejectCode } from "@/lib/contracts/retrievals";

/** One sentence for each reason a memory stays out of a pack. Pages have their own wording; this is the API's. */
export const REASON_SENTENCES: Record<RejectCode, string> = {
  scope: "It stands in a scope that this retrieval did not search.",
  status: "It is not in force.",
  not_yet_valid: "It is not true yet at the asked moment.",
  expired: "It is no longer true at the asked moment.",
  purpose: "It may be used for another purpose only.",
  sensitivity: "It is too sensitive to be handed out.",
  trust_floor: "Its source is trusted less than the risk of this task allows.",
  unconfirmed: "It is not confirmed, and only confirmed memories were wanted.",
  kind: "It is of a kind that was not asked for.",
  time_range: "It lies outside the asked time range.",
  duplicate_of: "Another memory that says the same stands in front of it.",
  shadowed: "A narrower scope says otherwise for the time being.",
  consensus: "Several reliable sources contradict it.",
  conflict: "It contradicts a memory that is not shown, and alone it would look like the truth.",
  source_cap: "As many memories of its source as one source may bring stand in front of it.",
  budget: "It did not fit into what was left of the token budget.",
  below_k: "Others scored higher, and no more than k were wanted.",
  erased: "It was erased.",
  not_a_candidate:
    "It passed every hard condition, but no channel brought it: neither its words, its key nor its meaning met the question.",
};
