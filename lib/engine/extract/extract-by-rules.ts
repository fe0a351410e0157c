import type { EventInput } from "@/lib/contracts/events";
import type { Candidate } from "@/lib/contracts/memories";
import { classifyCandidate } from "@/lib/engine/extract/classify-candidate";
import type { Finding, Passage, Wish } from "@/lib/engine/extract/finding";
import { findStatements, type Voice } from "@/lib/engine/extract/find-statements";
import { readFactObjects } from "@/lib/engine/extract/read-fact-objects";
import { readEndTime, readTimes } from "@/lib/engine/extract/read-times";
import type { EpisodeEvent } from "@/lib/engine/extract/to-episode-proposal";
import { toEpisodeProposal } from "@/lib/engine/extract/to-episode-proposal";
import { findWord } from "@/lib/engine/policy/deciding-words";
import type { Intent, Quote } from "@/lib/engine/model/intent";
import type { Proposal } from "@/lib/engine/model/proposal";

/** Another version of the rules is another extractor: what it finds may differ, and its candidates say whose they are. */
export const RULE_EXTRACTOR = "rules@2";

/** A value put right without a word of what it is the value of; only what is held can tell. */
export const UNNAMED = "unnamed_correction";

/** Something that the rules found, in the order in which it was said. */
export type Extracted =
  | { kind: "proposal"; proposal: Proposal; corrects: { old: string | null } | null }
  | { kind: "intent"; intent: Intent };

const SPOKEN = new Set<EventInput["type"]>(["message", "approval", "feedback"]);
const RECORDED = new Set<EventInput["type"]>(["tool_result", "task_outcome", "system"]);
const PERSONS_WORD = new Set<Proposal["sourceType"]>(["user_statement", "user_confirmation", "approval"]);

function voiceOf(event: EventInput, sourceType: Proposal["sourceType"]): Voice | null {
  // What an assistant says is no evidence of anything: it comes back as a candidate of its own, or not at all.
  if (event.actor === "assistant" || sourceType === "agent_inference") return null;
  if (event.type === "external_document" || sourceType === "external_content") return "outside";
  if (SPOKEN.has(event.type)) return "person";
  return RECORDED.has(event.type) ? "record" : null;
}

/**
 * A deterministic reading of an event, English and Chinese. It proposes; the gates decide. Only a person's own words may
 * wish something of what is remembered. Times in the text are read against the event's own time, in `zone`.
 */
export function extractByRules(event: EventInput, observed: EpisodeEvent, zone: string): Extracted[] {
  const voice = voiceOf(event, observed.sourceType);
  if (voice === null) return [];
  const { content } = observed;
  if (typeof content !== "string")
    return voice === "outside" ? [] : readFactObjects(event, observed, RULE_EXTRACTOR);
  const sharedScope = !event.scope.startsWith("user:");
  const found = findStatements(content, voice, sharedScope).flatMap((reading): Extracted[] => {
    if (reading.kind === "wish")
      return PERSONS_WORD.has(observed.sourceType)
        ? [{ kind: "intent", intent: toIntent(event, observed, content, zone, reading.wish) }]
        : [];
    return toProposals(event, observed, content, zone, reading.finding);
  });
  return withOwnKeys(found);
}

/** Several values from one place are told apart by their order. */
function withOwnKeys(found: readonly Extracted[]): Extracted[] {
  const times = new Map<string, number>();
  const own = (key: string): string => {
    const count = (times.get(key) ?? 0) + 1;
    times.set(key, count);
    return count === 1 ? key : `${key}.${count}`;
  };
  return found.map((item) =>
    item.kind === "intent"
      ? { ...item, intent: { ...item.intent, key: own(item.intent.key) } }
      : { ...item, proposal: { ...item.proposal, key: own(item.proposal.key ?? "") } },
  );
}

function quoteOf(content: string, { start, end }: { start: number; end: number }): Quote {
  return { text: content.slice(start, end), start, end };
}

function speakerOf(event: EventInput): string {
  return event.subject ?? event.scope;
}

function subjectOf(event: EventInput, about: Finding["about"]): string {
  if (typeof about !== "string") return about.subject === event.scope ? event.scope : about.subject;
  return about === "speaker" ? speakerOf(event) : event.scope;
}

function keyOf(name: string, quote: Quote, ordinal: string): string {
  return `${RULE_EXTRACTOR}/${name}/${quote.start}-${quote.end}/${ordinal}`;
}

function toIntent(
  event: EventInput,
  observed: EpisodeEvent,
  content: string,
  zone: string,
  wish: Wish,
): Intent {
  const quote = quoteOf(content, wish.quote);
  return {
    key: keyOf(wish.verb, quote, wish.predicate ?? wish.reference),
    extractor: RULE_EXTRACTOR,
    verb: wish.verb,
    scope: event.scope,
    target: {
      reference: wish.reference,
      subject: wish.about === null ? null : subjectOf(event, wish.about),
      predicate: wish.predicate,
      value: wish.value,
      words: wish.words,
    },
    at: readEndTime(wish, { at: observed.occurredAt, zone }),
    quote,
    sourceType: observed.sourceType,
    sourceRef: event.source.ref ?? null,
    implied: wish.implied,
  };
}

/** What a value says without the words that only bind the sentence together. */
function statementOf(clause: Passage, content: string): string {
  return content
    .slice(clause.start, clause.end)
    .replace(/^(?:and|but|so|而且|并且|但是?)\s+/iu, "")
    .trim();
}

/** In a fact "today" says when it was told; it makes nobody's employer a matter of the moment. */
const WEAK_ONCE = new Set(["today", "right now", "for the moment", "今天", "临时", "暂时"]);

function toProposals(
  event: EventInput,
  observed: EpisodeEvent,
  content: string,
  zone: string,
  finding: Finding,
): Extracted[] {
  const quote = quoteOf(content, finding.quote);
  if (finding.episode) return [episodeOf(event, observed, finding, quote)];
  const told = { at: observed.occurredAt, zone };
  const times = readTimes(finding, told);
  if (times === null) return [];
  const subject = subjectOf(event, finding.about);
  const statement = statementOf(finding.clause, content);
  const candidate: Candidate = {
    scope: event.scope,
    subject,
    predicate: finding.predicate || UNNAMED,
    value: times.day ?? asWritten(finding, content),
    statement: times.day ? `${statement} (${times.day})` : statement,
    cardinality: finding.cardinality,
    source: {
      type: observed.sourceType,
      quote: quote.text,
      ...(event.source.ref ? { ref: event.source.ref } : {}),
    },
    ...(finding.temporal ? { temporal_scope: finding.temporal } : {}),
    ...(times.validFrom ? { valid_from: times.validFrom.toISOString() } : {}),
    ...(times.validTo ? { valid_to: times.validTo.toISOString() } : {}),
    ...(finding.sensitivity ? { sensitivity: finding.sensitivity } : {}),
  };
  const plain = classifyCandidate(candidate, observed.sourceType, RULE_EXTRACTOR, speakerOf(event));
  const ordinal = `${finding.predicate}.${subject === event.scope ? "scope" : "subject"}`;
  const proposal: Proposal = {
    ...plain,
    key: keyOf(finding.rule, quote, ordinal),
    quoteAt: { start: quote.start, end: quote.end },
    ...onceOf(plain, finding),
    ...(finding.conditionalRule && (plain.hedge === "if" || plain.hedge === "如果")
      ? { hedge: null, certainty: 1, assertion: "explicit" as const }
      : {}),
    writeReason: `extracted: ${finding.rule}`,
  };
  const found: Extracted[] = [{ kind: "proposal", proposal, corrects: finding.corrects }];
  if (finding.ends && proposal.hedge === null && PERSONS_WORD.has(observed.sourceType)) {
    const ended: Wish = {
      verb: "expire",
      reference: "named",
      about: finding.about,
      predicate: finding.ends.predicate,
      value: finding.ends.value,
      words: "",
      quote: finding.quote,
      clause: finding.clause,
      implied: true,
    };
    found.unshift({ kind: "intent", intent: toIntent(event, observed, content, zone, ended) });
  }
  return found;
}

/** The value in the content's own letters: the rules read a folded text in which quotations are blank. */
function asWritten(finding: Finding, content: string): string | string[] {
  const { clause, value } = finding;
  const one = (text: string): string => {
    const at = clause.text.indexOf(text);
    return at < 0 ? text : content.slice(clause.start + at, clause.start + at + text.length);
  };
  return typeof value === "string" ? one(value) : value.map(one);
}

function onceOf(plain: Proposal, finding: Finding): Pick<Proposal, "once" | "standing"> {
  if (finding.rule === "one_off") return { once: finding.once ?? plain.once ?? "once", standing: false };
  const weak = plain.once !== null && WEAK_ONCE.has(plain.once);
  const standing =
    finding.standing ||
    (plain.quote !== null && plain.once === null && findWord(plain.quote, "standing") !== null);
  return { once: weak ? null : plain.once, standing };
}

function episodeOf(event: EventInput, observed: EpisodeEvent, finding: Finding, quote: Quote): Extracted {
  const proposal = toEpisodeProposal(event, { ...observed, content: quote.text, episode: finding.episode });
  return {
    kind: "proposal",
    corrects: null,
    proposal: {
      ...proposal,
      extractor: RULE_EXTRACTOR,
      quote: quote.text,
      key: keyOf("episode", quote, "episode"),
      quoteAt: { start: quote.start, end: quote.end },
      writeReason: "extracted: episode",
    },
  };
}
