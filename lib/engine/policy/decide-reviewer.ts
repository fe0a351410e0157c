import type { ImpactClass } from "@/lib/contracts/reviews";
import { hasRole, holdsScope, type Principal } from "@/lib/engine/model/principal";

export interface ReviewedPlace {
  scope: string;
  subject: string | null;
  class: ImpactClass;
  /** Who wants it; null where nobody proposed it. */
  proposedBy: string | null;
  /** Who gave the first of two approvals. */
  firstBy: string | null;
  /** Words from outside, or what no person said: no relay is enough for them. */
  peopleOnly?: boolean;
}

/** Held for what only a person can know; two keys must not be able to vouch for each other. */
export const PEOPLE_ONLY: ReadonlySet<string> = new Set([
  "echo_of_external",
  "external_needs_person",
  "procedure_not_stated",
  "derived_from_held",
]);

export type Reviewing = { may: true; own: boolean } | { may: false; because: keyof typeof SENTENCES };

/**
 * Who may decide what waits: the person whose memory it is (not what needs two people), a reviewer or an administrator,
 * or a key that relays the person's own approval with its reference. Nobody decides what they proposed, and the two
 * people of the highest class are two. Pure.
 * @param vouched whether the relay brings the person's words, or its reference is enough, by policy or because it was found
 */
export function decideReviewer(
  principal: Principal,
  place: ReviewedPlace,
  source: { type: string; ref: string } | null,
  vouched = true,
): Reviewing {
  if (principal.actor.id === place.proposedBy) return { may: false, because: "own_proposal" };
  if (place.firstBy !== null && principal.actor.id === place.firstBy)
    return { may: false, because: "second_person" };
  if (principal.actor.kind === "user" || principal.actor.kind === "demo") {
    const theirs =
      principal.self !== null && (place.scope === principal.self || place.subject === principal.self);
    if (theirs && place.class === "normal") return { may: true, own: true };
    return hasRole(principal, "reviewer", "admin")
      ? { may: true, own: theirs }
      : { may: false, because: "needs_reviewer" };
  }
  const relays =
    principal.actor.kind === "agent" &&
    principal.writeMode === "full" &&
    place.class === "normal" &&
    place.peopleOnly !== true &&
    source !== null &&
    principal.sourceTypes.some((type) => type === source.type) &&
    holdsScope(principal.scopes, place.scope);
  if (relays && !vouched) return { may: false, because: "reference_not_found" };
  return relays ? { may: true, own: false } : { may: false, because: "needs_relay" };
}

const SENTENCES = {
  own_proposal: "Nobody decides what they proposed themselves.",
  second_person: "You gave the first approval: the second must come from somebody else.",
  needs_reviewer: "Only the person whose memory it is, or a reviewer, may decide this.",
  reference_not_found:
    "The reference names nothing that a person said and that is stored here. Send their message as an event first, or their words as source.quote.",
  needs_relay:
    "A key decides nothing by itself: it may relay a person's approval with source and reference, where its source types allow.",
};

export function whyNot(reviewing: Reviewing): string | null {
  return reviewing.may ? null : SENTENCES[reviewing.because];
}
