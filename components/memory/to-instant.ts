/**
 * A wall-clock time as a `datetime-local` field gives it ("2026-11-29T14:00"), read in a named zone, as an RFC 3339
 * instant. In the hour that a zone skips, the time after the jump; in the hour it repeats, the first one.
 */
export function toInstant(local: string, timeZone: string): string {
  const guess = Date.parse(`${local}:00Z`);
  const offsetAt = (utc: number) =>
    Date.parse(`${toLocalField(new Date(utc), timeZone)}:00Z`) - Math.floor(utc / 60_000) * 60_000;
  const earlier = guess - offsetAt(guess - 86_400_000);
  const later = guess - offsetAt(guess + 86_400_000);
  const fits = [earlier, later].filter((utc) => utc + offsetAt(utc) === guess);
  return new Date(fits.length > 0 ? Math.min(...fits) : Math.max(earlier, later)).toISOString();
}

/** The other way: an instant as the value of a `datetime-local` field in a named zone. */
export function toLocalField(instant: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat("en-CA", {
    timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  }).formatToParts(instant);
  const get = (type: string) => parts.find((part) => part.type === type)?.value ?? "00";
  return `${get("year")}-${get("month")}-${get("day")}T${get("hour")}:${get("minute")}`;
}
