const SCRIPTS: readonly (readonly [RegExp, string])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/gu, "ja"],
  [/\p{Script=Hangul}/gu, "ko"],
  [/\p{Script=Han}/gu, "zh"],
  [/\p{Script=Cyrillic}/gu, "ru"],
  [/\p{Script=Arabic}/gu, "ar"],
  [/\p{Script=Thai}/gu, "th"],
  [/\p{Script=Devanagari}/gu, "hi"],
  [/\p{Script=Hebrew}/gu, "he"],
  [/\p{Script=Greek}/gu, "el"],
];

/**
 * The language of a text by its script, as a BCP 47 primary tag; Latin text counts as English. Enough to know whether
 * an embedder covers it: one non-Latin letter weighs as much as three Latin ones.
 */
export function detectLanguage(text: string): string {
  const latin = (text.match(/\p{Script=Latin}/gu) ?? []).length;
  for (const [pattern, language] of SCRIPTS) {
    const found = (text.match(pattern) ?? []).length;
    if (found > 0 && found * 3 >= latin) return language;
  }
  return "en";
}
