import { analyseText } from "@/lib/engine/policy/analyse-text";
import { namesKindOf, writePlainly } from "@/lib/engine/policy/meaning-words";
import { normaliseValue } from "@/lib/engine/policy/normalise-value";

/** What is said of one subject in one scope. */
export interface Said {
  subject: string;
  predicate: string;
  value: unknown;
  statement: string;
}

export type Closeness =
  /** The same thing said in other words: one more source for it. */
  | { kind: "same"; score: number }
  /** Close enough to ask a person, never to merge. */
  | { kind: "possible"; score: number; code: "close_words" | "same_value" | "opposite" }
  | { kind: "apart" };

const APART: Closeness = { kind: "apart" };

interface Meaning {
  words: string[];
  set: ReadonlySet<string>;
  numbers: string;
  denied: boolean;
  value: string;
  key: ReadonlySet<string>;
  keyDenied: boolean;
}

/**
 * How close two statements about one subject are. Pure. The same only when the values are equal and the keys or the
 * sentences say the same; where each side has a word the other lacks ("concise code", "concise replies") they are
 * different things, however many they share; other numbers are other facts; a denial is the opposite, not the same.
 * @param margin least share of common words for a question
 */
export function compareMeaning(a: Said, b: Said, margin: number): Closeness {
  const [one, other] = [read(a), read(b)];
  if (one.numbers !== other.numbers) return APART;
  const same = one.words.join(" ") === other.words.join(" ") && one.words.length > 0;
  const sameValue = one.value === other.value;
  const sameKey = isSameKey(one.key, other.key, a.value);
  if (one.denied !== other.denied || one.keyDenied !== other.keyDenied) {
    const opposed = same || (sameValue && sameKey);
    return opposed ? { kind: "possible", score: 1, code: "opposite" } : APART;
  }
  if (sameValue && (sameKey || (same && speaksOfKeys(one, other)))) return { kind: "same", score: 1 };
  const common = [...one.set].filter((word) => other.set.has(word)).length;
  const score = common / Math.max(1, one.set.size + other.set.size - common);
  const substituted = common < one.set.size && common < other.set.size;
  if (substituted || score < margin || common < 2) return APART;
  return { kind: "possible", score, code: sameValue ? "same_value" : "close_words" };
}

/** The numbers of a sentence, its subject's own aside: where they differ, two things are meant. */
export function listNumbers(said: Pick<Said, "subject" | "statement">): string {
  return numbersOf(wordsOf(said).words);
}

function numbersOf(words: readonly string[]): string {
  return words
    .filter((word) => /\p{N}/u.test(word))
    .sort()
    .join(" ");
}

function wordsOf(said: Pick<Said, "subject" | "statement">): { words: string[]; denied: boolean } {
  const subject = new Set(lexemes(said.subject.replace(/^[a-z]+:/u, "")));
  const plain = writePlainly(said.statement);
  return { words: lexemes(plain.text).filter((word) => !subject.has(word)), denied: plain.denied };
}

function read(said: Said): Meaning {
  const { words, denied } = wordsOf(said);
  const key = writePlainly(said.predicate.replace(/[_.\-/]+/gu, " "));
  return {
    words,
    set: new Set(words),
    numbers: numbersOf(words),
    denied,
    value: normaliseValue(said.value, said.predicate),
    key: new Set(
      key.text
        .toLowerCase()
        .split(/\s+/u)
        .filter((word) => word !== ""),
    ),
    keyDenied: key.denied,
  };
}

/** Whether the sentence itself says what the two keys say differently: "Enabled." does not say what is enabled. */
function speaksOfKeys(one: Meaning, other: Meaning): boolean {
  const differing = [
    ...[...one.key].filter((word) => !other.key.has(word)),
    ...[...other.key].filter((word) => !one.key.has(word)),
  ];
  return differing.every((word) => lexemes(word).every((lexeme) => one.set.has(lexeme)));
}

function lexemes(text: string): string[] {
  return analyseText(text).map((term) => term.lexeme);
}

function isSameKey(one: ReadonlySet<string>, other: ReadonlySet<string>, value: unknown): boolean {
  const bare = (key: ReadonlySet<string>) => [...key].filter((word) => !namesKindOf(word, value)).sort();
  const [a, b] = [bare(one), bare(other)];
  return a.length > 0 && a.join(" ") === b.join(" ");
}
