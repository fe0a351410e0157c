import { compile, matches } from "@/lib/engine/extract/compile-language";
import type { Language, ValueShape } from "@/lib/engine/extract/languages/language";

/** A value as it stands in the sentence, without what follows it; null when it says nothing that could be kept. */
export function readValue(language: Language, raw: string, shape: ValueShape): string | null {
  let text = raw;
  for (;;) {
    // Commas inside a list or a number end nothing.
    const masked = (shape === "list" ? text.replace(/,/g, "\u0001") : text).replace(
      /(\d),(?=\d)/g,
      "$1\u0001",
    );
    const cut = shape === "words" ? null : compile(language, language.valueEnd).exec(masked);
    const shorter = trimEnds(cut && cut.index > 0 ? text.slice(0, cut.index) : text);
    if (shorter === text) break;
    text = shorter;
  }
  const value = shape === "list" ? text : trimEnds(text);
  if (shape === "words") return text || null;
  if (value.length === 0 || matches(language, value, language.emptyValue)) return null;
  if (/^[\uFFFC\s]*$/.test(value)) return null;
  switch (shape) {
    case "proper":
      return properName(language, value);
    case "person":
      return personName(language, value);
    case "date":
      return matches(language, value, language.monthsAndDays) ? value : null;
    case "number":
      return /\d|[一二三四五六七八九十百千万]/.test(value) ? value : null;
    default:
      return value;
  }
}

/** Each of several things; one when they belong together. */
export function splitList(language: Language, value: string): string[] {
  if (matches(language, value, language.oneThing)) return [value];
  const separator = new RegExp(language.listSeparator, "giu");
  const parts = value
    .split(separator)
    .map(trimEnds)
    .filter((part) => !/^(?:like|especially|such as) /i.test(part));
  const most = language.tag === "zh" ? 8 : 4;
  const size = (part: string) => (language.tag === "zh" ? part.length : part.split(/\s+/).length);
  const apart = parts.length > 1 && parts.every((part) => part.length > 1 && size(part) <= most);
  if (apart && parts.every((part) => !matches(language, part, language.emptyValue))) return parts;
  // "concise, well-structured replies" is one thing; what follows a comma that opens no list is another sentence's.
  return [language.tag === "en" && parts.length > 1 && /,\s/.test(value) ? beforeComma(value) : value];
}

function beforeComma(value: string): string {
  const [first = value] = value.split(/,\s/);
  return first.split(/\s+/).length >= 2 || !/\s/.test(value.slice(first.length + 2)) ? first : value;
}

function trimEnds(text: string): string {
  return text.replace(/^[\s"“'「『,，:：]+|[\s"”'」』,，.。!！;；:：]+$/gu, "").trim();
}

const NOT_A_PLACE =
  /^(?:fear|hope|peace|harmony|luxury|poverty|the moment|the past|the present|the future|a|an|my|our|his|her|their|your|two|three|one|it|and|or|with|there|here|confidential|private|secret|unknown|below|above|attached|enclosed|experience)\b/i;

/** A time after a name is none of it: "Berlin on 3 March", "Siemens in two weeks". */
const TIME_AFTER =
  /\s+(?:on (?:the )?(?:\d|\p{Lu}\p{Ll}+day\b|(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\p{Ll}*\b)|in (?:a|an|one|two|three|four|five|six|seven|eight|nine|ten|\d+|a few|several) (?:day|week|month|year)s?\b|(?:next|this|last) (?:week|month|year|spring|summer|autumn|fall|winter|\p{Lu}\p{Ll}+)\b|(?:tomorrow|today|soon|tonight|yesterday)\b).*$/u;

/** "Berlin", "the Netherlands", "New York": what begins with a capital; a whole sentence in lower case is forgiven. */
function properName(language: Language, value: string): string | null {
  if (language.tag === "zh") {
    return value.length <= 24 &&
      !/^(?:家|找|考虑|想|做|换|忙|准备|寻|思考|处理|失去|享受|认真|努力|加班|拼命|一起|外面|学校里|公司|这|那|里|路上|户外|线上|线下|夜里|晚上|白天|周末|后台|购物车|一个|一家|群|微信群|会议|讨论|他们|她们|好人|坏人|个|好|坏|女|男|老|大|本地|当地)/u.test(
        value,
      )
      ? value
      : null;
  }
  const named = value.replace(TIME_AFTER, "");
  if (named !== value && named !== "") return properName(language, named);
  const words = value.split(/\s+/);
  if (words.length > 8) return null;
  if (/^(?:the )?["'(]?[\p{Lu}\d]/u.test(value)) return value;
  if (/\p{Lu}/u.test(value))
    return /^(?:the |a (?:small |little )?(?:town|village|city|suburb) (?:near|of|called|outside) )/i.test(
      value,
    )
      ? value
      : null;
  return words.length <= 2 &&
    !NOT_A_PLACE.test(value) &&
    /^[\p{Ll}-]+(?: [\p{Ll}-]+)?$/u.test(value) &&
    value.length > 3
    ? value
    : null;
}

const NOT_A_PERSON = new Set(
  (
    "i we you he she it they this that these those there here everyone everybody nobody someone somebody anyone people what who which when where why how " +
    "the a an my our your his her their its monday tuesday wednesday thursday friday saturday sunday january february march april june july august september october november december " +
    "yes no ok okay please thanks thank hi hello hey also and but so or if maybe perhaps actually currently today tomorrow yesterday sometimes always never now then god one none both all most many some " +
    "english german french spanish chinese japanese postgresql mysql python typescript javascript react docker linux windows google user users customer customers agent assistant team company project nothing everything " +
    "not busy happy fine good sick tired ready sorry just really very still well great"
  ).split(" "),
);
const NOT_A_CHINESE_NAME =
  /^(?:老板|老师|老人|老家|老是|老虎|小时|小孩|小狗|小猫|小说|小组|小区|小学|小心|小时候|阿姨|周[一二三四五六日末]|马上|高中|高兴|方便|时间|时候|白天|白色|金融|于是|何时|任何|常常|文章|文档|万一|余下|江南|石头|龙舟|雷雨|夏天|黄色|康复|顾客|孔雀|马路|毛病|方法|方案|方式|张开|许多|许久|何况|段落|易于|武术|唐诗|宋词|你|您|他|她|它|我|大家|客户|外卖|车|人)/u;

/** The run of capitalised words at its beginning, when it can be somebody's name. */
export function personName(language: Language, value: string): string | null {
  if (language.tag === "zh" && /\p{Script=Han}/u.test(value))
    return value.length <= 8 && !NOT_A_CHINESE_NAME.test(value) && !/[的了过着是在]/u.test(value)
      ? value
      : null;
  const run =
    /^\p{Lu}[\p{L}'’-]*\.?(?: (?:van|von|de|der|la|al|bin|del) ?| )?(?:\p{Lu}[\p{L}'’-]*\.?(?: |$))*/u
      .exec(value)?.[0]
      .trim();
  const name = run && run.length > 1 ? run : null;
  if (!name || NOT_A_PERSON.has((name.split(" ")[0] ?? "").toLowerCase())) return null;
  return name;
}
