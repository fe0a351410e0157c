import { compile, languageOf, matches, matchesAny } from "@/lib/engine/extract/compile-language";
import type { Finding, Passage, Wish } from "@/lib/engine/extract/finding";
import type { Language } from "@/lib/engine/extract/languages/language";
import { listTechnology, readProjectFacts } from "@/lib/engine/extract/read-project-facts";
import { readStatements } from "@/lib/engine/extract/read-statements";
import { FACT_NAMES } from "@/lib/engine/extract/vocabulary";
import { readValue } from "@/lib/engine/extract/read-value";

/** What stands before the thing itself: "what I said about …". */
const LEAD =
  /^(?:what I (?:said|told you) about|everything (?:about|I (?:said|told you) about)|anything about|all (?:about|of)|the fact that|that|关于|有关)\s*/iu;

/** "Forget that", "forget my address", 把我的地址忘掉. */
export function readForgetting(sentence: Passage): Wish | null {
  const language = languageOf(sentence.text);
  const { forget } = language;
  if (matches(language, sentence.text, forget.not)) return null;
  const wish = (reference: Wish["reference"], words: string): Wish => ({
    verb: "delete",
    reference,
    about: null,
    predicate: null,
    value: null,
    words,
    quote: sentence,
    clause: sentence,
    implied: false,
  });
  if (matchesAny(language, sentence.text, forget.everything)) return wish("everything", "");
  if (matchesAny(language, sentence.text, forget.previous)) return wish("previous", "");
  for (const source of forget.named) {
    const about = compile(language, source).exec(sentence.text)?.groups?.about?.replace(LEAD, "").trim();
    if (!about) continue;
    const [fact] = stated({ start: sentence.start, end: sentence.end, text: about });
    if (fact)
      return { ...wish("named", about), about: fact.about, predicate: fact.predicate, value: fact.value };
    const called = FACT_NAMES.find(({ names }) => names.test(about));
    return { ...wish("named", about), predicate: called?.predicate ?? null };
  }
  return null;
}

/** "That was wrong.", and not a word of what: what was said or recalled last, when that is one thing. */
export function readDenial(sentence: Passage): Wish | null {
  const language = languageOf(sentence.text);
  if (!matches(language, sentence.text, language.denial)) return null;
  return {
    verb: "retract",
    reference: "previous",
    about: null,
    predicate: null,
    value: null,
    words: "",
    quote: { start: sentence.start, end: sentence.end },
    clause: sentence,
    implied: false,
  };
}

/** "I no longer work at X" ended; "I never lived in X" was not so. Both speak of a statement, and of which one. */
export function readEnding(clause: Passage): Wish[] {
  const language = languageOf(clause.text);
  const { text } = clause;
  for (const [verb, rewritings] of [
    ["retract", language.neverTrue],
    ["expire", language.ended],
  ] as const) {
    for (const { pattern, by } of rewritings) {
      if (!matches(language, text, pattern)) continue;
      const said = text
        .replace(compile(language, pattern), by)
        .replace(/\s*\b(?:anymore|any more|any longer)\b/i, "")
        .replace(/\bI\s+am\b/, "I am")
        .trim();
      return stated({ start: clause.start, end: clause.end, text: said }).map((finding) => ({
        verb,
        reference: "named" as const,
        about: finding.about,
        predicate: finding.predicate,
        value: finding.value,
        words: said,
        quote: clause,
        clause,
        implied: /used to|以前|曾经|过去|之前/.test(text),
      }));
    }
  }
  return readEndedVerb(language, clause);
}

function stated(clause: Passage): Finding[] {
  const facts = [...readStatements(clause, true), ...readProjectFacts(clause, false)];
  return facts.slice(0, 1);
}

function readEndedVerb(language: Language, clause: Passage): Wish[] {
  for (const { predicate, pattern } of language.endedVerbs) {
    const raw = compile(language, pattern).exec(clause.text)?.groups?.value;
    if (!raw) continue;
    const technology = predicate === "{technology}" ? listTechnology(language, raw)[0] : undefined;
    if (predicate === "{technology}" && !technology) continue;
    const value =
      technology?.name ?? readValue(language, raw, predicate === "employer" ? "proper" : "phrase");
    if (!value) continue;
    return [
      {
        verb: "expire",
        reference: "named",
        about: technology ? "scope" : "speaker",
        predicate: technology?.predicate ?? predicate,
        value,
        words: clause.text,
        quote: clause,
        clause,
        implied: false,
      },
    ];
  }
  return [];
}

/** "It's Thursday, not Friday": what was said before, and what holds instead. */
export function readNotBut(clause: Passage): { old: string; now: string } | null {
  const language = languageOf(clause.text);
  for (const source of language.notButs) {
    const groups = compile(language, source).exec(clause.text)?.groups;
    const old = groups?.old?.replace(/[\s.。!！]+$/u, "").trim();
    const now = groups?.new?.replace(/[\s.。!！]+$/u, "").trim();
    if (old && now) return { old, now };
  }
  return null;
}
