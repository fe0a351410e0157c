import {
  add,
  DAY,
  type Precision,
  type Span,
  startOf,
  weekdayOf,
  yearOf,
} from "@/lib/engine/policy/time/calendar";

/** Which way a time without its year, week or day is meant: a memory looks back, a plan ahead. */
export type Direction = "past" | "future" | "either";

export interface TimeContext {
  /** The wall clock's reading when the words were said. */
  now: number;
  direction: Direction;
}

/** What some words of a text say about time, before they meet their neighbours. */
export interface Reading {
  span: Span;
  confidence: number;
  /** The same words inside a named unit: "May" in a year, "Friday" in a week, "3 pm" on a day. */
  within?: { unit: Precision; of(start: number): Span | null };
  /** Says little by itself: "May" counts after a word like "in" or beside another time, "evening" beside one only. */
  weak?: "unless_introduced" | "unless_joined";
}

export interface Rule {
  /** Global, with the u flag. */
  pattern: RegExp;
  read(match: RegExpExecArray, context: TimeContext): Reading | null;
}

/** The year in which a yearly time is meant: the last that began, the next that has not ended, or the nearest. */
export function nearestYear(context: TimeContext, of: (year: number) => Span | null): Span | null {
  const year = yearOf(context.now);
  const spans: Span[] = [];
  for (let y = year - 8; y <= year + 8; y++) {
    const span = of(y);
    if (span) spans.push(span);
  }
  return nearest(context, spans);
}

/** @param spans in the order of time */
export function nearest(context: TimeContext, spans: readonly Span[]): Span | null {
  const { now, direction } = context;
  if (direction === "past") return spans.filter((span) => span.from <= now).at(-1) ?? null;
  if (direction === "future") return spans.find((span) => span.to > now) ?? null;
  const away = (span: Span) => (span.from > now ? span.from - now : span.to <= now ? now - span.to : 0);
  return spans.reduce<Span | null>(
    (best, span) => (best === null || away(span) < away(best) ? span : best),
    null,
  );
}

/** A reading that comes again every year. */
export function yearly(
  context: TimeContext,
  of: (year: number) => Span | null,
  confidence: number,
): Reading | null {
  const span = nearestYear(context, of);
  return span && { span, confidence, within: { unit: "year", of: (start) => of(yearOf(start)) } };
}

/** @param weekday 0 is Sunday. Said on that very day, another week's is meant unless both ways are open. */
export function weekly(context: TimeContext, weekday: number, confidence: number): Reading {
  const today = startOf("day", context.now);
  const ahead = (weekday - weekdayOf(today) + 7) % 7;
  const by =
    context.direction === "past"
      ? ahead - 7
      : context.direction === "future"
        ? ahead || 7
        : ahead <= 3
          ? ahead
          : ahead - 7;
  return {
    span: dayAt(today + by * DAY),
    confidence,
    within: { unit: "week", of: (start) => weekdayIn(start, weekday) },
  };
}

/** The weekday of the week that begins at this Monday. */
export function weekdayIn(monday: number, weekday: number): Span {
  return dayAt(monday + ((weekday + 6) % 7) * DAY);
}

/** Saturday and Sunday of the week that begins at this Monday. */
export function weekendIn(monday: number): Span {
  return { from: monday + 5 * DAY, to: monday + 7 * DAY, precision: "day" };
}

export function dayAt(at: number): Span {
  return { from: at, to: add(at, "day", 1), precision: "day" };
}

/** Winter begins in the December of its year. Northern: who lives elsewhere will name months. */
export function seasonIn(year: number, season: "spring" | "summer" | "autumn" | "winter"): Span {
  const month = { spring: 2, summer: 5, autumn: 8, winter: 11 }[season];
  const from = Date.UTC(year, month);
  return { from, to: add(from, "month", 3), precision: "quarter" };
}

/** Part of a longer span: its beginning, middle or end third; of a half, the half. */
export function partOf(span: Span, part: "early" | "mid" | "late" | "first" | "second"): Span {
  const length = span.to - span.from;
  // Thirds of a year or a season are whole months, those of a month ten days.
  const months = span.precision === "year" ? 4 : span.precision === "quarter" ? 1 : 0;
  const cut = (third: number) => {
    if (months > 0) return add(span.from, "month", months * third);
    if (span.precision === "month") return add(span.from, "day", 10 * third);
    return startOf("day", span.from + Math.round((length * third) / 3));
  };
  const finer: Precision =
    span.precision === "year" ? "quarter" : span.precision === "quarter" ? "month" : "week";
  if (part === "first") return { from: span.from, to: half(span), precision: finer };
  if (part === "second") return { from: half(span), to: span.to, precision: finer };
  if (part === "early") return { from: span.from, to: cut(1), precision: finer };
  if (part === "late") return { from: cut(2), to: span.to, precision: finer };
  return { from: cut(1), to: cut(2), precision: finer };
}

function half(span: Span): number {
  if (span.precision === "year") return add(span.from, "month", 6);
  return startOf("day", span.from + Math.round((span.to - span.from) / 2));
}
