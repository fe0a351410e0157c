import type { SourceType, Status } from "@/lib/contracts/common";
import type { AmendInput, AmendVerb } from "@/lib/contracts/memories";
import { hasRole, type Principal } from "@/lib/engine/model/principal";

/** Which state a verb starts from. Everything else is a conflict with what stands (409). */
const LEGAL: Record<AmendVerb, readonly Status[]> = {
  confirm: ["active"],
  correct: ["active"],
  retract: ["active", "superseded", "expired"],
  expire: ["active"],
  revoke: ["active", "superseded", "expired", "archived", "candidate", "quarantined", "pending_approval"],
  restore: ["superseded", "expired", "revoked", "archived"],
};

export function isLegal(verb: AmendVerb, status: Status): boolean {
  return LEGAL[verb].includes(status);
}

export interface VerbPlace {
  scope: string;
  subject: string | null;
  authority: number;
  /** A person confirmed it: by their own hand, or in a confirmation that was relayed. */
  confirmedByPerson: boolean;
  lastActorKind: string | null;
  status: Status;
  statusReason: string | null;
}

export type Entitlement =
  /** In their own right: the person concerned, or an operator whose role decides. */
  | { kind: "own"; sourceType: SourceType }
  /** An agent that brings the person's own words, or changes what no person said. */
  | { kind: "agent"; sourceType: SourceType }
  /** An agent that says a person confirmed it, where what it names has to be found and is not: it counts as observed at most. */
  | { kind: "hearsay"; sourceType: SourceType }
  /** An agent without them: a proposal that waits. */
  | { kind: "proposal"; sourceType: SourceType; because: "needs_entitlement" | "reference_not_found" }
  | { kind: "refused" };

const PERSONS_SOURCES: readonly SourceType[] = ["user_statement", "user_confirmation", "approval"];

/** Authority from which on a memory counts as a person's word. */
const PERSONS_WORD = 50;

/** Reasons that a decision on what was held leaves behind. */
const JUDGED = new Set(["condemned", "approval_rejected", "approval_expired", "conflict_lost"]);

/** A confirmation that a key hands in by a reference alone: the reference has to be looked up. */
export function restsOnReference(principal: Principal, source: AmendInput["source"]): boolean {
  return (
    principal.actor.kind === "agent" &&
    source?.ref !== undefined &&
    source.quote === undefined &&
    (source.type === "user_confirmation" || source.type === "approval")
  );
}

/**
 * Who may do what to whose memory. Pure; the place is one the principal can see.
 * @param vouched whether a reference that a key hands in without a quote is enough, by policy or because it was found
 */
export function decideEntitlement(
  verb: AmendVerb,
  principal: Principal,
  place: VerbPlace,
  input: AmendInput,
  vouched = false,
): Entitlement {
  if (principal.actor.kind === "user" || principal.actor.kind === "demo") {
    const theirs =
      principal.self !== null && (place.scope === principal.self || place.subject === principal.self);
    if (theirs || hasRole(principal, "reviewer", "privacy_officer", "admin"))
      return { kind: "own", sourceType: "user_confirmation" };
    const shared = principal.scopes.includes(place.scope);
    return shared ? { kind: "own", sourceType: "user_confirmation" } : { kind: "refused" };
  }
  if (principal.actor.kind === "job") return { kind: "own", sourceType: "system_event" };
  if (principal.writeMode === "none") return { kind: "refused" };
  const source = input.source;
  const may = (type: SourceType) => source?.type === type && principal.sourceTypes.includes(type);
  const claimsConfirmation = (may("user_confirmation") || may("approval")) && source?.ref !== undefined;
  const relaysConfirmation = claimsConfirmation && (vouched || source?.quote !== undefined);
  const because =
    claimsConfirmation && !relaysConfirmation
      ? ("reference_not_found" as const)
      : ("needs_entitlement" as const);
  const proposal: Entitlement = { kind: "proposal", sourceType: "agent_inference", because };
  const relaysWords = relaysConfirmation || (may("user_statement") && source?.quote !== undefined);
  // What it says of itself, as far as its key may; a person's word counts only when it is really relayed.
  const spoken = source !== undefined && PERSONS_SOURCES.includes(source.type);
  const sourceType: SourceType =
    source && principal.sourceTypes.includes(source.type) && (!spoken || relaysWords)
      ? source.type
      : "agent_inference";
  // A key that only proposes changes nothing by itself, whoever's words it brings.
  if (principal.writeMode === "propose")
    return { kind: "proposal", sourceType: "agent_inference", because: "needs_entitlement" };
  switch (verb) {
    case "confirm":
      if (relaysConfirmation && source) return { kind: "agent", sourceType: source.type };
      return claimsConfirmation ? { kind: "hearsay", sourceType: "user_statement" } : { kind: "refused" };
    case "correct":
    case "retract":
      if (relaysWords && source) return { kind: "agent", sourceType: source.type };
      if (place.authority >= PERSONS_WORD) return proposal;
      return { kind: "agent", sourceType };
    case "restore":
      // What was judged comes back by a person's own hand, whatever a key relays.
      if (place.statusReason !== null && JUDGED.has(place.statusReason)) return { kind: "refused" };
      // What a person withdrew comes back by a person's word alone.
      if (place.status === "revoked" && place.lastActorKind !== "agent" && !relaysConfirmation)
        return { kind: "refused" };
      return { kind: "agent", sourceType };
    case "revoke":
    case "expire":
      // What a person confirmed ends by a person's word: else whatever is weaker could take its place.
      if (relaysWords && source) return { kind: "agent", sourceType: source.type };
      return place.confirmedByPerson ? proposal : { kind: "agent", sourceType };
  }
}
