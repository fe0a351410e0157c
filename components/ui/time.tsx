import { useFormatter, useLocale, useNow, useTimeZone } from "next-intl";

export type TimeStyle = "date" | "minute" | "exact" | "relative";

/**
 * An instant in the reader's zone. `exact` has seconds and the zone; `relative` is for "how fresh" and keeps the exact
 * value in its title. The relative form is counted from the server's now, so that server and browser agree.
 */
export function Time({ at, style = "date" }: { at: string; style?: TimeStyle }) {
  const format = useFormatter();
  const now = useNow();
  const timeZone = useTimeZone();
  const date = new Date(at);
  const locale = useLocale();
  const clock = format.dateTime(date, {
    year: "numeric",
    month: "short",
    day: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hourCycle: "h23",
    timeZone,
  });
  const exact = `${clock} ${nameZone(date, locale, timeZone)}`;
  const text =
    style === "exact"
      ? exact
      : style === "relative"
        ? format.relativeTime(date, now)
        : format.dateTime(date, {
            year: "numeric",
            month: "short",
            day: "numeric",
            timeZone,
            ...(style === "minute" ? { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } : {}),
          });
  return (
    <time dateTime={at} title={exact} className="figures">
      {text}
    </time>
  );
}

/** The zone's short name at that instant, alone: Chinese puts it between date and time, where it reads as neither's. */
function nameZone(date: Date, locale: string, timeZone: string | undefined): string {
  const parts = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: "short" }).formatToParts(date);
  return parts.find((part) => part.type === "timeZoneName")?.value ?? timeZone ?? "UTC";
}
