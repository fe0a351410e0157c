import { toInstant, toLocalField } from "@/components/memory/to-instant";

const DAY = 86_400_000;

/** The midnight that ends the present day of a zone, as an instant; of a day that a clock change made longer or shorter too. */
export function endOfToday(now: Date, timeZone: string): string {
  const today = toLocalField(now, timeZone).slice(0, 10);
  const tomorrow = new Date(Date.parse(`${today}T00:00:00Z`) + DAY).toISOString().slice(0, 10);
  return toInstant(`${tomorrow}T00:00`, timeZone);
}
