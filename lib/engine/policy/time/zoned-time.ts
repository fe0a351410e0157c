const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat("en-GB", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  formats.set(zone, made);
  return made;
}

/** How far a zone's clocks are ahead of UTC at an instant, ms. */
function offsetAt(zone: string, at: number): number {
  const parts = formatOf(zone).formatToParts(at);
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value);
  const shown = Date.UTC(
    part("year"),
    part("month") - 1,
    part("day"),
    part("hour"),
    part("minute"),
    part("second"),
  );
  return shown - Math.floor(at / 1000) * 1000;
}

/**
 * The instant at which a zone's clocks show this. `wall` is the reading as if it were UTC, ms. A reading that the clocks
 * skipped in spring means the moment an hour later; one they showed twice, the first of the two.
 */
export function fromWallClock(wall: number, zone: string): Date {
  const first = wall - offsetAt(zone, wall - 86_400_000);
  const second = wall - offsetAt(zone, wall + 86_400_000);
  const shows = (at: number) => at + offsetAt(zone, at) === wall;
  return new Date(shows(first) ? first : shows(second) ? second : Math.max(first, second));
}

/** What a zone's clocks show at an instant, as if the reading were UTC, ms. */
export function toWallClock(at: Date, zone: string): number {
  return at.getTime() + offsetAt(zone, at.getTime());
}
