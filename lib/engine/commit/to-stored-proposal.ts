import type { Proposal } from "@/lib/engine/model/proposal";

/** A proposal as it is kept beside its verdicts. */
export function toStoredProposal(proposal: Proposal): Record<string, unknown> {
  return {
    subject: proposal.subject,
    predicate: proposal.predicate,
    value: proposal.value,
    statement: proposal.statement,
    quote: proposal.quote,
    quote_at: proposal.quoteAt ?? null,
    kind: proposal.kind,
    source_type: proposal.sourceType,
    assertion: proposal.assertion,
    certainty: proposal.certainty,
    hedge: proposal.hedge,
    valid_from: proposal.validFrom?.toISOString() ?? null,
    valid_to: proposal.validTo?.toISOString() ?? null,
    sensitivity: proposal.sensitivity,
    topic: proposal.topic,
  };
}
