import { languageOf, matches, matchesAny } from "@/lib/engine/extract/compile-language";
import type { Finding, Passage } from "@/lib/engine/extract/finding";
import { newFinding } from "@/lib/engine/extract/new-finding";
import { RULE_OBJECTS, RULE_TOPICS } from "@/lib/engine/extract/vocabulary";
import { findWord } from "@/lib/engine/policy/deciding-words";

/** The fact a rule is a version of, so that a later rule about the same thing replaces it. Null: a rule of its own. */
export function ruleTopic(text: string): string | null {
  const topic = RULE_TOPICS.find((entry) => entry.words.test(text));
  if (!topic) return null;
  const object = topic.byObject ? RULE_OBJECTS.find((entry) => entry.words.test(text))?.object : undefined;
  return object ? `${object}_${topic.topic}_rule` : `${topic.topic}_rule`;
}

/** An order that outlives the moment, an order for the moment, or neither. */
export function readRule(sentence: Passage, sharedScope: boolean): Finding | null {
  const { text } = sentence;
  const language = languageOf(text);
  const topic = ruleTopic(text);
  const base = {
    clause: sentence,
    predicate: topic ?? "standing_rule",
    value: text,
    cardinality: topic ? "one" : "many",
    about: "scope",
  } as const;
  const only = findWord(text, "onlyOnce");
  const once = only ?? findWord(text, "once");
  const stopping = matches(language, text, language.stopping);
  const standing =
    stopping || findWord(text, "standing") !== null || matches(language, text, language.ruleOpener);
  const orders = matches(language, text, language.directive);
  if (only && (orders || topic !== null)) return newFinding({ ...base, rule: "one_off", once: only });
  // "Today, always…" is for today: only what says from when on outlives the day.
  if (orders && matches(language, text, language.forToday))
    return newFinding({ ...base, rule: "one_off", once: once ?? "today" });
  if (standing && !only && (stopping || isRule(text, sharedScope))) {
    return newFinding({
      ...base,
      rule: "standing_rule",
      standing: true,
      temporal: "preference",
      conditionalRule: matchesAny(language, text, language.hypothetical),
    });
  }
  if (matches(language, text, language.until) && orders && !matches(language, text, language.notARule)) {
    return newFinding({ ...base, rule: "bounded_rule", temporal: "temporary", needsTime: "until" });
  }
  if (once && topic && !standing && matches(language, text, language.request))
    return newFinding({ ...base, rule: "one_off", once });
  return null;
}

const PERSONAL = /\b(?:I|me|my|he|she|they|they're|it's|you're)\b|[我他她]/i;
const BINDS =
  /^\W*(?:please )?(?:always|never)\b|\b(?:must|should|shall|has to|have to|I (?:want|would like|expect|need) you)\b|必须|不得|禁止|一律|统一|不要再|别再|请/i;

/** Begins like what somebody tells of how things go, not of how they shall. */
const TOLD = /^(?:总是|永远|每次)/u;

function isRule(text: string, sharedScope: boolean): boolean {
  const language = languageOf(text);
  if (matches(language, text, language.notARule)) return false;
  const opens = matches(language, text, language.ruleOpener);
  const orders = matches(language, text, language.directive);
  // "It's always nice to talk to you" orders nothing: without an opening word, a rule speaks of no person and of no mood.
  if (orders && (opens || BINDS.test(text) || (sharedScope && !PERSONAL.test(text) && !TOLD.test(text))))
    return true;
  // "From now on, 1,500-word overviews": no verb, and a rule all the same when it says what about.
  return opens && sharedScope && ruleTopic(text) !== null;
}
