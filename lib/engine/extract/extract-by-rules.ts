import type { EventInput } from "@/lib/contracts/events";
import type { Candidate } from "@/lib/contracts/memories";
import { classifyCandidate } from "@/lib/engine/extract/classify-candidate";
import { type Finding, findStatements } from "@/lib/engine/extract/find-statements";
import type { EpisodeEvent } from "@/lib/engine/extract/to-episode-proposal";
import type { Proposal } from "@/lib/engine/model/proposal";

export const RULE_EXTRACTOR = "rules@1";

/** Only what a person or an approval says in words; a document or a tool's output states facts through candidates. */
const SPOKEN = new Set(["message", "approval", "feedback"]);

/**
 * A deterministic reading of a message, English and Chinese: standing rules, preferences, project facts, identity
 * facts, and one-off requests (which the durability gate then refuses, visibly). It proposes; the gates decide.
 */
export function extractByRules(event: EventInput, observed: EpisodeEvent): Proposal[] {
  if (!SPOKEN.has(event.type) || typeof observed.content !== "string" || event.actor === "assistant")
    return [];
  const about = event.subject ?? event.scope;
  return findStatements(observed.content).map((finding) => {
    const candidate: Candidate = {
      scope: event.scope,
      subject: finding.about === "speaker" ? about : event.scope,
      predicate: finding.predicate,
      value: finding.value,
      statement: finding.sentence,
      cardinality: finding.cardinality,
      source: {
        type: observed.sourceType,
        quote: finding.sentence,
        ...(event.source.ref ? { ref: event.source.ref } : {}),
      },
      ...(finding.temporal ? { temporal_scope: finding.temporal } : {}),
    };
    return asExtracted(classifyCandidate(candidate, observed.sourceType, RULE_EXTRACTOR, about), finding);
  });
}

function asExtracted(proposal: Proposal, finding: Finding): Proposal {
  return {
    ...proposal,
    once: finding.once ? (proposal.once ?? "once") : proposal.once,
    writeReason: `extracted: ${finding.rule}`,
  };
}
