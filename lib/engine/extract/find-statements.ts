import { compile, languageOf, matches, matchesAny } from "@/lib/engine/extract/compile-language";
import type { Finding, Passage, Reading, Span, Wish } from "@/lib/engine/extract/finding";
import { keepOwnVoice } from "@/lib/engine/extract/keep-own-voice";
import { newFinding } from "@/lib/engine/extract/new-finding";
import { readIncident } from "@/lib/engine/extract/read-incident";
import { readProjectFacts } from "@/lib/engine/extract/read-project-facts";
import { readRule } from "@/lib/engine/extract/read-rules";
import { blankTimes } from "@/lib/engine/extract/read-times";
import { readStatements } from "@/lib/engine/extract/read-statements";
import { readDenial, readEnding, readForgetting, readNotBut } from "@/lib/engine/extract/read-wishes";
import { blankForeignWords, splitClauses, splitSentences } from "@/lib/engine/extract/split-text";
import { findWord, foldForMatching } from "@/lib/engine/policy/deciding-words";

/** Whose words a text is: a person's, what a tool or a system says, or a text from outside. */
export type Voice = "person" | "record" | "outside";

/** How many orders of one outside text are put before an operator: enough to see what was tried. */
const MOST_ORDERS = 3;

/**
 * What a text states and wishes. Questions, conditions, other people's words and jokes state nothing. Deterministic:
 * the same text gives the same readings in the same order.
 */
export function findStatements(content: string, voice: Voice, sharedScope: boolean): Reading[] {
  const text = blankForeignWords(content);
  const all = splitSentences(text);
  if (voice === "outside") return readOutside(all);
  const sentences = voice === "person" ? keepOwnVoice(text, all) : all;
  const readings: Reading[] = [];
  const incident = readIncident(sentences.filter((sentence) => !statesNothing(sentence)));
  if (incident && voice === "record") return [{ kind: "finding", finding: incident }];
  for (const [at, sentence] of sentences.entries()) {
    const next = sentences[at + 1];
    if (next && matchesAny(languageOf(next.text), next.text, languageOf(next.text).takenBack)) continue;
    if (incident && sentence.start >= incident.clause.start && sentence.end <= incident.clause.end) continue;
    if (voice === "record") {
      if (!statesNothing(sentence))
        readings.push(...asFindings(sentence, factsOf(sentence, sharedScope, voice)));
      continue;
    }
    readings.push(...readSentence(sentence, sentences[at - 1], sharedScope));
    // What the next sentence puts right is not withdrawn besides.
    const denied = readDenial(sentence);
    if (denied && !(next && readSentence(next, sentence, sharedScope).length > 0))
      readings.push({ kind: "wish", wish: denied });
  }
  if (incident) readings.push({ kind: "finding", finding: incident });
  return withoutRepeats(readings);
}

function statesNothing({ text }: Passage): boolean {
  const language = languageOf(text);
  return (
    matchesAny(language, text, language.question) ||
    matchesAny(language, text, language.hypothetical) ||
    matchesAny(language, text, language.sarcasm)
  );
}

/** The sentence without "could you" in front, when it is a wish in a question's clothes. */
function withoutPoliteness(sentence: Passage): Passage {
  const language = languageOf(sentence.text);
  for (const source of language.politeRequest) {
    const match = compile(language, source).exec(sentence.text);
    if (!match) continue;
    const cut = match[0].length;
    return {
      start: sentence.start + cut,
      end: sentence.end,
      text: sentence.text.slice(cut).replace(/[?？]\s*$/u, "."),
    };
  }
  return sentence;
}

function readSentence(given: Passage, before: Passage | undefined, sharedScope: boolean): Reading[] {
  const sentence = withoutPoliteness(given);
  const language = languageOf(sentence.text);
  if (matchesAny(language, sentence.text, language.question)) return [];
  if (matchesAny(language, sentence.text, language.sarcasm)) return [];
  const hypothetical = matchesAny(language, sentence.text, language.hypothetical);
  const forgetting = hypothetical ? null : readForgetting(sentence);
  if (forgetting) return [{ kind: "wish", wish: { ...forgetting, quote: span(given) } }];
  const rule = readRule(sentence, sharedScope);
  if (hypothetical) return rule?.rule === "standing_rule" ? asFindings(sentence, [rule]) : [];
  const reported = matchesAny(language, sentence.text, language.reported);
  const wishes = reported ? [] : endingsOf(sentence);
  if (rule?.rule === "one_off") return asFindings(sentence, [rule]);
  const { inner, asked } = rememberedPart(sentence);
  const facts = factsOf(inner, sharedScope, "person").filter(
    (fact) => !wishes.some(({ quote }) => fact.clause.start < quote.end && fact.clause.end > quote.start),
  );
  if (facts.length === 0 && wishes.length === 0) {
    if (rule && !reported) return asFindings(sentence, [rule]);
    if (asked && !reported) return asFindings(sentence, [note(inner)]);
  }
  const corrected = correctedBy(sentence, before, facts);
  const said = asFindings(sentence, corrected);
  return [...wishes.map((wish): Reading => ({ kind: "wish", wish })), ...said];
}

function endingsOf(sentence: Passage): Wish[] {
  return splitClauses(sentence).flatMap((clause) =>
    findWord(clause.text, "hedge") === null ? readEnding(clause) : [],
  );
}

/** What is said after "remember that". */
function rememberedPart(sentence: Passage): { inner: Passage; asked: boolean } {
  const language = languageOf(sentence.text);
  for (const source of language.remember) {
    const at = compile(language, source).exec(sentence.text)?.indices?.groups?.rest;
    if (!at) continue;
    const text = sentence.text.slice(at[0], at[1]);
    return { inner: { start: sentence.start + at[0], end: sentence.start + at[1], text }, asked: true };
  }
  return { inner: sentence, asked: false };
}

function note(inner: Passage): Finding {
  return newFinding({
    rule: "note",
    clause: inner,
    predicate: "note",
    value: inner.text.replace(/[\s.。!！]+$/u, ""),
    cardinality: "many",
    about: "speaker",
    standing: true,
  });
}

/** The facts of each clause that is its speaker's own. */
function factsOf(sentence: Passage, sharedScope: boolean, voice: Voice): Finding[] {
  let others = false;
  let carried = false;
  return splitClauses(sentence).flatMap((own) => {
    const language = languageOf(own.text);
    const clause = carried && matches(language, own.text, language.carried) ? withSpeaker(own) : own;
    if (language.tag === "zh")
      carried = /^[^，]{0,4}我(?!们)/u.test(clause.text) || (carried && clause !== own);
    // What follows "he said" is his until somebody speaks of himself again.
    others = matchesAny(language, clause.text, language.reported) || (others && language.tag === "zh");
    if (others) return [];
    const facts = alsoWithoutTimes(clause, (passage) => readProjectFacts(passage, false));
    const people =
      voice === "person" ? alsoWithoutTimes(clause, (passage) => readStatements(passage, sharedScope)) : [];
    const technical = facts.length > 0;
    const found = [...facts, ...people.filter((finding) => !(technical && finding.predicate === "decision"))];
    const decided = technical && people.some(({ rule }) => rule === "decision");
    return found.map((fact) => ({
      ...fact,
      rule: decided && facts.includes(fact) ? "decision" : fact.rule,
      clause: own,
      quote: span(own),
    }));
  });
}

/** 我住在上海，在华为工作: the second clause is the speaker's too. */
function withSpeaker(clause: Passage): Passage {
  return { ...clause, text: `我${clause.text}` };
}

/** Chinese puts a time between subject and verb; with it blanked the sentence reads like any other. */
function alsoWithoutTimes(clause: Passage, read: (passage: Passage) => Finding[]): Finding[] {
  const found = read(clause);
  if (languageOf(clause.text).tag !== "zh") return found;
  const blanked = blankTimes(clause.text);
  if (blanked === clause.text) return found;
  const more = read({ ...clause, text: blanked });
  return [...found, ...more.filter((one) => !found.some((other) => other.predicate === one.predicate))];
}

/** Facts said to put an earlier saying right, or a bare "X, not Y". */
function correctedBy(sentence: Passage, before: Passage | undefined, facts: Finding[]): Finding[] {
  const language = languageOf(sentence.text);
  const marked =
    matches(language, sentence.text, language.correction) ||
    (before !== undefined &&
      before.text.length <= 60 &&
      matches(languageOf(before.text), before.text, languageOf(before.text).correction));
  if (!marked) return facts;
  const notBut = readNotBut(sentence);
  if (facts.length > 0)
    return facts.map((fact) =>
      fact.cardinality === "one" ? { ...fact, corrects: { old: notBut?.old ?? null } } : fact,
    );
  if (!notBut) return [];
  return [
    newFinding({
      rule: "note",
      clause: sentence,
      predicate: "",
      value: notBut.now,
      cardinality: "one",
      about: "speaker",
      corrects: { old: notBut.old },
    }),
  ];
}

const span = ({ start, end }: Span): Span => ({ start, end });

/** One thing said: the sentence is its quote. Several: each has its clause, which must make sense alone. */
function asFindings(sentence: Passage, findings: Finding[]): Reading[] {
  const clauses = new Set(findings.map((finding) => finding.clause.start));
  return findings.map((finding) => {
    const own = clauses.size > 1;
    const quote =
      finding.rule === "episode" ? span(finding.clause) : own ? span(finding.clause) : span(sentence);
    return { kind: "finding", finding: { ...finding, quote, clause: own ? finding.clause : sentence } };
  });
}

function withoutRepeats(readings: Reading[]): Reading[] {
  const seen = new Set<string>();
  return readings.filter((reading) => {
    if (reading.kind === "wish") return true;
    const { finding } = reading;
    const about = typeof finding.about === "string" ? finding.about : finding.about.subject;
    const key = `${about}|${finding.predicate}|${foldForMatching(String(finding.value))}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

function orderOf(sentence: Passage): Finding {
  const rule = readRule(sentence, true);
  if (rule?.rule === "standing_rule") return rule;
  return newFinding({
    rule: "standing_rule",
    clause: sentence,
    predicate: "standing_rule",
    value: sentence.text,
    cardinality: "many",
    about: "scope",
    standing: true,
    temporal: "preference",
  });
}

/** From outside only what is said of something named; and orders, so that somebody sees that they were tried. */
function readOutside(sentences: readonly Passage[]): Reading[] {
  const readings: Reading[] = [];
  let orders = 0;
  for (const sentence of sentences) {
    if (findWord(sentence.text, "instruction") !== null) {
      if (orders++ < MOST_ORDERS) readings.push(...asFindings(sentence, [orderOf(sentence)]));
      continue;
    }
    if (statesNothing(sentence)) continue;
    for (const clause of splitClauses(sentence)) {
      const facts = readProjectFacts(clause, true).filter((fact) => typeof fact.about === "object");
      readings.push(...asFindings(sentence, facts));
    }
  }
  return withoutRepeats(readings);
}
