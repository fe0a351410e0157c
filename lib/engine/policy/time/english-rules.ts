import {
  add,
  DAY,
  dateAt,
  HOUR,
  monthAt,
  monthOf,
  type Span,
  startOf,
  unitAt,
  wall,
  yearOf,
} from "@/lib/engine/policy/time/calendar";
import {
  COUNT,
  FULL_WEEKDAY,
  MONTH,
  readCount,
  readMonth,
  readOrdinal,
  readUnit,
  readWeekday,
  UNIT,
  WEEKDAY,
  YEAR,
} from "@/lib/engine/policy/time/english-words";
import { partOfDay } from "@/lib/engine/policy/time/english-clocks";
import { ENGLISH_HOLIDAYS } from "@/lib/engine/policy/time/holidays";
import {
  dayAt,
  nearest,
  nearestYear,
  type Rule,
  seasonIn,
  weekdayIn,
  weekendIn,
  weekly,
  yearly,
} from "@/lib/engine/policy/time/reading";
import { shiftBy } from "@/lib/engine/policy/time/shift-by";

const NTH = "(?:st|nd|rd|th)?";
const rule = (pattern: string, read: Rule["read"], flags = "giu"): Rule => ({
  pattern: new RegExp(pattern, flags),
  read,
});
/** −1 for what lies before, 1 for what lies ahead. */
const moved = (word = "this") =>
  /^(?:last|past|previous)$/i.test(word) ? -1 : /^(?:next|coming|following)$/i.test(word) ? 1 : 0;
/** Months that are also verbs or names of people, and short forms. */
const AMBIGUOUS_MONTH = /^(?:may|march|april|june|august|sept|[a-z]{3})$/i;
/** Short names are also words and names: they count with a capital letter. */
const isName = (word: string) => word.length > 3 || /^\p{Lu}/u.test(word);
const inMonth = (day: number) => ({
  unit: "month" as const,
  of: (start: number) => dateAt(yearOf(start), monthOf(start), day),
});

const daysOfMonth =
  (month: number, from: number, to: number) =>
  (year: number): Span | null => {
    const first = dateAt(year, month, from);
    const last = dateAt(year, month, to);
    return first && last && { from: first.from, to: last.to, precision: "day" };
  };

export const ENGLISH_RULES: readonly Rule[] = [
  // 2023-05-08, 2023/5/8
  rule(`(?<![\\d./-])(${YEAR})([-/.])(\\d{1,2})\\2(\\d{1,2})(?![\\d/-])`, ([, year, , month, day]) => {
    const span = dateAt(Number(year), Number(month) - 1, Number(day));
    return span && { span, confidence: 1 };
  }),
  rule(`(?<![\\d./-])(${YEAR})[-/](0[1-9]|1[0-2])(?![\\d/-])`, ([, year, month]) => ({
    span: monthAt(Number(year), Number(month) - 1),
    confidence: 0.9,
  })),
  // The month first unless it cannot be one.
  rule(`(?<![\\d./-])(\\d{1,2})/(\\d{1,2})/(${YEAR})(?![\\d/-])`, ([, a, b, year]) => {
    const [month, day] = Number(a) > 12 ? [b, a] : [a, b];
    const span = dateAt(Number(year), Number(month) - 1, Number(day));
    return span && { span, confidence: Number(a) > 12 || Number(b) > 12 || a === b ? 0.9 : 0.5 };
  }),
  // 8 May, the 8th of May, 8-12 May
  rule(
    `(?<![\\d.:/-])\\b(?:the )?(\\d{1,2})${NTH}(?: ?(?:-|–|to) ?(\\d{1,2})${NTH})? (?:of )?(${MONTH})\\b\\.?(?!')`,
    ([, from, to, month], context) =>
      yearly(context, daysOfMonth(readMonth(month ?? ""), Number(from), Number(to ?? from)), 0.9),
  ),
  // May 8, May 8th to 12th
  rule(
    `\\b(${MONTH})\\.? (?:the )?(\\d{1,2})${NTH}(?: ?(?:-|–|to) ?(\\d{1,2})${NTH})?\\b(?![:.]?\\d|%| ?(?:am|pm)\\b)`,
    ([, month, from, to], context) =>
      isName(month ?? "")
        ? yearly(context, daysOfMonth(readMonth(month ?? ""), Number(from), Number(to ?? from)), 0.9)
        : null,
  ),
  rule(`\\b(?:(last|past|previous|this|next|coming) )?(${MONTH})\\b`, ([, word, name = ""], context) => {
    const month = readMonth(name);
    const of = (year: number) => monthAt(year, month);
    if (!word) {
      const reading = yearly(context, of, 0.8);
      return reading && { ...reading, ...(AMBIGUOUS_MONTH.test(name) ? { weak: "unless_introduced" } : {}) };
    }
    const now = startOf("month", context.now);
    const year =
      yearOf(now) +
      (moved(word) === 0
        ? 0
        : moved(word) < 0
          ? monthOf(now) > month
            ? 0
            : -1
          : monthOf(now) < month
            ? 0
            : 1);
    return { span: of(year), confidence: 0.85 };
  }),
  rule(`\\b(?:the )?(?:year )?(${YEAR})\\b(?![-/.]\\d|%)`, ([, year]) => ({
    span: unitAt("year", wall(Number(year), 0)),
    confidence: 0.8,
    weak: "unless_introduced",
  })),
  rule(`\\bthe (?:(19|20)(\\d)0|'?([5-9])0)['’]?s\\b`, ([, century, decade, short]) => {
    const first = century ? Number(`${century}${decade}0`) : Number(`19${short}0`);
    return { span: { from: wall(first, 0), to: wall(first + 10, 0), precision: "year" }, confidence: 0.8 };
  }),
  rule(
    `\\b(?:(last|past|previous|this|next|coming) |(the )?)(spring|summer|autumn|fall|winter)\\b(?! (?:camp|school|olympics|break|sale))`,
    ([, word, the, name = ""], context) => {
      const season = name.toLowerCase() === "fall" ? "autumn" : (name.toLowerCase() as "spring");
      const of = (year: number) => seasonIn(year, season);
      if (!word) {
        const reading = yearly(context, of, 0.65);
        return reading && { ...reading, ...(the ? {} : { weak: "unless_introduced" }) };
      }
      const year = yearOf(context.now);
      const candidates = [year - 2, year - 1, year, year + 1, year + 2].map(of);
      const { now } = context;
      const span =
        moved(word) === 0
          ? nearest({ now, direction: "either" }, candidates)
          : moved(word) < 0
            ? candidates.filter((one) => one.to <= now).at(-1)
            : candidates.find((one) => one.from > now);
      return span ? { span, confidence: 0.75 } : null;
    },
  ),
  rule(
    `\\bq([1-4])\\b|\\b(?:the )?(first|second|third|fourth|1st|2nd|3rd|4th) quarter\\b`,
    ([, digit, word], context) => {
      const quarter = digit ? Number(digit) : readOrdinal(word ?? "");
      return yearly(
        context,
        (year) => ({ from: wall(year, quarter * 3 - 3), to: wall(year, quarter * 3), precision: "quarter" }),
        0.85,
      );
    },
  ),
  rule(
    `\\b(?:the )?(first|second) half\\b(?= of (?:${YEAR}|(?:the|this|last|next) year))`,
    ([, word], context) =>
      yearly(
        context,
        (year) =>
          word?.toLowerCase() === "first"
            ? { from: wall(year, 0), to: wall(year, 6), precision: "quarter" }
            : { from: wall(year, 6), to: wall(year + 1, 0), precision: "quarter" },
        0.85,
      ),
  ),
  // Days beside today.
  rule(
    `\\b(the day before yesterday|the day after tomorrow|yesterday|tomorrow|today|tonight|last night|the night before last)\\b`,
    ([, word = ""], { now }) => {
      const today = startOf("day", now);
      const name = word.toLowerCase();
      const night = (at: number, confidence: number) => ({
        span: { from: at + 18 * HOUR, to: at + 30 * HOUR, precision: "hour" as const },
        confidence,
      });
      if (name === "tonight") return night(today, 0.9);
      if (name === "last night") return night(today - DAY, 0.9);
      if (name === "the night before last") return night(today - 2 * DAY, 0.85);
      const by =
        { yesterday: -1, tomorrow: 1, today: 0, "the day before yesterday": -2, "the day after tomorrow": 2 }[
          name
        ] ?? 0;
      return { span: dayAt(today + by * DAY), confidence: 0.95 };
    },
  ),
  rule(`\\bthis (?:early )?(morning|afternoon|evening)\\b`, ([, part = ""], { now }) => ({
    span: partOfDay(startOf("day", now), part),
    confidence: 0.9,
  })),
  rule(`\\b(?:the other day)\\b`, (_, { now }) => ({
    span: { from: startOf("day", now) - 7 * DAY, to: startOf("day", now), precision: "week" },
    confidence: 0.4,
  })),
  rule(`\\b(?:recently|lately|these days)\\b`, (_, { now }) => ({
    span: { from: add(startOf("day", now), "month", -1), to: now, precision: "month" },
    confidence: 0.35,
  })),
  // Weekdays.
  rule(
    `\\b(?:(last|past|previous|this|next|coming|this coming|this past) )?(${WEEKDAY})\\b\\.?(?: (last|this|next) week\\b)?`,
    ([, word, name = "", week], context) => {
      const day = readWeekday(name);
      const monday = startOf("week", context.now);
      if (week) return { span: weekdayIn(monday + moved(week) * 7 * DAY, day), confidence: 0.95 };
      const key = word?.toLowerCase();
      if (key === undefined) {
        if (!isName(name) || (name.length < 4 && !/^\p{Lu}/u.test(name))) return null;
        return { ...weekly(context, day, 0.75), ...(name.length < 4 ? { weak: "unless_introduced" } : {}) };
      }
      if (key === "this") return { span: weekdayIn(monday, day), confidence: 0.85 };
      if (key === "next") return { span: weekdayIn(monday + 7 * DAY, day), confidence: 0.7 };
      const direction = /coming/.test(key) ? "future" : "past";
      return { span: weekly({ now: context.now, direction }, day, 1).span, confidence: 0.85 };
    },
  ),
  rule(`\\b(${FULL_WEEKDAY})(?=['’]s)`, ([, name = ""], context) => weekly(context, readWeekday(name), 0.7)),
  rule(
    `\\b(last|past|previous|this|next|coming|this past|this coming|the) weekend\\b`,
    ([, word = ""], context) => {
      const monday = startOf("week", context.now);
      const key = word.toLowerCase();
      const within = { unit: "week" as const, of: weekendIn };
      if (key === "the") {
        const spans = [-1, 0, 1].map((by) => weekendIn(monday + by * 7 * DAY));
        const span = nearest(context, spans);
        return span && { span, confidence: 0.6, within };
      }
      const by = key === "this past" ? -1 : key === "this coming" ? 0 : moved(key);
      return { span: weekendIn(monday + by * 7 * DAY), confidence: 0.85 };
    },
  ),
  // Whole units beside the present one.
  rule(
    `\\b(last|past|previous|this|current|next|coming|following|(?:the )(?:last|past|previous|current|next|coming|present)) (week|month|quarter|year|decade|fortnight)\\b`,
    ([, words = "", unit = ""], { now }) => {
      const key = words.toLowerCase().replace(/^the /, "");
      const by = moved(key);
      const { unit: precision, times } = readUnit(unit);
      // "The past week" runs up to now; "last week" is the calendar's.
      if (/^the /i.test(words) && /^(last|past)$/.test(key)) {
        return { span: { from: add(now, precision, -times), to: now, precision }, confidence: 0.75 };
      }
      if (times > 1) {
        const from = startOf(precision, add(now, precision, by * times));
        return { span: { from, to: add(from, precision, times), precision }, confidence: 0.6 };
      }
      return { span: unitAt(precision, add(startOf(precision, now), precision, by)), confidence: 0.9 };
    },
  ),
  rule(
    `\\bthe (week|month|year|weekend|${FULL_WEEKDAY}) (before last|after next)\\b(?! (?:week|month|year|${FULL_WEEKDAY}|${MONTH})\\b)`,
    ([, unit = "", which = ""], { now }) => {
      const by = which.toLowerCase() === "before last" ? -2 : 2;
      const monday = startOf("week", now) + by * 7 * DAY;
      if (unit === "weekend") return { span: weekendIn(monday), confidence: 0.9 };
      const weekday = readWeekday(unit);
      if (weekday >= 0) {
        const direction = by < 0 ? "past" : "future";
        const first = weekly({ now, direction }, weekday, 1).span.from;
        return { span: dayAt(first + Math.sign(by) * 7 * DAY), confidence: 0.8 };
      }
      const { unit: precision } = readUnit(unit);
      return { span: unitAt(precision, add(startOf(precision, now), precision, by)), confidence: 0.9 };
    },
  ),
  // The last three weeks.
  rule(
    `\\b(?:the |these )?(last|past|previous|next|coming|following) (?!an? )(${COUNT}) (${UNIT})s?\\b`,
    ([, word = "", count = "", unit = ""], { now }) => {
      const { count: n, sure } = readCount(count);
      const { unit: precision, times } = readUnit(unit);
      const end = add(now, precision, moved(word) * n * times);
      return {
        span: { from: Math.min(now, end), to: Math.max(now, end), precision },
        confidence: sure ? 0.85 : 0.6,
      };
    },
  ),
  // Five months ago, in three weeks, two Fridays ago.
  rule(
    `\\b(?:(about|around|almost|nearly|over|more than|roughly) )?(${COUNT}) (?:(${UNIT})s?(?: (and a half))?|(weekend|${FULL_WEEKDAY})s?) (ago|earlier|back|before now|from now|later|hence|from today)\\b`,
    ([, vague, count = "", unit, half, weekday, way = ""], { now }) => {
      const { count: n, sure } = readCount(count);
      const sign = /ago|earlier|back|before/i.test(way) ? -1 : 1;
      const certain = /ago|now|today/i.test(way);
      const confidence = (certain ? 0.9 : 0.5) * (sure && !vague ? 1 : 0.75);
      if (weekday) {
        if (weekday.toLowerCase() === "weekend") {
          return { span: weekendIn(startOf("week", now) + sign * n * 7 * DAY), confidence };
        }
        const first = weekly({ now, direction: sign < 0 ? "past" : "future" }, readWeekday(weekday), 1).span
          .from;
        return { span: dayAt(first + sign * (n - 1) * 7 * DAY), confidence };
      }
      const { unit: precision, times } = readUnit(unit ?? "");
      return shiftBy(now, precision, sign * (n + (half ? 0.5 : 0)) * times, confidence);
    },
  ),
  rule(
    `\\b(${COUNT}) (${UNIT})s? and a half ago\\b|\\b(${COUNT}) and a half (${UNIT})s? ago\\b`,
    ([, a, b, c, d], { now }) => {
      const { unit, times } = readUnit(b ?? d ?? "");
      return shiftBy(now, unit, -(readCount(a ?? c ?? "").count + 0.5) * times, 0.85);
    },
  ),
  rule(
    `\\bin (?:about )?(${COUNT}) (${UNIT})s?(?:['’] time)?\\b(?! (?:ago|earlier|back|of|before|after))`,
    ([, count = "", unit = ""], context) => {
      if (context.direction === "past") return null;
      const { count: n, sure } = readCount(count);
      const { unit: precision, times } = readUnit(unit);
      return shiftBy(context.now, precision, n * times, sure ? 0.8 : 0.6);
    },
  ),
  rule(
    `\\b(?:(last|this|next) )?(${[...ENGLISH_HOLIDAYS.keys()]
      .sort((a, b) => b.length - a.length)
      .join("|")
      .replaceAll("'", "['’]")})\\b`,
    ([, word, name = ""], context) => {
      const holiday = ENGLISH_HOLIDAYS.get(name.toLowerCase().replace("’", "'"));
      if (!holiday) return null;
      if (!word) return yearly(context, holiday, 0.75);
      const by = moved(word);
      const direction = by < 0 ? "past" : by > 0 ? "future" : "either";
      const span = nearestYear({ now: context.now, direction }, holiday);
      return span && { span, confidence: 0.85 };
    },
  ),
  rule(
    `(?<=\\b(?:on|by|since|until|till|from|before|after|of) )(?:the )(\\d{1,2})(?:st|nd|rd|th)\\b(?! (?:of )?(?:${MONTH}|century|floor|time|birthday|grade|street|avenue))`,
    ([, day], context) => {
      const months = [-2, -1, 0, 1, 2].map((by) => add(startOf("month", context.now), "month", by));
      const spans = months.flatMap((start) => dateAt(yearOf(start), monthOf(start), Number(day)) ?? []);
      const span = nearest(context, spans);
      return span && { span, confidence: 0.75, within: inMonth(Number(day)) };
    },
  ),
];
