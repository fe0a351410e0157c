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
  lastActorKind: string | null;
  status: Status;
  statusReason: string | null;
}

export type Entitlement =
  /** In their own right: the person concerned, or an operator whose role decides. */
  | { kind: "own"; sourceType: SourceType }
  /** An agent that brings the person's own words, or changes what no person said. */
  | { kind: "agent"; sourceType: SourceType }
  /** An agent without them: a proposal that waits. */
  | { kind: "proposal"; sourceType: SourceType }
  | { kind: "refused" };

const PERSONS_SOURCES: readonly SourceType[] = ["user_statement", "user_confirmation", "approval"];

/** Authority from which on a memory counts as a person's word. */
const PERSONS_WORD = 50;

/** Reasons that a decision on what was held leaves behind. */
const JUDGED = new Set(["condemned", "approval_rejected", "approval_expired", "conflict_lost"]);

/** Who may do what to whose memory. Pure; the place is one the principal can see. */
export function decideEntitlement(
  verb: AmendVerb,
  principal: Principal,
  place: VerbPlace,
  input: AmendInput,
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
  const relaysConfirmation = (may("user_confirmation") || may("approval")) && source?.ref !== undefined;
  const relaysWords = relaysConfirmation || (may("user_statement") && source?.quote !== undefined);
  // What it says of itself, as far as its key may; a person's word counts only when it is really relayed.
  const spoken = source !== undefined && PERSONS_SOURCES.includes(source.type);
  const sourceType: SourceType =
    source && principal.sourceTypes.includes(source.type) && (!spoken || relaysWords)
      ? source.type
      : "agent_inference";
  // A key that only proposes changes nothing by itself, whoever's words it brings.
  if (principal.writeMode === "propose") return { kind: "proposal", sourceType: "agent_inference" };
  switch (verb) {
    case "confirm":
      return relaysConfirmation && source ? { kind: "agent", sourceType: source.type } : { kind: "refused" };
    case "correct":
    case "retract":
      if (relaysWords && source) return { kind: "agent", sourceType: source.type };
      if (place.authority >= PERSONS_WORD) return { kind: "proposal", sourceType: "agent_inference" };
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
      return { kind: "agent", sourceType };
  }
}
