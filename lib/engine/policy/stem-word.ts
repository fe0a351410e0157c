import { stemmer } from "@orama/stemmers/english";

/** Where Porter's first stemmer goes wrong and its second has a list; the list of the second. */
const EXCEPTIONS = new Map<string, string>([
  ["skis", "ski"],
  ["skies", "sky"],
  ["dying", "die"],
  ["lying", "lie"],
  ["tying", "tie"],
  ["idly", "idl"],
  ["gently", "gentl"],
  ["ugly", "ugli"],
  ["early", "earli"],
  ["only", "onli"],
  ["singly", "singl"],
]);
const INVARIANT: ReadonlySet<string> = new Set([
  "sky",
  "news",
  "howe",
  "atlas",
  "cosmos",
  "bias",
  "andes",
  "inning",
  "outing",
  "canning",
  "herring",
  "earring",
  "proceed",
  "exceed",
  "succeed",
]);

/** The stem of one lower-case English word. Words of other Latin languages come out unharmed or slightly shortened. */
export function stemWord(word: string): string {
  if (word.length < 3 || INVARIANT.has(word)) return word;
  return EXCEPTIONS.get(word) ?? stemmer(word);
}
