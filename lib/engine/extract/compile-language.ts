import { CHINESE } from "@/lib/engine/extract/languages/chinese";
import { ENGLISH } from "@/lib/engine/extract/languages/english";
import type { Language } from "@/lib/engine/extract/languages/language";

/** The family names most people bear: enough to tell a person from a thing. */
const SURNAMES =
  "王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田任姜范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段雷钱汤尹黎易常武乔贺赖龚文";

const WHO: Record<Language["tag"], string> = {
  en: "^(?:\\W*(?:and|but|also|by the way|fyi|note that|remember that)[,: ]+)*\\W*(?<who>\\p{L}[\\p{L}-]+(?: \\p{L}[\\p{L}-]+)??)",
  zh: `^(?:而且|另外|还有|，|\\s)*(?<who>[小老阿][\\p{Script=Han}]|[${SURNAMES}][\\p{Script=Han}]{1,2}?|[A-Za-z][A-Za-z]+(?: [A-Za-z]+)?)`,
};

const cache = new Map<string, RegExp>();

/** A pattern of a language's table as an expression: macros filled in, case folded, with the indices of its groups. */
export function compile(language: Language, source: string): RegExp {
  const key = `${language.tag}|${source}`;
  let pattern = cache.get(key);
  if (!pattern) {
    const filled = source.replace(/\{([a-zA-Z]+)\}/g, (whole, name: string) =>
      name === "who" ? WHO[language.tag] : (language.macros[name] ?? whole),
    );
    pattern = new RegExp(filled, "dgiu");
    cache.set(key, pattern);
  }
  pattern.lastIndex = 0;
  return pattern;
}

export function matches(language: Language, text: string, source: string): boolean {
  return compile(language, source).test(text);
}

export function matchesAny(language: Language, text: string, sources: readonly string[]): boolean {
  return sources.some((source) => matches(language, text, source));
}

/** Words that only an English sentence is built with. */
const ENGLISH_FRAME =
  /\b(?:the|an?|i|we|my|our|is|are|am|was|in|on|to|of|from|for|with|and|not|always|never|please|use)\b/i;
/** A Chinese word is a little under two characters long. */
const CHARACTERS_PER_WORD = 1.7;

/**
 * By its script: a sentence with Chinese characters is Chinese, whatever names stand in it; save one that begins and is
 * built in English and only names something in Chinese.
 */
export function languageOf(text: string): Language {
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  if (han === 0) return ENGLISH;
  const latin = text.match(/\p{Script=Latin}[\p{Script=Latin}\p{N}'’.-]*/gu) ?? [];
  const english =
    /^[^\p{L}]*\p{Script=Latin}/u.test(text) &&
    latin.length > han / CHARACTERS_PER_WORD &&
    ENGLISH_FRAME.test(text);
  return english ? ENGLISH : CHINESE;
}
