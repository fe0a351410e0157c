/** How exactly a time is given. */
export type Precision = "minute" | "hour" | "day" | "week" | "month" | "quarter" | "year";

/** Half-open, in readings of a wall clock (as if UTC, ms): the calendar is the same in every zone. */
export interface Span {
  from: number;
  to: number;
  precision: Precision;
}

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
export const FINE_TO_COARSE: readonly Precision[] = [
  "minute",
  "hour",
  "day",
  "week",
  "month",
  "quarter",
  "year",
];

/** @param month from 0 */
export function wall(year: number, month: number, day = 1): number {
  return Date.UTC(year, month, day);
}

export function yearOf(at: number): number {
  return new Date(at).getUTCFullYear();
}

export function monthOf(at: number): number {
  return new Date(at).getUTCMonth();
}

export function dayOf(at: number): number {
  return new Date(at).getUTCDate();
}

/** 0 is Sunday. */
export function weekdayOf(at: number): number {
  return new Date(at).getUTCDay();
}

/** Weeks begin on Monday. */
export function startOf(unit: Precision, at: number): number {
  switch (unit) {
    case "minute":
      return at - (((at % MINUTE) + MINUTE) % MINUTE);
    case "hour":
      return at - (((at % HOUR) + HOUR) % HOUR);
    case "day":
      return at - (((at % DAY) + DAY) % DAY);
    case "week": {
      const day = startOf("day", at);
      return day - ((weekdayOf(day) + 6) % 7) * DAY;
    }
    case "month":
      return wall(yearOf(at), monthOf(at));
    case "quarter":
      return wall(yearOf(at), Math.floor(monthOf(at) / 3) * 3);
    case "year":
      return wall(yearOf(at), 0);
  }
}

/** Months keep the day as far as the month has it: 31 March less a month is the last of February. */
export function add(at: number, unit: Precision, count: number): number {
  switch (unit) {
    case "minute":
      return at + count * MINUTE;
    case "hour":
      return at + count * HOUR;
    case "day":
      return at + count * DAY;
    case "week":
      return at + count * 7 * DAY;
    case "quarter":
      return add(at, "month", count * 3);
    case "year":
      return add(at, "month", count * 12);
    case "month": {
      const first = wall(yearOf(at), monthOf(at) + count);
      const length = (wall(yearOf(first), monthOf(first) + 1) - first) / DAY;
      return first + (Math.min(dayOf(at), length) - 1) * DAY + (at - startOf("day", at));
    }
  }
}

/** The calendar unit that holds this reading. */
export function unitAt(unit: Precision, at: number): Span {
  const from = startOf(unit, at);
  return { from, to: add(from, unit, 1), precision: unit };
}

/** @param month from 0; null when there is no such day */
export function dateAt(year: number, month: number, day: number): Span | null {
  const from = wall(year, month, day);
  if (month < 0 || month > 11 || day < 1 || monthOf(from) !== month) return null;
  return { from, to: from + DAY, precision: "day" };
}

export function monthAt(year: number, month: number): Span {
  return { from: wall(year, month), to: wall(year, month + 1), precision: "month" };
}

/** The coarser of two precisions. */
export function coarser(a: Precision, b: Precision): Precision {
  return FINE_TO_COARSE.indexOf(a) >= FINE_TO_COARSE.indexOf(b) ? a : b;
}
