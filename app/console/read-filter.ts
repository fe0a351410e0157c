import { toInstant } from "@/components/memory/to-instant";

export type Query = Record<string, string | string[] | undefined>;

/**
 * The filter that an address names. What a key does not accept is left out as if it were not there: a mistyped address
 * is never an error. Whether something was left out is told, so that the page can say so.
 */
export function readFilter<K extends string>(
  query: Query,
  accepts: Record<K, (value: string) => boolean>,
): { values: Partial<Record<K, string>>; ignored: boolean } {
  const values: Partial<Record<K, string>> = {};
  let ignored = false;
  for (const key of Object.keys(accepts) as K[]) {
    const value = query[key];
    if (value === undefined || value === "") continue;
    if (typeof value === "string" && accepts[key](value)) values[key] = value;
    else ignored = true;
  }
  return { values, ignored };
}

/** A wall-clock moment as a form writes it. */
export function isMoment(value: string): boolean {
  return (
    /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/.test(value) &&
    !Number.isNaN(Date.parse(`${value.slice(0, 16)}:00Z`))
  );
}

/** That moment in the reader's zone; undefined when none is named. */
export function toMoment(value: string | undefined, timeZone: string): string | undefined {
  return value === undefined ? undefined : toInstant(value.slice(0, 16), timeZone);
}

export const readCursor = (query: Query): string | undefined =>
  typeof query.cursor === "string" && query.cursor !== "" ? query.cursor : undefined;
