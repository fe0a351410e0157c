import { foldForMatching } from "@/lib/engine/policy/deciding-words";

interface FoldedWord {
  wanted: string;
  /** Chinese has no spaces between words. */
  anywhere: boolean;
}

const foldedLists = new WeakMap<readonly string[], FoldedWord[]>();

/** A policy's list of words is looked for in every text that comes while it is in force. */
function foldAll(words: readonly string[]): FoldedWord[] {
  const known = foldedLists.get(words);
  if (known) return known;
  const folded = words
    .map((word) => foldForMatching(word).trim())
    .filter((wanted) => wanted !== "")
    .map((wanted) => ({ wanted, anywhere: /\p{Script=Han}/u.test(wanted) }));
  foldedLists.set(words, folded);
  return folded;
}

/** Whether a text speaks of one of these words: whole words where there are spaces, anywhere in Chinese. */
export function mentionsAny(text: string, words: readonly string[]): boolean {
  const folded = foldForMatching(text.replace(/[_./-]+/g, " "));
  return foldAll(words).some(({ wanted, anywhere }) => {
    if (anywhere) return folded.includes(wanted);
    let at = folded.indexOf(wanted);
    while (at >= 0) {
      const after = folded[at + wanted.length] ?? "";
      const plural = after === "s" ? (folded[at + wanted.length + 1] ?? "") : after;
      if (!/[\p{L}\p{N}]/u.test(folded[at - 1] ?? "") && !/[\p{L}\p{N}]/u.test(plural)) return true;
      at = folded.indexOf(wanted, at + 1);
    }
    return false;
  });
}

/** The topics a candidate touches: those its words show, and the one it names itself. */
export function readTopics(
  texts: readonly (string | null)[],
  named: string | null,
  lexicon: Record<string, readonly string[]>,
): string[] {
  // A topic that is named in other words ("健康" for health) is that topic.
  const text = [...texts, named].filter((one) => one !== null).join("\n");
  const own = named === null ? [] : [foldForMatching(named).trim()];
  const shown = Object.entries(lexicon).filter(([, words]) => mentionsAny(text, words));
  return [...new Set([...own, ...shown.map(([name]) => name)])];
}
