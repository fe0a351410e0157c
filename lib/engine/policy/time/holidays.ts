import { DAY, dateAt, type Span, wall, weekdayOf } from "@/lib/engine/policy/time/calendar";

/** A yearly day or run of days. */
export type Holiday = (year: number) => Span | null;

const on = (month: number, day: number, days = 1): Holiday => {
  return (year) => {
    const first = dateAt(year, month - 1, day);
    return first && { from: first.from, to: first.from + days * DAY, precision: "day" };
  };
};

const nth = (month: number, weekday: number, count: number): Holiday => {
  return (year) => {
    const first = wall(year, month - 1);
    const day = 1 + ((weekday - weekdayOf(first) + 7) % 7) + (count - 1) * 7;
    return dateAt(year, month - 1, day);
  };
};

const lunarDate = new Intl.DateTimeFormat("en-u-ca-chinese", {
  timeZone: "UTC",
  month: "numeric",
  day: "numeric",
});

/** The day of the Chinese calendar, found between late January and the end of November. Leap months never count. */
const lunar = (month: number, day: number, days = 1, shift = 0): Holiday => {
  const known = new Map<number, Span | null>();
  const find: Holiday = (year) => {
    for (let at = wall(year, 0, 20); at < wall(year, 11, 1); at += DAY) {
      const parts = lunarDate.formatToParts(at);
      const part = (type: string) => parts.find((one) => one.type === type)?.value;
      if (part("month") === String(month) && part("day") === String(day)) {
        return { from: at + shift * DAY, to: at + (shift + days) * DAY, precision: "day" };
      }
    }
    return null;
  };
  return (year) => {
    if (!known.has(year)) known.set(year, find(year));
    return known.get(year) ?? null;
  };
};

/** Western Easter Sunday (the anonymous Gregorian algorithm). */
const easter: Holiday = (year) => {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30;
  const e = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - d - (c % 4)) % 7;
  const f = d + e - 7 * Math.floor((a + 11 * d + 22 * e) / 451) + 114;
  return dateAt(year, Math.floor(f / 31) - 1, (f % 31) + 1);
};

/** By lower-case name. */
export const ENGLISH_HOLIDAYS: ReadonlyMap<string, Holiday> = new Map([
  ["christmas", on(12, 25)],
  ["christmas day", on(12, 25)],
  ["christmas eve", on(12, 24)],
  ["boxing day", on(12, 26)],
  ["new year's day", on(1, 1)],
  ["new year's eve", on(12, 31)],
  ["new year's", on(1, 1)],
  ["new year", on(1, 1)],
  ["halloween", on(10, 31)],
  ["valentine's day", on(2, 14)],
  ["independence day", on(7, 4)],
  ["labor day", nth(9, 1, 1)],
  ["thanksgiving", nth(11, 4, 4)],
  ["mother's day", nth(5, 0, 2)],
  ["father's day", nth(6, 0, 3)],
  ["easter", easter],
  ["easter sunday", easter],
  ["chinese new year", lunar(1, 1)],
]);

export const CHINESE_HOLIDAYS: ReadonlyMap<string, Holiday> = new Map([
  ["元旦", on(1, 1)],
  ["情人节", on(2, 14)],
  ["妇女节", on(3, 8)],
  ["清明节", on(4, 4)],
  ["清明", on(4, 4)],
  ["劳动节", on(5, 1)],
  ["五一", on(5, 1)],
  ["儿童节", on(6, 1)],
  ["六一", on(6, 1)],
  ["教师节", on(9, 10)],
  ["国庆节", on(10, 1, 7)],
  ["国庆", on(10, 1, 7)],
  ["十一", on(10, 1, 7)],
  ["双十一", on(11, 11)],
  ["平安夜", on(12, 24)],
  ["圣诞节", on(12, 25)],
  ["圣诞", on(12, 25)],
  ["母亲节", nth(5, 0, 2)],
  ["父亲节", nth(6, 0, 3)],
  ["除夕", lunar(1, 1, 1, -1)],
  ["春节", lunar(1, 1, 7)],
  ["元宵节", lunar(1, 15)],
  ["端午节", lunar(5, 5)],
  ["端午", lunar(5, 5)],
  ["七夕", lunar(7, 7)],
  ["中秋节", lunar(8, 15)],
  ["中秋", lunar(8, 15)],
  ["重阳节", lunar(9, 9)],
]);
