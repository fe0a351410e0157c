import { stemWord } from "@/lib/engine/policy/stem-word";
import { CHINESE_STOP_WORDS, ENGLISH_STOP_WORDS } from "@/lib/engine/policy/stop-words";

/** Names what made a posting: rows of another analyser are rebuilt, never compared. */
export const ANALYSER = "keepsake-2";

/** A term at its place in the text, counted from 1. */
export interface Term {
  lexeme: string;
  position: number;
}

// Scripts that write without spaces between words (and Hangul, whose words carry endings).
const UNSPACED =
  "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}";
const CHUNK = new RegExp(
  `[${UNSPACED}]+|(?:(?![${UNSPACED}])[\\p{L}\\p{N}\\p{M}])+(?:[._\\-/@'’:+#&](?:(?![${UNSPACED}])[\\p{L}\\p{N}\\p{M}])+)*[+#]*`,
  "gu",
);
const STARTS_UNSPACED = new RegExp(`^[${UNSPACED}]`, "u");
const LETTERS_ONLY = /^\p{L}+$/u;
const HAS_DIGIT = /\p{N}/u;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the whole of ASCII is meant
const ASCII = /^[\x00-\x7f]*$/;
const LONGEST_LEXEME = 120;

const segmenter = new Intl.Segmenter("zh", { granularity: "word" });
/** The segmenter takes the square of a run's length; no sentence is as long as this. */
const LONGEST_RUN = 400;

/** The segmenter's words of a run without spaces. */
function listSegments(letters: readonly string[]): string[] {
  const segments: string[] = [];
  for (let from = 0; from < letters.length; from += LONGEST_RUN) {
    const run = letters.slice(from, from + LONGEST_RUN).join("");
    for (const { segment } of segmenter.segment(run)) segments.push(segment);
  }
  return segments;
}

/**
 * The terms of a text, in order: stemmed English words without stop words; numbers, versions, names and ids whole;
 * Chinese and its like as words and as pairs of characters (the segmenter splits names, pairs do not). Pure: the same
 * text gives the same terms on every machine with the same ICU.
 */
export function analyseText(text: string): Term[] {
  const terms: Term[] = [];
  let position = 0;
  const add = (lexeme: string) => {
    position += 1;
    if (lexeme !== "") terms.push({ lexeme: lexeme.slice(0, LONGEST_LEXEME), position });
  };
  for (const [chunk] of text.normalize("NFKC").toLowerCase().matchAll(CHUNK)) {
    if (STARTS_UNSPACED.test(chunk)) addUnspaced(chunk, add);
    else addSpaced(chunk, add);
  }
  return terms;
}

/** The distinct lexemes of a text, in order of first appearance. */
export function listLexemes(text: string): string[] {
  return [...new Set(analyseText(text).map((term) => term.lexeme))];
}

/** The words of a text as written (lower case, no stop words), for comparing with keys that are not stemmed. */
export function listPlainWords(text: string): string[] {
  const words = new Set<string>();
  for (const [chunk] of text.normalize("NFKC").toLowerCase().matchAll(CHUNK)) {
    if (STARTS_UNSPACED.test(chunk)) {
      for (const segment of listSegments([...chunk]))
        if (!CHINESE_STOP_WORDS.has(segment)) words.add(segment);
      continue;
    }
    words.add(chunk);
    for (const part of chunk.split(/[^\p{L}\p{N}]+/u))
      if (part !== "" && !ENGLISH_STOP_WORDS.has(part)) words.add(part);
  }
  return [...words].filter((word) => !ENGLISH_STOP_WORDS.has(word));
}

/** What became of words seen before: the same few thousand come again and again, and each takes a dozen of tests. */
const known = new Map<string, readonly string[]>();
const MOST_KNOWN = 20_000;
const LONGEST_KNOWN = 24;

function addSpaced(chunk: string, add: (lexeme: string) => void): void {
  let lexemes = known.get(chunk);
  if (lexemes === undefined) {
    const made: string[] = [];
    readSpaced(chunk, (lexeme) => made.push(lexeme));
    lexemes = made;
    if (known.size >= MOST_KNOWN) known.clear();
    if (chunk.length <= LONGEST_KNOWN) known.set(chunk, lexemes);
  }
  for (const lexeme of lexemes) add(lexeme);
}

function readSpaced(chunk: string, add: (lexeme: string) => void): void {
  const bare = chunk.replace(/['’]s$/u, "").replace(/['’]/gu, "");
  if (LETTERS_ONLY.test(bare)) {
    // "don't", "I'd": function words in all their parts.
    const empty = chunk.split(/['’]/u).every((part) => ENGLISH_STOP_WORDS.has(part));
    add(empty || ENGLISH_STOP_WORDS.has(bare) ? "" : fold(stemWord(bare)));
    return;
  }
  // 3.14, v1.2.3, user_id, foo-bar, a@b.c: whole, so that a version or a name is found as such …
  add(fold(bare));
  const parts = bare.split(/[^\p{L}\p{N}\p{M}]+/u).filter((part) => part !== "");
  if (parts.length < 2) return;
  // … and, unless it is a number, by its words.
  if (parts.every((part) => HAS_DIGIT.test(part))) return;
  for (const part of parts) {
    if (!ENGLISH_STOP_WORDS.has(part)) add(fold(LETTERS_ONLY.test(part) ? stemWord(part) : part));
  }
}

function addUnspaced(run: string, add: (lexeme: string) => void): void {
  const letters = [...run];
  if (letters.length === 1) {
    add(CHINESE_STOP_WORDS.has(run) ? "" : run);
    return;
  }
  for (const segment of listSegments(letters)) {
    const length = [...segment].length;
    // A word of two characters is one of the pairs below.
    if (length !== 2 && !CHINESE_STOP_WORDS.has(segment)) add(segment);
  }
  for (let i = 0; i + 1 < letters.length; i++) {
    const pair = `${letters[i]}${letters[i + 1]}`;
    if (!CHINESE_STOP_WORDS.has(pair)) add(pair);
  }
}

/** Without accents: "café" and "cafe" are one word. */
function fold(word: string): string {
  if (ASCII.test(word)) return word;
  return word.normalize("NFD").replace(/\p{M}/gu, "").normalize("NFC");
}
