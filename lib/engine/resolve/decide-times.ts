import type { Candidate } from "@/lib/contracts/memories";
import { EngineError } from "@/lib/engine/errors";
import type { Proposal } from "@/lib/engine/model/proposal";
import type { WritePolicy } from "@/lib/engine/policy/write-policy";
import type { ClaimTimes } from "@/lib/engine/resolve/decide-resolution";

const DAY = 86_400_000;

function invalidRange(path: string): EngineError {
  return new EngineError("invalid_range", "valid_to must be later than valid_from.", {
    fields: [{ path: `${path}valid_to`, message: "must be later than valid_from" }],
  });
}

/**
 * Defaults of a claim's times: observed_at = the event's own time, else t; valid_from = observed_at; valid_to = the
 * end that was named, else what the policy gives this kind of statement.
 * @throws EngineError `invalid_range` when it would end before it begins
 */
export function decideTimes(
  proposal: Proposal,
  occurredAt: Date | null,
  t: number,
  policy: WritePolicy,
): ClaimTimes {
  // A clock that runs ahead must not make a claim newer than whatever is said until then.
  const observedAt = Math.min(t, (proposal.observedAt ?? occurredAt)?.getTime() ?? t);
  const from = proposal.validFrom?.getTime() ?? observedAt;
  const days = proposal.temporalScope ? policy.timeToLiveDays[proposal.temporalScope] : null;
  const to = proposal.validTo?.getTime() ?? (days === null ? null : from + days * DAY);
  if (to !== null && to <= from) {
    throw invalidRange("");
  }
  return { from, to, observedAt, observedAtNamed: proposal.observedAt !== null || occurredAt !== null };
}

/**
 * The same check before anything is stored, so that a batch with one senseless candidate is refused whole.
 * @throws EngineError `invalid_range`
 */
export function requireMeaningfulTimes(
  candidate: Pick<Candidate, "valid_from" | "valid_to" | "observed_at">,
  occurredAt: string | null,
  now: Date,
  path: string,
): void {
  if (candidate.valid_to === undefined) return;
  const from = new Date(candidate.valid_from ?? candidate.observed_at ?? occurredAt ?? now);
  if (new Date(candidate.valid_to) <= from) throw invalidRange(path);
}
