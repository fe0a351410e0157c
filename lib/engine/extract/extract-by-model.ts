import type { Candidate } from "@/lib/contracts/memories";
import { classifyCandidate } from "@/lib/engine/extract/classify-candidate";
import type { Finding } from "@/lib/engine/extract/finding";
import { findStatements } from "@/lib/engine/extract/find-statements";
import { type LocatedQuote, locateQuote } from "@/lib/engine/extract/locate-quote";
import type { Proposal } from "@/lib/engine/model/proposal";
import { listLexemes } from "@/lib/engine/policy/analyse-text";
import { maskSecretsIn } from "@/lib/engine/policy/detect-secrets";
import { normaliseText } from "@/lib/engine/policy/normalise-value";
import type { ModelCandidate } from "@/lib/engine/ports";

/** Version of what a model is asked and of what is made of its answer. A new one reads old events anew. */
const READING = 1;

export function modelExtractor(modelName: string): string {
  return `model:${modelName}@${READING}`;
}

/** What a model's candidate is made from: all that it may not say itself. */
export interface ReadEvent {
  scope: string;
  subject: string | null;
  sourceType: Proposal["sourceType"];
  sourceRef: string | null;
  text: string;
}

export type Drop =
  | "quote_not_found"
  | "question"
  | "wish"
  | "subject_not_named"
  | "predicate_unusable"
  | "value_not_in_quote"
  | "repeated";

const PREDICATE = /^[\p{L}][\p{L}\p{N}_]{0,59}$/u;
/** An inference is no certainty, whatever the model says of itself. */
const MOST_CERTAIN = 0.7;

/**
 * From a model's word to a proposal. The model chooses what is worth keeping; whose it is, how much it weighs and in
 * which words it is told come from the event: scope, source and confirmation are the event's, the statement is the
 * sentence itself, and a quote that does not stand in the text takes its candidate with it. Explicit is only what the
 * rules read in the same sentence too. Pure.
 */
export function toModelProposal(
  candidate: ModelCandidate,
  event: ReadEvent,
  extractor: string,
): { proposal: Proposal; at: LocatedQuote } | { drop: Drop } {
  const at = locateQuote(event.text, candidate.quote);
  if (at === null) return { drop: "quote_not_found" };
  if (/[?？]\s*$/u.test(at.sentence)) return { drop: "question" };
  // "I no longer…", "forget my…": what is said is that it does not hold, and what to do about it is the rules' affair.
  const shared = !event.scope.startsWith("user:");
  if (findStatements(at.sentence, "person", shared).some(({ kind }) => kind === "wish"))
    return { drop: "wish" };
  const subject = decideSubject(candidate.subject, event);
  if (subject === null) return { drop: "subject_not_named" };
  const predicate = candidate.predicate
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/gu, "_");
  if (!PREDICATE.test(predicate) || maskSecretsIn({ predicate }).kinds.length > 0)
    return { drop: "predicate_unusable" };
  if (!standsIn(candidate.value, at.sentence)) return { drop: "value_not_in_quote" };
  const input: Candidate = {
    scope: event.scope,
    subject,
    predicate,
    value: candidate.value,
    statement: at.sentence,
    kind: candidate.kind,
    cardinality: candidate.cardinality,
    assertion: "inferred",
    certainty: Math.min(MOST_CERTAIN, Math.max(0, candidate.certainty)),
    sensitivity: candidate.sensitivity,
    source: {
      type: event.sourceType,
      quote: at.sentence,
      ...(event.sourceRef === null ? {} : { ref: event.sourceRef }),
    },
    ...(candidate.temporalScope === null ? {} : { temporal_scope: candidate.temporalScope }),
  };
  const about = event.subject ?? event.scope;
  const proposal = classifyCandidate(input, readAs(event.sourceType), extractor, about);
  const agreed = event.sourceType === "user_statement" ? findAgreement(proposal, at, about) : null;
  return {
    at,
    proposal: {
      ...proposal,
      // Under the rules' own names: the same thing read twice is one fact.
      ...(agreed && { predicate: agreed.predicate, cardinality: agreed.cardinality }),
      assertion: agreed ? "explicit" : "inferred",
      certainty: agreed ? 1 : proposal.certainty,
      // "As a preference" is the model's word; that it stands for good must be in the sentence.
      standing: agreed !== null && proposal.standing,
      writeReason: `extracted by a model, quote at ${at.start}`,
    },
  };
}

/**
 * What a reading of an event weighs: what a person confirmed is the event as a whole, and a database's word is its
 * rows, not what a model makes of them. Never more than the event itself.
 */
function readAs(type: Proposal["sourceType"]): Proposal["sourceType"] {
  switch (type) {
    case "user_confirmation":
    case "approval":
    case "user_statement":
      return "user_statement";
    case "external_content":
      return "external_content";
    default:
      return "agent_inference";
  }
}

/** The speaker, the place, or a thing that the text names. Never another person by id: that would be their memory. */
function decideSubject(named: string, event: ReadEvent): string | null {
  const name = named.trim();
  if (name === "speaker") return event.subject ?? event.scope;
  if (name === "scope" || name === "") return event.scope;
  if (name.length > 80 || /[:*\p{Cc}]/u.test(name)) return null;
  if (maskSecretsIn({ name }).kinds.length > 0) return null;
  return normaliseText(event.text).includes(normaliseText(name)) ? `entity:${name}` : null;
}

/** Whether a value is taken from the sentence: at least half of its words are. A number or a yes needs no more. */
function standsIn(value: ModelCandidate["value"], sentence: string): boolean {
  if (typeof value === "number" || typeof value === "boolean") return true;
  const there = normaliseText(sentence);
  const lexemes = new Set(listLexemes(sentence));
  const parts = Array.isArray(value) ? value : [value];
  return (
    parts.length > 0 &&
    parts.every((part) => {
      const text = normaliseText(part);
      if (text === "") return false;
      if (there.includes(text)) return true;
      const words = listLexemes(part);
      return words.length > 0 && words.filter((word) => lexemes.has(word)).length * 2 >= words.length;
    })
  );
}

/** What the rules find in the sentence, when it is the same: about the same subject, the same value, for good. */
function findAgreement(proposal: Proposal, at: LocatedQuote, about: string): Finding | null {
  if (proposal.once !== null || proposal.hedge !== null || typeof proposal.value !== "string") return null;
  const value = normaliseText(proposal.value);
  const subjectOf = (finding: Finding) =>
    typeof finding.about === "object"
      ? finding.about.subject
      : finding.about === "speaker"
        ? about
        : proposal.scope;
  for (const reading of findStatements(at.sentence, "person", !proposal.scope.startsWith("user:"))) {
    if (reading.kind !== "finding") continue;
    const { finding } = reading;
    const same = typeof finding.value === "string" && normaliseText(finding.value) === value;
    const plain = finding.once === null && finding.needsTime === null && finding.corrects === null;
    if (same && plain && finding.predicate !== "" && subjectOf(finding) === proposal.subject) return finding;
  }
  return null;
}
