import { diffArrays } from "diff";

export interface DiffPart {
  kind: "same" | "added" | "removed";
  text: string;
}

/** Cuts a text into words the way its language does: Chinese has no spaces to cut at. */
export function splitWords(text: string, locale: string): string[] {
  const segmenter = new Intl.Segmenter(/\p{Script=Han}/u.test(text) ? "zh" : locale, { granularity: "word" });
  return Array.from(segmenter.segment(text), (part) => part.segment);
}

/** Word by word, what became what. Joined back, `same` + `removed` is the old text and `same` + `added` the new one. */
export function diffWords(before: string, after: string, locale: string): DiffPart[] {
  return diffArrays(splitWords(before, locale), splitWords(after, locale)).map((change) => ({
    kind: change.added ? "added" : change.removed ? "removed" : "same",
    text: change.value.join(""),
  }));
}
