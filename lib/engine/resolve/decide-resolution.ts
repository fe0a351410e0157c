import type { Admission, Proposal } from "@/lib/engine/model/proposal";
import type { FactState, StoredClaim } from "@/lib/engine/model/fact-state";
import { type Claim, computeTimeline } from "@/lib/engine/policy/timeline";

/** When the claim of a proposal begins and ends, ms, and when its source said so. */
export interface ClaimTimes {
  from: number;
  to: number | null;
  observedAt: number;
  /** True when the writer named the moment: two different writers naming the same one is a real tie. */
  observedAtNamed: boolean;
}

export type Resolution =
  /** `late`: told after what holds where it begins; it fills what that leaves free. */
  | { kind: "add"; late?: boolean }
  | { kind: "supersede"; holder: StoredClaim }
  /** Same value: more evidence, and more confirmation if the source is entitled to give it. */
  | { kind: "confirm"; holder: StoredClaim; raises: boolean }
  /** Kept as evidence against the holder, never in its place. */
  | {
      kind: "contradict";
      holder: StoredClaim;
      code: "lower_authority" | "older_than_held";
      quarantine: boolean;
    }
  | {
      kind: "conflict";
      holder: StoredClaim;
      /** The last of several independent weaker contradictions speaks for all of them. */
      code: "equal_authority_same_moment" | "independent_contradictions";
    }
  | { kind: "refuse"; code: "revoked_before"; holder: StoredClaim };

export interface ResolutionInput {
  proposal: Proposal;
  admission: Admission;
  fact: FactState;
  valueDigest: string;
  times: ClaimTimes;
  /** Ids of memories written earlier in the same call: within one call the sequence decides, not a conflict. */
  sameCall: ReadonlySet<string>;
}

const END = Number.POSITIVE_INFINITY;

/** Who holds this instant now, by the open periods. */
export function holdersAt(fact: FactState, instant: number): StoredClaim[] {
  const ids = new Set(
    fact.open
      .filter((period) => period.from <= instant && (period.to ?? END) > instant)
      .map((period) => period.memoryId),
  );
  return fact.claims.filter((claim) => ids.has(claim.memoryId));
}

/** Whether a claim of these times would be the best of any instant. */
function holdsSomething(fact: FactState, times: ClaimTimes, authority: number): boolean {
  const claim: Claim = {
    memoryId: "",
    from: times.from,
    to: times.to,
    state: "held",
    endedAt: null,
    authority,
    observedAt: times.observedAt,
    seq: END,
    confirmation: "observed",
  };
  return computeTimeline([...fact.claims, claim], fact.cardinality).some((span) => span.memoryId === "");
}

/**
 * ADD, CONFIRM, SUPERSEDE, or none of them. Authority is compared first, then time; equal values meet at the new
 * claim's beginning only, so that there and back again is three versions. Pure.
 */
export function decideResolution(input: ResolutionInput): Resolution {
  const { proposal, admission, fact, valueDigest, times } = input;
  const holders = holdersAt(fact, times.from);
  const equal = holders.find((claim) => claim.valueDigest === valueDigest);
  if (equal) {
    const raises = admission.confirmation === "confirmed" && equal.confirmation !== "confirmed";
    // What came from outside is never confirmed: a person who says the same says it in a version of their own.
    if (raises && equal.sourceType === "external_content" && proposal.sourceType !== "external_content")
      return fact.cardinality === "many" ? { kind: "add" } : { kind: "supersede", holder: equal };
    return { kind: "confirm", holder: equal, raises };
  }
  const withdrawn = fact.claims.find(
    (claim) => claim.status === "revoked" && claim.valueDigest === valueDigest,
  );
  if (withdrawn && admission.confirmation !== "confirmed")
    return { kind: "refuse", code: "revoked_before", holder: withdrawn };
  if (fact.cardinality === "many") return { kind: "add" };
  const holder = holders[0];
  if (!holder) return { kind: "add" };
  if (admission.authority < holder.authority) {
    const quarantine =
      proposal.sourceType === "external_content" || proposal.sourceType === "agent_inference";
    return { kind: "contradict", holder, code: "lower_authority", quarantine };
  }
  if (admission.authority === holder.authority) {
    if (
      times.observedAt === holder.observedAt &&
      times.observedAtNamed &&
      !input.sameCall.has(holder.memoryId)
    ) {
      return { kind: "conflict", holder, code: "equal_authority_same_moment" };
    }
    if (times.observedAt < holder.observedAt) {
      // Late news of an earlier time holds what nobody who spoke later claims, and else says otherwise, no more.
      return holdsSomething(fact, times, admission.authority)
        ? { kind: "add", late: true }
        : { kind: "contradict", holder, code: "older_than_held", quarantine: false };
    }
  }
  return { kind: "supersede", holder };
}
