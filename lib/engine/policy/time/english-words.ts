import type { Precision } from "@/lib/engine/policy/time/calendar";

export const MONTH =
  "jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?";
export const WEEKDAY =
  "sun(?:day)?|mon(?:day)?|tue(?:s(?:day)?)?|wed(?:nesday)?|thu(?:r(?:s(?:day)?)?)?|fri(?:day)?|sat(?:urday)?";
export const FULL_WEEKDAY = "sunday|monday|tuesday|wednesday|thursday|friday|saturday";
export const YEAR = "(?:19|20)\\d{2}";
export const UNIT = "minute|min|hour|hr|day|night|week|fortnight|month|quarter|year|decade";
export const COUNT =
  "\\d+|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|(?:a )?couple(?: of)?|(?:a )?few|several|half an?";

const WHOLE_WEEKDAY = new RegExp(`^(?:${WEEKDAY})$`, "iu");
const MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
const WEEKDAYS = "sun mon tue wed thu fri sat".split(" ");
const COUNTS: Record<string, number> = {
  a: 1,
  an: 1,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  fifteen: 15,
  twenty: 20,
  thirty: 30,
  "half a": 0.5,
  "half an": 0.5,
};
const ORDINALS: Record<string, number> = { first: 1, second: 2, third: 3, fourth: 4, last: -1, final: -1 };

/** From 0. */
export function readMonth(word: string): number {
  return MONTHS.indexOf(word.toLowerCase().slice(0, 3));
}

/** 0 is Sunday; −1 is no weekday ("month" begins like one). */
export function readWeekday(word: string): number {
  return WHOLE_WEEKDAY.test(word) ? WEEKDAYS.indexOf(word.toLowerCase().slice(0, 3)) : -1;
}

/** "A few" is three, and less sure. */
export function readCount(words: string): { count: number; sure: boolean } {
  const key = words.toLowerCase();
  if (/^\d+$/.test(key)) return { count: Number(key), sure: true };
  if (key.includes("couple")) return { count: 2, sure: false };
  if (key.includes("few")) return { count: 3, sure: false };
  if (key === "several") return { count: 4, sure: false };
  return { count: COUNTS[key] ?? 1, sure: true };
}

/** −1 is the last. */
export function readOrdinal(word: string): number {
  return ORDINALS[word.toLowerCase()] ?? Number.parseInt(word, 10);
}

/** A unit of the calendar and how many of them: a fortnight is two weeks. */
export function readUnit(word: string): { unit: Precision; times: number } {
  const key = word.toLowerCase().replace(/s$/, "");
  if (key === "fortnight") return { unit: "week", times: 2 };
  if (key === "decade") return { unit: "year", times: 10 };
  if (key === "night") return { unit: "day", times: 1 };
  if (key === "min") return { unit: "minute", times: 1 };
  if (key === "hr") return { unit: "hour", times: 1 };
  return { unit: key as Precision, times: 1 };
}
