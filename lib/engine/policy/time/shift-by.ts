import { add, DAY, HOUR, MINUTE, type Precision, startOf, unitAt } from "@/lib/engine/policy/time/calendar";
import type { Reading } from "@/lib/engine/policy/time/reading";

/**
 * So many units from now, as exactly as it was said: "five months ago" is a month, "two weeks ago" a week. Half a unit
 * is told in the next finer one.
 */
export function shiftBy(now: number, unit: Precision, count: number, confidence: number): Reading {
  if (!Number.isInteger(count)) {
    const [finer, times]: [Precision, number] =
      unit === "year"
        ? ["month", 12]
        : unit === "quarter"
          ? ["month", 3]
          : unit === "month"
            ? ["week", 30 / 7]
            : unit === "week"
              ? ["day", 7]
              : unit === "day"
                ? ["hour", 24]
                : ["minute", 60];
    const whole = finer === "week" ? Math.round(count * 30) : Math.round(count * times);
    const at = finer === "week" ? now + whole * DAY : add(now, finer, whole);
    return { span: unitAt(finer, at), confidence: confidence * 0.9 };
  }
  if (unit === "minute") {
    const from = startOf("minute", now + count * MINUTE);
    return { span: { from, to: from + MINUTE, precision: "minute" }, confidence };
  }
  if (unit === "hour") {
    const from = startOf("hour", now + count * HOUR);
    return { span: { from, to: from + HOUR, precision: "hour" }, confidence };
  }
  return { span: unitAt(unit, add(startOf(unit === "year" ? "year" : "day", now), unit, count)), confidence };
}
