import {
  add,
  coarser,
  DAY,
  FINE_TO_COARSE,
  type Precision,
  type Span,
  startOf,
  unitAt,
} from "@/lib/engine/policy/time/calendar";
import {
  COUNT,
  FULL_WEEKDAY,
  readCount,
  readOrdinal,
  readUnit,
  readWeekday,
} from "@/lib/engine/policy/time/english-words";
import { dayAt, partOf, type Reading, weekdayIn, weekendIn } from "@/lib/engine/policy/time/reading";

export interface Placed extends Reading {
  start: number;
  end: number;
  /** Made of several readings. */
  joined?: boolean;
}

const NARROWING_GAP =
  /^[\s,，]*(?:的|(?:in|of|on|at|around|about|by|during|the|['’]s)(?:\s+the)?)?[\s,，]*$/iu;
const RANGE_GAP =
  /^\s*(?:to|until|till|through|thru|and|or|-|–|—|~|～|到|至|和|与|直到)\s*(?:the\s+|on\s+|in\s+)?$/iu;
const BETWEEN = /(?:\bbetween|\bfrom|从|自|在)\s*(?:the\s+)?$/iu;
const PART_PREFIX =
  /\b(?:the\s+)?(early|mid|late|beginning|start|end|middle|first half|second half|first part)(?:\s+(?:of|in)\s+|[\s-]+)(?:the\s+)?$/iu;
const ORDINAL_PREFIX = new RegExp(
  `\\b(?:the\\s+)?(first|second|third|fourth|last|final|1st|2nd|3rd|4th)\\s+(day|week|weekend|month|${FULL_WEEKDAY})\\s+(?:of|in)\\s+(?:the\\s+)?$`,
  "iu",
);
const OFFSET_PREFIX = new RegExp(
  `\\b(?:(the|that)\\s+)?(?:(${COUNT})\\s+)?(?:(day|week|weekend|fortnight|month|year|night|${FULL_WEEKDAY})s?)\\s+(before|after|prior to|preceding|following|of|from)\\s+(?:the\\s+)?$`,
  "iu",
);

/** Joins what stands together: "Friday" and "last week", "8 May" and "2023" and "3 pm", "the week before" a date. */
export function joinReadings(text: string, readings: readonly Placed[]): Placed[] {
  const narrowed = joinAdjacent(readings, (a, b) => narrow(text, a, b));
  const parts = narrowed.map((one) => takePrefix(text, one));
  const ranges = joinAdjacent(withoutSwallowed(parts), (a, b) => span(text, a, b));
  return ranges.map((one) => takeChinese(text, one)).filter((one) => one.joined || standsAlone(text, one));
}

/** "The last week of August" holds what looked like "the last week". */
function withoutSwallowed(readings: readonly Placed[]): Placed[] {
  return readings.filter(
    (one) =>
      !readings.some(
        (other) => other !== one && other.start <= one.start && other.end > one.end && other.start < one.end,
      ),
  );
}

function joinAdjacent(readings: readonly Placed[], join: (a: Placed, b: Placed) => Placed | null): Placed[] {
  const result: Placed[] = [];
  for (const one of readings) {
    let last = one;
    for (let before = result.at(-1); before; before = result.at(-1)) {
      const joined = join(before, last);
      if (!joined) break;
      result.pop();
      last = joined;
    }
    result.push(last);
  }
  return result;
}

/** One names a unit, the other what is meant inside such a unit. */
function narrow(text: string, a: Placed, b: Placed): Placed | null {
  if (!NARROWING_GAP.test(text.slice(a.end, b.start))) return null;
  const place = {
    start: a.start,
    end: b.end,
    joined: true,
    confidence: Math.min(0.98, Math.max(a.confidence, b.confidence) + 0.05),
  };
  for (const [outer, inner] of [
    [a, b],
    [b, a],
  ] as const) {
    if (!inner.within || !isUnit(outer, inner.within.unit)) continue;
    const found = inner.within.of(outer.span.from);
    if (!found) continue;
    // What still lacks its year keeps lacking it: "Friday evening", "8 May at 3 pm".
    const open = outer.within;
    const { of } = inner.within;
    return {
      ...place,
      span: found,
      ...(open
        ? {
            confidence: outer.confidence,
            within: {
              unit: open.unit,
              of: (start: number) => {
                const unit = open.of(start);
                return unit && of(unit.from);
              },
            },
          }
        : {}),
    };
  }
  // "Friday, 8 May": the weekday says again what the date says.
  const isWeekday = (one: Placed) => one.within?.unit === "week" && one.span.to - one.span.from === DAY;
  const inner = isWeekday(a) ? b : isWeekday(b) ? a : null;
  if (inner && inner.span.precision === "day") return { ...inner, start: a.start, end: b.end, joined: true };
  return null;
}

/** Whether a reading is exactly one such unit of the calendar. */
function isUnit(one: Placed, unit: Precision): boolean {
  const whole = unitAt(unit, one.span.from);
  return whole.from === one.span.from && whole.to === one.span.to;
}

/** "The week before", "early", "the first Friday of" in front of a time. */
function takePrefix(text: string, one: Placed): Placed {
  const before = text.slice(0, one.start);
  const part = PART_PREFIX.exec(before);
  if (part && FINE_TO_COARSE.indexOf(one.span.precision) >= FINE_TO_COARSE.indexOf("week")) {
    const word = part[1]?.toLowerCase() ?? "";
    const which = /half/.test(word)
      ? (word.split(" ")[0] as "first")
      : /early|begin|start|first/.test(word)
        ? "early"
        : /mid/.test(word)
          ? "mid"
          : "late";
    return {
      ...one,
      start: part.index,
      span: partOf(one.span, which),
      confidence: one.confidence * 0.9,
      joined: true,
    };
  }
  const ordinal = ORDINAL_PREFIX.exec(before);
  if (ordinal && FINE_TO_COARSE.indexOf(one.span.precision) >= FINE_TO_COARSE.indexOf("month")) {
    const found = nthIn(one.span, readOrdinal(ordinal[1] ?? ""), ordinal[2]?.toLowerCase() ?? "");
    if (found) return { ...one, start: ordinal.index, span: found, joined: true };
  }
  const offset = OFFSET_PREFIX.exec(before);
  if (offset) {
    const [, the, count, unit = "", way = ""] = offset;
    const moved = offsetFrom(one.span, Boolean(the), count, unit.toLowerCase(), way.toLowerCase());
    if (moved) {
      const { confidence } = one;
      return { span: moved, start: offset.index, end: one.end, confidence: confidence * 0.95, joined: true };
    }
  }
  return one;
}

function nthIn(outer: Span, count: number, unit: string): Span | null {
  const units: Span[] = [];
  const weekday = readWeekday(unit);
  if (unit === "day") {
    for (let at = outer.from; at < outer.to; at += DAY) units.push(dayAt(at));
  } else if (unit === "month") {
    for (let at = outer.from; at < outer.to; at = add(at, "month", 1)) units.push(unitAt("month", at));
  } else if (unit === "week") {
    // The first week of a month is its first seven days.
    if (count > 0) {
      const from = outer.from + (count - 1) * 7 * DAY;
      return { from, to: from + 7 * DAY, precision: "week" };
    }
    return { from: outer.to - 7 * DAY, to: outer.to, precision: "week" };
  } else {
    for (let monday = startOf("week", outer.from); monday < outer.to; monday += 7 * DAY) {
      const found = unit === "weekend" ? weekendIn(monday) : weekdayIn(monday, weekday);
      if (found.from >= outer.from && found.from < outer.to) units.push(found);
    }
  }
  return units.at(count > 0 ? count - 1 : count) ?? null;
}

function offsetFrom(
  from: Span,
  the: boolean,
  count: string | undefined,
  unit: string,
  way: string,
): Span | null {
  const earlier = /before|prior|preceding/.test(way);
  const weekday = readWeekday(unit);
  if (way === "of") {
    if (!the || from.precision !== "day") return null;
    if (unit === "week") return unitAt("week", from.from);
    return unit === "weekend" ? nearestWeekend(from.from) : null;
  }
  if (way === "from" && count === undefined) return null;
  if (weekday >= 0 || unit === "weekend") {
    const n = count === undefined ? 1 : readCount(count).count;
    const length = unit === "weekend" ? 2 : 1;
    const step = earlier ? -1 : 1;
    let at = earlier ? startOf("day", from.from) - length * DAY : startOf("day", from.to - 1) + DAY;
    const wanted = unit === "weekend" ? 6 : weekday;
    while (new Date(at).getUTCDay() !== wanted) at += step * DAY;
    at += step * (n - 1) * 7 * DAY;
    return { from: at, to: at + length * DAY, precision: "day" };
  }
  const { unit: precision, times } = readUnit(unit);
  if (count === undefined) {
    if (!the) return null;
    // The week before a day is the seven days that lead up to it; before a month it is the last seven of those.
    if (earlier) return { from: add(from.from, precision, -times), to: from.from, precision };
    return { from: from.to, to: add(from.to, precision, times), precision };
  }
  const { count: n } = readCount(count);
  if (!Number.isInteger(n)) return null;
  const at = add(from.from, precision, (earlier ? -n : n) * times);
  return { from: at, to: at + (from.to - from.from), precision: coarser(from.precision, "day") };
}

function nearestWeekend(day: number): Span {
  const monday = startOf("week", day);
  const weekday = new Date(day).getUTCDay();
  return weekendIn(weekday === 1 || weekday === 2 ? monday - 7 * DAY : monday);
}

/** "Between March and May", "5月到8月". */
function span(text: string, a: Placed, b: Placed): Placed | null {
  const gap = text.slice(a.end, b.start);
  const after = text.slice(b.end);
  if (!RANGE_GAP.test(gap)) return null;
  const opened = BETWEEN.exec(text.slice(0, a.start));
  const chinese = /[到至]/u.test(gap);
  const joins = /^\s*(?:to|until|till|through|thru|-|–|—|~|～|到|至|直到)/iu.test(gap);
  const closed = /^\s*(?:之间|间|期间)/u.exec(after);
  if (!joins && !opened && !closed) return null;
  if (/^\s*(?:until|till)/iu.test(gap) && !opened) return null;
  if (/^\s*or\b/iu.test(gap)) return null;
  const [first, last] = inOneYear(a, b);
  if (last.to <= first.from) return null;
  return {
    start: opened && (!chinese || /[从自]/u.test(opened[0])) ? opened.index : a.start,
    end: closed ? b.end + closed[0].length : b.end,
    span: { from: first.from, to: last.to, precision: coarser(first.precision, last.precision) },
    confidence: Math.min(0.95, Math.min(a.confidence, b.confidence) + 0.1),
    joined: true,
  };
}

/** A bound without a year takes the other's; both without: the later one decides. */
function inOneYear(a: Placed, b: Placed): [Span, Span] {
  const again = (one: Placed, other: Span, later: boolean): Span => {
    if (!one.within) return one.span;
    const { unit, of } = one.within;
    const base = startOf(unit, other.from);
    const found = of(base) ?? one.span;
    if (later && found.to <= other.from) return of(add(base, unit, 1)) ?? found;
    if (!later && found.from >= other.to) return of(add(base, unit, -1)) ?? found;
    return found;
  };
  if (b.within && !a.within) return [a.span, again(b, a.span, true)];
  return [again(a, b.span, false), b.span];
}

/** 前后 widens a day. */
function takeChinese(text: string, one: Placed): Placed {
  const around = /^(?:的?前后|左右)/u.exec(text.slice(one.end));
  if (!around) return one;
  const days = one.span.precision === "day" ? 3 : one.span.precision === "week" ? 7 : 0;
  return {
    ...one,
    end: one.end + around[0].length,
    span: {
      from: one.span.from - days * DAY,
      to: one.span.to + days * DAY,
      precision: days > 0 ? "week" : one.span.precision,
    },
    confidence: one.confidence * 0.85,
    joined: true,
  };
}

const INTRODUCED =
  /\b(?:in|since|until|till|by|from|before|after|during|of|through|throughout|for|on|around|about|over|as of|starting|between|and|to|late|early|mid|back in|circa|prior to)\s+(?:the\s+)?(?:year\s+)?$|[在从到于]$/iu;

function standsAlone(text: string, one: Placed): boolean {
  if (one.weak === undefined) return true;
  if (one.weak === "unless_joined") return false;
  const before = text.slice(0, one.start);
  if (before.trim() === "" && text.slice(one.end).trim().replace(/[?.!]/g, "") === "") return true;
  return INTRODUCED.test(before);
}
