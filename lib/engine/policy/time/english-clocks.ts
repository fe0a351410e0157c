import { DAY, HOUR, MINUTE, type Span, startOf } from "@/lib/engine/policy/time/calendar";
import { nearest, type Rule } from "@/lib/engine/policy/time/reading";

const rule = (pattern: string, read: Rule["read"]): Rule => ({ pattern: new RegExp(pattern, "giu"), read });

/** Times of a day: they join the day beside them. */
export const ENGLISH_CLOCKS: readonly Rule[] = [
  rule(
    `(?<![\\d:./-])\\b(\\d{1,2})(?::(\\d{2}))? ?(a\\.?m\\.?|p\\.?m\\.?)(?![\\p{L}\\d])|(?<![\\d:./-])\\b([01]?\\d|2[0-3]):([0-5]\\d)(?![:\\d])|\\b(noon|midday|midnight)\\b|\\b(\\d{1,2}) o['’]clock\\b`,
    ([, hour, minute, half, hour24, minute24, word, oclock], context) => {
      const isPm = half?.toLowerCase().startsWith("p");
      const h = word
        ? word.toLowerCase() === "midnight"
          ? 0
          : 12
        : oclock
          ? Number(oclock)
          : hour24
            ? Number(hour24)
            : (Number(hour) % 12) + (isPm ? 12 : 0);
      const m = Number(minute ?? minute24 ?? 0);
      const exact = minute !== undefined || minute24 !== undefined;
      const of = (start: number): Span => {
        const from = start + h * HOUR + m * MINUTE;
        return { from, to: from + (exact ? MINUTE : HOUR), precision: exact ? "minute" : "hour" };
      };
      const today = startOf("day", context.now);
      const span = nearest(context, [of(today - DAY), of(today), of(today + DAY)]);
      return span && { span, confidence: half ? 0.6 : 0.5, within: { unit: "day", of } };
    },
  ),
  rule(
    `\\b(?:(?:in|during) )?(?:the )?(?:early |late )?(morning|afternoon|evening|night)\\b`,
    ([, part = ""], { now }) => ({
      span: partOfDay(startOf("day", now), part),
      confidence: 0.3,
      within: { unit: "day", of: (start) => partOfDay(start, part) },
      weak: "unless_joined",
    }),
  ),
];

/** Night reaches into the next morning. */
export function partOfDay(day: number, part: string): Span {
  const key = part.toLowerCase();
  const [from, to]: [number, number] =
    key === "morning" ? [5, 12] : key === "afternoon" ? [12, 18] : key === "evening" ? [17, 24] : [18, 30];
  return { from: day + from * HOUR, to: day + to * HOUR, precision: "hour" };
}
