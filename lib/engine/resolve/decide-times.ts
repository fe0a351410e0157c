import { EngineError } from "@/lib/engine/errors";
import type { Proposal } from "@/lib/engine/model/proposal";
import type { WritePolicy } from "@/lib/engine/policy/write-policy";
import type { ClaimTimes } from "@/lib/engine/resolve/decide-resolution";

const DAY = 86_400_000;

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
  const observedAt = (proposal.observedAt ?? occurredAt)?.getTime() ?? t;
  const from = proposal.validFrom?.getTime() ?? observedAt;
  const days = proposal.temporalScope ? policy.timeToLiveDays[proposal.temporalScope] : null;
  const to = proposal.validTo?.getTime() ?? (days === null ? null : from + days * DAY);
  if (to !== null && to <= from) {
    throw new EngineError("invalid_range", "valid_to must be later than valid_from.", {
      fields: [{ path: "valid_to", message: "must be later than valid_from" }],
    });
  }
  return { from, to, observedAt, observedAtNamed: proposal.observedAt !== null || occurredAt !== null };
}
