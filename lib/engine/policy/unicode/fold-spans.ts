/** A text as detectors read it, and the way back to where each part stands in the text as it was written. */
export interface FoldedText {
  text: string;
  /** The range of the written text that a range of the folded one stands for. */
  toOriginal(start: number, end: number): [number, number];
}

/** What shows nothing and splits words: format characters, fillers, tags, variation selectors. */
const HIDDEN = /\p{Cf}|\p{Variation_Selector}|\u034f|[\u115f\u1160\u3164\uffa0]/u;
const CHINESE_DIGITS = "〇一二三四五六七八九";
const OTHER_DIGITS: Readonly<Record<string, string>> = { 零: "0", 幺: "1", "○": "0" };

function toDigit(char: string): string | null {
  const at = CHINESE_DIGITS.indexOf(char);
  return at >= 0 ? String(at) : (OTHER_DIGITS[char] ?? null);
}

/** Runs of Chinese numerals long enough to be a number that is read out digit by digit. */
const NUMERAL_RUN = /[〇○零幺一二三四五六七八九](?:[ -]?[〇○零幺一二三四五六七八九]){6,}/gu;

// biome-ignore lint/suspicious/noControlCharactersInRegex: the whole of ASCII is meant
const ASCII = /^[\x00-\x7f]*$/;

/**
 * NFKC, hidden characters out, Chinese numerals of a spelled-out number as digits: full width, zero width and 一三八 are
 * no way around a detector. Letters keep their case.
 */
export function foldSpans(written: string): FoldedText {
  if (ASCII.test(written)) return { text: written, toOriginal: (start, end) => [start, end] };
  const parts: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  let at = 0;
  for (const char of written) {
    const next = at + char.length;
    if (!HIDDEN.test(char)) {
      const folded = char < "\u0080" ? char : char.normalize("NFKC");
      for (let i = 0; i < folded.length; i++) {
        starts.push(at);
        ends.push(next);
      }
      parts.push(folded);
    }
    at = next;
  }
  const text = parts
    .join("")
    .replace(NUMERAL_RUN, (run) => [...run].map((char) => toDigit(char) ?? char).join(""));
  return {
    text,
    toOriginal: (start, end) => [starts[start] ?? written.length, end > start ? (ends[end - 1] ?? at) : at],
  };
}
