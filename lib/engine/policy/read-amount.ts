import { findUnit } from "@/lib/engine/policy/value-units";

const CHINESE_DIGITS = new Map([..."零一二三四五六七八九"].map((digit, value) => [digit, value]));
CHINESE_DIGITS.set("〇", 0);
CHINESE_DIGITS.set("两", 2);
const POWERS = new Map([
  ["十", 10],
  ["百", 100],
  ["千", 1_000],
]);
const ENGLISH_NUMBERS = new Map(
  "zero one two three four five six seven eight nine ten eleven twelve"
    .split(" ")
    .map((word, value) => [word, value]),
);
const SCALES = new Map([
  ["k", 1_000],
  ["thousand", 1_000],
  ["million", 1_000_000],
  ["百", 100],
  ["千", 1_000],
  ["万", 10_000],
  ["亿", 100_000_000],
]);

/** "一千五百" is 1500, "三万" is 30000, "二〇二六" is none (a year is said digit by digit). Null for anything else. */
export function readChineseAmount(text: string): number | null {
  const [high, low, ...more] = text.split("万");
  if (more.length > 0 || high === undefined) return null;
  if (low !== undefined) {
    const tens = readBelowTenThousand(high);
    const rest = low === "" ? 0 : readBelowTenThousand(low);
    return tens === null || rest === null ? null : tens * 10_000 + rest;
  }
  return readBelowTenThousand(high);
}

function readBelowTenThousand(text: string): number | null {
  if (text === "") return null;
  let total = 0;
  let digit: number | null = null;
  let lastPower = Number.POSITIVE_INFINITY;
  for (const letter of text) {
    const power = POWERS.get(letter);
    const value = CHINESE_DIGITS.get(letter);
    if (power !== undefined) {
      if (power >= lastPower || digit === 0) return null;
      total += (digit ?? (total === 0 && power === 10 ? 1 : Number.NaN)) * power;
      digit = null;
      lastPower = power;
    } else if (value !== undefined) {
      if (digit !== null && digit !== 0) return null;
      digit = value;
    } else return null;
  }
  const result = total + (digit ?? 0);
  return Number.isNaN(result) ? null : result;
}

const NUMERAL = /^(?<number>[+-]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?)\s*(?<rest>.*)$/u;
const CHINESE = /^(?<number>[零〇一二两三四五六七八九十百千万]+)(?<rest>.*)$/u;
const SPELLED = /^(?<number>[a-z]+)\s+(?<rest>.+)$/u;

/**
 * A whole text that is a number, with or without a unit, in one spelling: "1,500 words", "1500 words" and "1.5k words"
 * are one; "60 min" is "1 h"; "一千五百字" is "1500 字". Null for anything else. A decimal without a unit stays text: it
 * may be a version ("3.10" is not "3.1"), and so does what begins with a nought or a plus.
 */
export function readAmount(text: string): string | null {
  const numeral = NUMERAL.exec(text)?.groups;
  if (numeral) return fromNumeral(numeral.number ?? "", numeral.rest ?? "");
  const chinese = CHINESE.exec(text)?.groups;
  if (chinese) {
    const value = readChineseAmount(chinese.number ?? "");
    const unit = chinese.rest ?? "";
    return value === null || (unit !== "" && findUnit(unit) === null) ? null : print(value, unit);
  }
  const spelled = SPELLED.exec(text)?.groups;
  const value = ENGLISH_NUMBERS.get(spelled?.number ?? "");
  return value !== undefined && findUnit(spelled?.rest ?? "") !== null
    ? print(value, spelled?.rest ?? "")
    : null;
}

function fromNumeral(number: string, rest: string): string | null {
  if (number.startsWith("+") || /^-?0\d/.test(number)) return null;
  const scaled = /^(k|thousand|million|百|千|万|亿)(?![a-z])\s*(.*)$/u.exec(rest);
  const unit = (scaled ? scaled[2] : rest) ?? "";
  const decimal = number.includes(".");
  if (unit === "" && decimal && !scaled) return null;
  if (unit !== "" && findUnit(unit) === null) return null;
  const value = Number(number.replaceAll(",", "")) * (SCALES.get(scaled?.[1] ?? "") ?? 1);
  return Number.isFinite(value) && Math.abs(value) < 1e15 ? print(value, unit) : null;
}

function print(value: number, unit: string): string {
  const known = unit === "" ? null : findUnit(unit);
  const amount = Number((value * (known?.factor ?? 1)).toPrecision(12));
  return known ? `${amount} ${known.base}` : String(amount);
}
