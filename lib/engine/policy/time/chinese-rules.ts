import {
  add,
  DAY,
  dateAt,
  HOUR,
  MINUTE,
  monthAt,
  monthOf,
  type Precision,
  type Span,
  startOf,
  unitAt,
  wall,
  yearOf,
} from "@/lib/engine/policy/time/calendar";
import { CHINESE_NUMBER as N, readChineseNumber } from "@/lib/engine/policy/time/chinese-numbers";
import { CHINESE_HOLIDAYS } from "@/lib/engine/policy/time/holidays";
import {
  dayAt,
  nearest,
  partOf,
  type Rule,
  seasonIn,
  weekdayIn,
  weekendIn,
  weekly,
  yearly,
} from "@/lib/engine/policy/time/reading";
import { shiftBy } from "@/lib/engine/policy/time/shift-by";

const rule = (pattern: string, read: Rule["read"]): Rule => ({ pattern: new RegExp(pattern, "gu"), read });

const DAYS: Record<string, number> = {
  大前天: -3,
  前天: -2,
  前日: -2,
  昨天: -1,
  昨日: -1,
  今天: 0,
  今日: 0,
  当天: 0,
  明天: 1,
  明日: 1,
  后天: 2,
  大后天: 3,
};
const YEARS: Record<string, number> = {
  大前年: -3,
  前年: -2,
  去年: -1,
  上年: -1,
  今年: 0,
  本年: 0,
  明年: 1,
  来年: 1,
  后年: 2,
};
const WEEK = "周|星期|礼拜";
const WEEKDAY = "[一二三四五六日天末]";
const UNITS: Record<string, Precision> = {
  分钟: "minute",
  小时: "hour",
  钟头: "hour",
  天: "day",
  日: "day",
  周: "week",
  星期: "week",
  礼拜: "week",
  月: "month",
  季度: "quarter",
  季: "quarter",
  年: "year",
};
const UNIT = Object.keys(UNITS).join("|");
const PARTS: Record<string, [number, number]> = {
  凌晨: [0, 6],
  清晨: [5, 9],
  早晨: [5, 9],
  早上: [5, 12],
  早: [5, 12],
  上午: [6, 12],
  中午: [11, 14],
  下午: [12, 18],
  傍晚: [17, 20],
  晚上: [18, 24],
  晚间: [18, 24],
  晚: [18, 24],
  夜里: [21, 30],
  深夜: [22, 30],
  半夜: [23, 30],
};
const PART = Object.keys(PARTS).join("|");

const weekdayOfName = (name: string) => ("日天".includes(name) ? 0 : "一二三四五六".indexOf(name) + 1);
/** 上 −1, 上上 −2, 这 0, 下 +1. */
const stepOf = (word: string) =>
  word.startsWith("上")
    ? -[...word].filter((c) => c === "上").length
    : word.startsWith("下")
      ? [...word].filter((c) => c === "下").length
      : 0;
/** Number of units: 几 is three, 半 a half. */
function countOf(text: string, half: string | undefined): { count: number; sure: boolean } {
  if (text === "几" || text === "数" || text === "好几") return { count: 3, sure: false };
  if (text === "半") return { count: 0.5, sure: true };
  return { count: readChineseNumber(text) + (half ? 0.5 : 0), sure: true };
}
const COUNT = `${N}|好几|几|数|半`;

function partOfDay(day: number, part: string): Span {
  const [from, to] = PARTS[part] ?? [0, 24];
  return { from: day + from * HOUR, to: day + to * HOUR, precision: "hour" };
}

export const CHINESE_RULES: readonly Rule[] = [
  rule(`(\\d{4}|[一二][九〇零][〇零一二三四五六七八九]{2})年`, ([, year = ""]) => {
    const value = readChineseNumber(year);
    return value < 1800 || value > 2200 ? null : { span: unitAt("year", wall(value, 0)), confidence: 0.95 };
  }),
  rule(`(?<!\\d)(\\d{2})年(?=\\d|[一二三四五六七八九十]|的|年?[春夏秋冬底初])`, ([, year]) => ({
    span: unitAt("year", wall(2000 + Number(year), 0)),
    confidence: 0.7,
  })),
  // 5月8号, 五月八日到十二日
  rule(
    `(${N})月(?:份)?(${N})[日号](?:(?:[到至]|[-–—~～])(${N})[日号])?`,
    ([, m = "", d = "", to], context) => {
      const month = readChineseNumber(m) - 1;
      return yearly(
        context,
        (year) => {
          const first = dateAt(year, month, readChineseNumber(d));
          const last = to ? dateAt(year, month, readChineseNumber(to)) : first;
          return first && last && { from: first.from, to: last.to, precision: "day" };
        },
        0.9,
      );
    },
  ),
  rule(
    `(?<!\\d|[个零〇一二三四五六七八九十两几])(1[0-2]|0?[1-9]|十[一二]?|[一二三四五六七八九]|正|腊)月(?:份)?(?![\\d一二三四五六七八九十]+[日号])`,
    ([, m = ""], context) => {
      const month = m === "正" ? 0 : m === "腊" ? 11 : readChineseNumber(m) - 1;
      return yearly(context, (year) => monthAt(year, month), m === "正" || m === "腊" ? 0.4 : 0.85);
    },
  ),
  rule(
    `(?<!\\d|[个零〇一二三四五六七八九十两几])(3[01]|[12]\\d|[1-9]|三十一?|二?十[一二三四五六七八九]?|[一二三四五六七八九])号(?!楼|线|院|门|机|店|码|房)`,
    ([, d = ""], context) => {
      const day = readChineseNumber(d);
      const of = (start: number) => dateAt(yearOf(start), monthOf(start), day);
      const months = [-2, -1, 0, 1, 2].map((by) => add(startOf("month", context.now), "month", by));
      const span = nearest(
        context,
        months.flatMap((start) => of(start) ?? []),
      );
      return span && { span, confidence: 0.7, within: { unit: "month", of } };
    },
  ),
  rule(
    Object.keys(DAYS)
      .sort((a, b) => b.length - a.length)
      .join("|"),
    ([word], { now }) => ({
      span: dayAt(startOf("day", now) + (DAYS[word] ?? 0) * DAY),
      confidence: word === "当天" ? 0.35 : 0.95,
    }),
  ),
  rule(`([昨今明前后当])(早上|早|晚上|晚|夜)`, ([, day = "", part = ""], { now }) => {
    const by = { 前: -2, 昨: -1, 今: 0, 当: 0, 明: 1, 后: 2 }[day] ?? 0;
    return {
      span: partOfDay(startOf("day", now) + by * DAY, part === "夜" ? "夜里" : part),
      confidence: day === "当" ? 0.35 : 0.9,
    };
  }),
  rule(Object.keys(YEARS).join("|"), ([word], { now }) => ({
    span: unitAt("year", wall(yearOf(now) + (YEARS[word] ?? 0), 0)),
    confidence: 0.95,
  })),
  // 上周三, 下下个礼拜天, 本周末
  rule(`(上+|下+|这|本|今)个?(?:${WEEK})(${WEEKDAY})?`, ([, word = "", day], { now }) => {
    const monday = startOf("week", now) + stepOf(word) * 7 * DAY;
    const confidence = 0.95;
    if (day === undefined) return { span: unitAt("week", monday), confidence };
    return { span: day === "末" ? weekendIn(monday) : weekdayIn(monday, weekdayOfName(day)), confidence };
  }),
  rule(`(?<![上下这本今个每])(?:周|星期|礼拜)([一二三四五六日天])`, ([, day = ""], context) =>
    weekly(context, weekdayOfName(day), 0.75),
  ),
  rule(`(?<![上下这本今个每])周末`, (_, context) => {
    const monday = startOf("week", context.now);
    const span = nearest(
      context,
      [-1, 0, 1].map((by) => weekendIn(monday + by * 7 * DAY)),
    );
    return span && { span, confidence: 0.55, within: { unit: "week", of: weekendIn } };
  }),
  rule(
    `(上+|下+|这|本|当)个?(?:月(初|中旬?|底|末|上旬|下旬)?|(季度)|(年度))(?!份?[\\d一二三四五六七八九十]+月)`,
    ([, word = "", part, quarter, year], { now }) => {
      const unit: Precision = quarter ? "quarter" : year ? "year" : "month";
      const whole = unitAt(unit, add(startOf(unit, now), unit, stepOf(word)));
      const confidence = word === "当" ? 0.4 : 0.95;
      if (part === undefined) return { span: whole, confidence };
      const which = /初|上/.test(part) ? "early" : /中/.test(part) ? "mid" : "late";
      return { span: partOf(whole, which), confidence };
    },
  ),
  rule(`(上|下)半年`, ([, which], context) =>
    yearly(
      context,
      (year) =>
        which === "上"
          ? { from: wall(year, 0), to: wall(year, 6), precision: "quarter" }
          : { from: wall(year, 6), to: wall(year + 1, 0), precision: "quarter" },
      0.8,
    ),
  ),
  rule(`第?([一二三四1-4])季度?`, ([, quarter = ""], context) => {
    const n = readChineseNumber(quarter);
    return yearly(
      context,
      (year) => ({ from: wall(year, n * 3 - 3), to: wall(year, n * 3), precision: "quarter" }),
      0.8,
    );
  }),
  rule(`([春夏秋冬])(?:天|季)|(?<=年)([春夏秋冬])`, ([, a, b], context) => {
    const season = ({ 春: "spring", 夏: "summer", 秋: "autumn", 冬: "winter" } as const)[(a ?? b) as "春"];
    return yearly(context, (year) => seasonIn(year, season), 0.65);
  }),
  rule(`年初|年中|年底|年末|月初|月中|月底|月末|上旬|中旬|下旬`, ([word], context) => {
    const part = /初|上/.test(word) ? "early" : /中/.test(word) ? "mid" : "late";
    const unit: Precision = word.startsWith("年") ? "year" : "month";
    const now = startOf(unit, context.now);
    const spans = [-1, 0, 1].map((by) => partOf(unitAt(unit, add(now, unit, by)), part));
    const span = nearest(context, spans);
    return (
      span && { span, confidence: 0.6, within: { unit, of: (start) => partOf(unitAt(unit, start), part) } }
    );
  }),
  // 三个月前, 半年后, 两周以前
  rule(
    `(大约|大概|差不多|约)?(?<![\\d上下第])(${COUNT})(?:来|多)?个?(半)?(?:多)?(${UNIT})(?:半)?(?:多)?(?:之|以)?(前|后)(?![天日年面期辈])`,
    (match, { now }) => {
      const [all, vague, text = "", half, name = "", way] = match;
      const { count, sure } = countOf(text, half ?? (/[年天周]半/.test(all) ? "半" : undefined));
      // 三月后 is after March, 三个月后 in three months.
      if (Number.isNaN(count) || (name === "月" && !/[个半]/.test(all))) return null;
      const confidence = 0.9 * (sure && !vague && !all.includes("多") ? 1 : 0.75);
      return shiftBy(now, UNITS[name] ?? "day", way === "前" ? -count : count, confidence);
    },
  ),
  rule(
    `(?:最近|过去|近|这|前|未来|接下来|今后)(?:的)?(${COUNT})个?(半)?(${UNIT})`,
    ([all, text = "", half, name = ""], { now }) => {
      const { count, sure } = countOf(text, half);
      if (Number.isNaN(count)) return null;
      const unit = UNITS[name] ?? "day";
      const by = /^(?:未来|接下来|今后)/.test(all) ? 1 : -1;
      const end = Number.isInteger(count)
        ? add(now, unit, by * count)
        : shiftBy(now, unit, by * count, 1).span.from;
      return {
        span: { from: Math.min(now, end), to: Math.max(now, end), precision: unit },
        confidence: (all.startsWith("前") ? 0.6 : 0.85) * (sure ? 1 : 0.75),
      };
    },
  ),
  rule(`最近|近来|近期`, (_, { now }) => ({
    span: { from: add(startOf("day", now), "month", -1), to: now, precision: "month" },
    confidence: 0.35,
  })),
  rule(
    `(?:${[...CHINESE_HOLIDAYS.keys()].sort((a, b) => b.length - a.length).join("|")})(?:假期|期间|节?当天)?(?![月点个号])`,
    ([word], context) => {
      const holiday =
        CHINESE_HOLIDAYS.get(word.replace(/假期|期间|节?当天/u, "")) ??
        CHINESE_HOLIDAYS.get(word.replace(/假期|期间|当天/u, ""));
      return holiday
        ? yearly(context, holiday, word === "十一" || word === "五一" || word === "六一" ? 0.6 : 0.8)
        : null;
    },
  ),
  // 下午三点半, 15:30 is read as in English.
  rule(
    `(${PART})?(${N})点(?:钟|整)?(?:(半)|(一刻)|(三刻)|(${N})分?)?`,
    ([, part, hour = "", half, quarter, three, minutes], context) => {
      const said = readChineseNumber(hour);
      const late =
        part !== undefined &&
        /下午|晚|傍晚|夜|中午/.test(part) &&
        said < 12 &&
        !(part === "中午" && said > 10);
      const h = late ? said + 12 : said;
      const m = half ? 30 : quarter ? 15 : three ? 45 : minutes ? readChineseNumber(minutes) : 0;
      if (!(h <= 24) || !(m < 60)) return null;
      const exact = Boolean(half ?? quarter ?? three ?? minutes);
      const of = (start: number): Span => {
        const from = start + h * HOUR + m * MINUTE;
        return { from, to: from + (exact ? MINUTE : HOUR), precision: exact ? "minute" : "hour" };
      };
      const today = startOf("day", context.now);
      const span = nearest(context, [of(today - DAY), of(today), of(today + DAY)]);
      if (span === null) return null;
      const reading = { span, confidence: part ? 0.6 : 0.45, within: { unit: "day" as const, of } };
      // 三点 is also "three points".
      return part || exact ? reading : { ...reading, weak: "unless_introduced" };
    },
  ),
  rule(`(?:${PART})`, ([part], { now }) => ({
    span: partOfDay(startOf("day", now), part),
    confidence: 0.3,
    within: { unit: "day", of: (start) => partOfDay(start, part) },
    weak: "unless_joined",
  })),
];
