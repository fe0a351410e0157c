import { foldName, subjectKey } from "@/lib/engine/policy/fold-name";

/** A name of more words is not looked for in running text. */
const MOST_WORDS = 4;
/** In writing without spaces, by characters. */
const CHARACTERS = { least: 2, most: 6 };
const UNSPACED = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+/gu;
const MOST_KEYS = 1_000;

/** Keys under which an alias would stand for somebody whom this text, or one of these entities, names. Pure. */
export function listNameKeys(text: string, entities: readonly string[]): string[] {
  const keys = new Set(entities.map(subjectKey));
  // "Bob's desk" names Bob, and "Bob's" may be a place.
  const plain = text.replace(/['’]s(?![\p{L}\p{N}])/giu, "");
  for (const variant of plain === text ? [text] : [plain, text]) collectKeys(variant, keys);
  return [...keys].slice(0, MOST_KEYS);
}

function collectKeys(text: string, keys: Set<string>): void {
  const folded = foldName(text);
  const words = folded.split(" ").filter((word) => word !== "");
  for (let length = 1; length <= MOST_WORDS; length++) {
    for (let at = 0; at + length <= words.length && keys.size < MOST_KEYS; at++) {
      keys.add(subjectKey(words.slice(at, at + length).join(" ")));
    }
  }
  for (const [run] of folded.matchAll(UNSPACED)) {
    const characters = [...run];
    for (let length = CHARACTERS.least; length <= CHARACTERS.most; length++) {
      for (let at = 0; at + length <= characters.length && keys.size < MOST_KEYS; at++) {
        keys.add(subjectKey(characters.slice(at, at + length).join("")));
      }
    }
  }
}
