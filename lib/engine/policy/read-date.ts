const MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
const MONTH =
  "(?<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?";
const YEAR = "(?<year>(?:1[5-9]|2[01])\\d{2})";
const DAY = "(?<day>[0-3]?\\d)(?:st|nd|rd|th)?";

const SHAPES = [
  new RegExp(`^${YEAR}[-/.](?<number>[01]?\\d)[-/.]${DAY}$`, "u"),
  new RegExp(`^${DAY} (?:of )?${MONTH},? ${YEAR}$`, "u"),
  new RegExp(`^${MONTH} ${DAY},? ${YEAR}$`, "u"),
  new RegExp(`^${YEAR} ?年 ?(?<number>[01]?\\d) ?月 ?(?<day>[0-3]?\\d) ?[日号]$`, "u"),
  new RegExp(`^${MONTH},? ${YEAR}$`, "u"),
  new RegExp(`^${YEAR}-(?<number>[01]\\d)$`, "u"),
  new RegExp(`^${YEAR} ?年 ?(?<number>[01]?\\d) ?月$`, "u"),
];
const INSTANT = /^\d{4}-\d{2}-\d{2}t\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:z|[+-]\d{2}:\d{2})$/u;

/**
 * A whole text (lower case) that is a date or an instant, in one spelling: "1 Dec 2026", "2026/12/1" and "2026年12月1日".
 * "01/12/2026" is none: nobody can say which is the month. Null for anything else.
 */
export function readDate(text: string): string | null {
  if (INSTANT.test(text)) {
    const instant = new Date(text);
    return Number.isNaN(instant.getTime()) ? null : instant.toISOString();
  }
  for (const shape of SHAPES) {
    const parts = shape.exec(text)?.groups;
    if (!parts) continue;
    const month = parts.month ? MONTHS.indexOf(parts.month.slice(0, 3)) + 1 : Number(parts.number);
    const padded = `${parts.year}-${String(month).padStart(2, "0")}`;
    if (month < 1 || month > 12) return null;
    if (parts.day === undefined) return padded;
    const date = `${padded}-${parts.day.padStart(2, "0")}`;
    const real = new Date(`${date}T00:00:00Z`);
    return Number.isNaN(real.getTime()) || real.toISOString().slice(0, 10) !== date ? null : date;
  }
  return null;
}
