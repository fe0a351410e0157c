/** Where a quote stands in a text, and the whole sentence (or sentences) around it. Offsets are of UTF-16 units. */
export interface LocatedQuote {
  start: number;
  end: number;
  /** The sentences that the quote is taken from, as they stand. */
  sentence: string;
  sentenceStart: number;
}

/** Longer than this is no sentence: a table, a log. Then the quote stands for itself. */
const LONGEST_SENTENCE = 1_000;
const ENDS = /[。！？!?；\n]|[.;](?=\s|$)/u;

/**
 * Finds a quote word for word. A model leaves out "just this once" or "I don't think" before what it likes: who judges
 * a quote judges the sentence it was cut from.
 * @returns null when the text does not contain it
 */
export function locateQuote(text: string, quote: string): LocatedQuote | null {
  const wanted = quote.trim();
  if (wanted.length < 2) return null;
  const start = text.indexOf(wanted);
  if (start === -1) return null;
  const end = start + wanted.length;
  let from = start;
  while (from > 0 && start - from < LONGEST_SENTENCE && !endsBefore(text, from)) from--;
  let to = end;
  while (to < text.length && to - end < LONGEST_SENTENCE && !endsBefore(text, to)) to++;
  while (from < start && /\s/u.test(text.charAt(from))) from++;
  const sentence = text.slice(from, to).trimEnd();
  return sentence.length > LONGEST_SENTENCE
    ? { start, end, sentence: wanted, sentenceStart: start }
    : { start, end, sentence, sentenceStart: from };
}

/** Whether a sentence ends right before this place. */
function endsBefore(text: string, at: number): boolean {
  const before = text.charAt(at - 1);
  return ENDS.test(before === "." || before === ";" ? before + text.charAt(at) : before);
}
