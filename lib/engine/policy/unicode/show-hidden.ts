/**
 * Characters that show nothing or turn the order of reading, where no script needs them: zero width and fillers, bidi
 * overrides, tags outside flags, joiners after letters that never join. What a reader cannot see must not steer anyone.
 */
const HIDDEN = new RegExp(
  [
    "[\\u200b\\u2060-\\u2064\\u00ad\\u180e\\u115f\\u1160\\u3164\\uffa0\\ufff9-\\ufffb]",
    "[\\u202a-\\u202e\\u2066-\\u2069]",
    "(?<=.)\\ufeff",
    "(?<=[\\p{Script=Latin}\\p{Script=Han}\\p{Script=Cyrillic}\\p{Script=Greek}\\p{N}\\p{P}\\s])[\\u200c\\u200d]",
    "(?<![\\u{1f3f4}\\u{e0020}-\\u{e007f}])[\\u{e0000}-\\u{e007f}]+",
    "[\\u{e0100}-\\u{e01ef}]",
  ].join("|"),
  "gsu",
);
/** Marks of direction are ordinary beside letters written from right to left, and nowhere else. */
const DIRECTION_MARKS = /[\u200e\u200f\u061c]/gu;
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

const nameOf = (text: string) =>
  [...text].map((char) => `⟦U+${char.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0")}⟧`).join("");

/** The text with what cannot be seen written out, as ⟦U+200B⟧. What is stored keeps the characters themselves. */
export function showHidden(text: string): string {
  const shown = text.replace(HIDDEN, nameOf);
  return RIGHT_TO_LEFT.test(text) ? shown : shown.replace(DIRECTION_MARKS, nameOf);
}

export function hasHidden(text: string): boolean {
  return showHidden(text) !== text || hasMixedWord(text);
}

/** A word of Latin letters with look-alikes of another alphabet among them. */
function hasMixedWord(text: string): boolean {
  return /(?=[\p{L}]*\p{Script=Latin})(?<!\p{L})\p{L}*[\u0391-\u03c9\u0400-\u04ff]\p{L}*/u.test(text)
    ? [...text.matchAll(/\p{L}+/gu)].some(
        ([word]) => /\p{Script=Latin}{2}/u.test(word) && LOOK_ALIKE.test(word),
      )
    : false;
}

const LOOK_ALIKES: Readonly<Record<string, string>> = {
  а: "a",
  в: "b",
  с: "c",
  ԁ: "d",
  е: "e",
  һ: "h",
  і: "i",
  ї: "i",
  ј: "j",
  к: "k",
  м: "m",
  н: "h",
  о: "o",
  р: "p",
  ԛ: "q",
  ѕ: "s",
  т: "t",
  у: "y",
  ѵ: "v",
  ԝ: "w",
  х: "x",
  ѡ: "w",
  ӏ: "l",
  ү: "y",
  г: "r",
  А: "a",
  В: "b",
  С: "c",
  Е: "e",
  Н: "h",
  І: "i",
  Ј: "j",
  К: "k",
  М: "m",
  О: "o",
  Р: "p",
  Ѕ: "s",
  Т: "t",
  У: "y",
  Х: "x",
  α: "a",
  β: "b",
  ϲ: "c",
  ε: "e",
  ι: "i",
  κ: "k",
  ν: "v",
  ο: "o",
  ρ: "p",
  τ: "t",
  υ: "u",
  χ: "x",
  γ: "y",
  η: "n",
  Α: "a",
  Β: "b",
  Ε: "e",
  Ζ: "z",
  Η: "h",
  Ι: "i",
  Κ: "k",
  Μ: "m",
  Ν: "n",
  Ο: "o",
  Ρ: "p",
  Τ: "t",
  Υ: "y",
  Χ: "x",
  ı: "i",
  ɡ: "g",
  ɑ: "a",
  ɩ: "i",
  ʏ: "y",
  ᴏ: "o",
  ᴀ: "a",
  ꜱ: "s",
};
const LOOK_ALIKE = new RegExp(`[${Object.keys(LOOK_ALIKES).join("")}]`, "u");
const WORD_OF_LOOK_ALIKES = new RegExp(`(?:[a-zA-Z]|[${Object.keys(LOOK_ALIKES).join("")}])+`, "gu");

/**
 * For comparing with Latin words only: letters of other alphabets that look like them, in words that hold nothing else.
 * A word of Russian or Greek keeps its letters as soon as one of them has no Latin double.
 */
export function foldLookAlikes(text: string): string {
  if (!LOOK_ALIKE.test(text)) return text;
  return text.replace(WORD_OF_LOOK_ALIKES, (word, at: number) => {
    const whole = !/\p{L}/u.test(text[at - 1] ?? "") && !/\p{L}/u.test(text[at + word.length] ?? "");
    return whole ? [...word].map((char) => LOOK_ALIKES[char] ?? char).join("") : word;
  });
}
