import type { EventInput } from "@/lib/contracts/events";
import { classifyCandidate } from "@/lib/engine/extract/classify-candidate";
import { RULE_EXTRACTOR } from "@/lib/engine/extract/extract-by-rules";
import type { EpisodeEvent } from "@/lib/engine/extract/to-episode-proposal";
import type { Proposal } from "@/lib/engine/model/proposal";

const ASKED =
  /^\s*(?:(?:please |ok(?:ay)?,? )*(?:remember|note|keep in mind)(?: this| that)?\s*[:,，：]?|(?:请|帮我)*(?:记住|记一下|记下)[：:，,]?)\s*/iu;

/** Whoever asks for something to be remembered means it, also when no rule can say what kind of fact it is. */
export function noteDown(event: EventInput, observed: EpisodeEvent): Proposal {
  const content = String(observed.content);
  const lead = ASKED.exec(content)?.[0].length ?? 0;
  const value = content.slice(lead).trim() || content.trim();
  const start = content.indexOf(value);
  const about = event.subject ?? event.scope;
  const proposal = classifyCandidate(
    {
      scope: event.scope,
      subject: about,
      predicate: "note",
      value,
      statement: value,
      cardinality: "many",
      source: {
        type: observed.sourceType,
        quote: value,
        ...(event.source.ref ? { ref: event.source.ref } : {}),
      },
    },
    observed.sourceType,
    RULE_EXTRACTOR,
    about,
  );
  return {
    ...proposal,
    // What was masked out of it was what it was about.
    secrets: [...new Set([...proposal.secrets, ...observed.secretKinds])],
    key: `${RULE_EXTRACTOR}/note/${start}-${start + value.length}/whole`,
    quoteAt: { start, end: start + value.length },
    writeReason: "extracted: note",
  };
}
