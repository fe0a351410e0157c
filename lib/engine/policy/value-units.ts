/** Units that are one amount in several sizes, and those that only have several names. Data: add a name, add a test. */
interface Unit {
  base: string;
  factor: number;
}

const CONVERTED: [base: string, factor: number, names: string][] = [
  ["s", 0.001, "ms millisecond milliseconds 毫秒"],
  ["s", 1, "s sec secs second seconds 秒 秒钟"],
  ["s", 60, "min mins minute minutes 分钟"],
  ["s", 3_600, "h hr hrs hour hours 小时 个小时 钟头 个钟头"],
  ["s", 86_400, "d day days 天 日"],
  ["s", 604_800, "week weeks wk wks 周 星期 个星期 礼拜"],
  ["month", 1, "month months mo mos 个月 月"],
  ["month", 12, "year years yr yrs 年"],
  ["mm", 1, "mm millimetre millimetres millimeter millimeters 毫米"],
  ["mm", 10, "cm centimetre centimetres centimeter centimeters 厘米"],
  ["mm", 1_000, "metre metres meter meters 米"],
  ["mm", 1_000_000, "km kilometre kilometres kilometer kilometers 公里 千米"],
  ["g", 1, "g gram grams 克"],
  ["g", 1_000, "kg kilogram kilograms kilo kilos 公斤 千克"],
];

/** The same unit under several names; nothing is converted ("GB" may be of 1,000 or of 1,024 MB). */
const NAMED: [unit: string, names: string][] = [
  ["word", "word words"],
  ["字", "字 个字"],
  ["character", "character characters char chars 字符 个字符"],
  ["page", "page pages 页"],
  ["line", "line lines 行"],
  ["item", "item items 项 个"],
  ["field", "field fields 字段 个字段"],
  ["article", "article articles 篇 篇文章"],
  ["person", "person persons people 人 个人"],
  ["time", "time times 次"],
  ["token", "token tokens"],
  ["percent", "% percent 个百分点"],
  ["kb", "kb"],
  ["mb", "mb"],
  ["gb", "gb"],
  ["tb", "tb"],
  ["usd", "usd dollar dollars 美元"],
  ["eur", "eur euro euros 欧元"],
  ["cny", "cny rmb yuan 元 块 人民币"],
];

const UNITS = new Map<string, Unit>();
for (const [base, factor, names] of CONVERTED)
  for (const name of names.split(" ")) UNITS.set(name, { base, factor });
for (const [unit, names] of NAMED)
  for (const name of names.split(" ")) UNITS.set(name, { base: unit, factor: 1 });

export function findUnit(name: string): Unit | null {
  return UNITS.get(name) ?? null;
}

/** Predicates whose values are sets: the order of what is listed, and saying it twice, mean nothing. */
const SETS = new Set(
  (
    "languages skills tags allergies interests hobbies members participants tools technologies dependencies topics " +
    "keywords pets children siblings editors browsers platforms colours colors authors owners reviewers teammates " +
    "语言 技能 标签 过敏 兴趣 爱好 成员 工具 技术 依赖 主题 关键词 宠物"
  ).split(" "),
);

export function namesASet(predicate: string): boolean {
  const words = predicate
    .normalize("NFKC")
    .toLowerCase()
    .split(/[\s_\-./]+/u);
  return words.some((word) => SETS.has(word));
}
