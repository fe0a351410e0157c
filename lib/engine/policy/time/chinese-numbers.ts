const DIGITS = new Map([..."零一二三四五六七八九"].map((digit, value) => [digit, value]));
DIGITS.set("〇", 0);
DIGITS.set("两", 2);
DIGITS.set("俩", 2);

/** A number up to 99 in digits or Chinese, or a year said digit by digit. */
export const CHINESE_NUMBER = "(?:\\d+|[〇零一二三四五六七八九十两俩]+)";

/** @returns NaN when it is no number */
export function readChineseNumber(text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  const ten = text.indexOf("十");
  if (ten >= 0) {
    const tens = ten === 0 ? 1 : (DIGITS.get(text.slice(0, ten)) ?? Number.NaN);
    const ones = ten === text.length - 1 ? 0 : (DIGITS.get(text.slice(ten + 1)) ?? Number.NaN);
    return tens * 10 + ones;
  }
  let value = 0;
  for (const digit of text) value = value * 10 + (DIGITS.get(digit) ?? Number.NaN);
  return value;
}
