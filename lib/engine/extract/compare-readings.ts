import type { Proposal } from "@/lib/engine/model/proposal";
import { normaliseText, normaliseValueAtFirst } from "@/lib/engine/policy/normalise-value";
import type { ExtractableEvent, MadeOfEvent } from "@/lib/store/extraction/read-extractable";

/** Authority of what is inferred from a statement, at most: see write-policy. Above it, somebody said so. */
const INFERRED = 25;

/**
 * The same made of the same event is nothing new, whatever became of it since; and what a weightier reading of the event
 * (its writer's, the rules') made of a fact that has one value stands.
 */
export function isKnown(proposal: Proposal, made: readonly MadeOfEvent[]): boolean {
  const value = normaliseValueAtFirst(proposal.value);
  return made.some(
    (one) =>
      normaliseText(one.subject) === normaliseText(proposal.subject) &&
      normaliseText(one.predicate) === normaliseText(proposal.predicate) &&
      ((one.cardinality === "one" && one.authority > INFERRED) ||
        (one.value !== undefined && normaliseValueAtFirst(one.value) === value)),
  );
}

/**
 * When an event's claims begin: as it said itself, else where those begin that were made of it at once, a few
 * milliseconds after it was recorded. So that what is read later meets them, and does not stand before them.
 */
export function momentOf(event: ExtractableEvent, made: readonly MadeOfEvent[]): Date {
  if (event.occurredAt.getTime() !== event.recordedAt.getTime()) return event.occurredAt;
  return new Date(
    Math.max(event.occurredAt.getTime(), ...made.map(({ observedAt }) => observedAt.getTime())),
  );
}
