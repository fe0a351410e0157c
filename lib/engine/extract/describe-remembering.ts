import { EVENT_SHAPES } from "@/lib/engine/policy/event-shapes";
import type { EventInput } from "@/lib/contracts/events";
import type { Candidate } from "@/lib/contracts/memories";
import type { Principal } from "@/lib/engine/model/principal";
import type { Proposal } from "@/lib/engine/model/proposal";

/** "Remember this" is itself something that happened: the event that the memory rests on. */
export function describeRemembering(
  candidate: Candidate,
  proposal: Proposal,
  principal: Principal,
): EventInput {
  return {
    ...EVENT_SHAPES[candidate.source.type],
    scope: candidate.scope,
    subject: candidate.subject,
    source: { type: candidate.source.type, ...(candidate.source.ref ? { ref: candidate.source.ref } : {}) },
    content: {
      remember: {
        predicate: proposal.predicate,
        // What is refused for a secret leaves no copy of it, also where the value alone does not look like one.
        value: (proposal.secrets.length > 0 ? "[secret removed]" : proposal.value) as never,
        statement: proposal.secrets.length > 0 ? "[secret removed]" : proposal.statement,
      },
      ...(proposal.quote ? { quote: proposal.quote } : {}),
      through: principal.via,
    },
    ...(candidate.derived_from ? { derived_from: candidate.derived_from } : {}),
    ...(candidate.observed_at ? { occurred_at: candidate.observed_at } : {}),
  };
}
