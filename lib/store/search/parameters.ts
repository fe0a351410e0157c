import { type SQL, sql } from "drizzle-orm";

/**
 * A list as one bound parameter, the same on both drivers: its literal `{"a","b"}`, sent as text[]. Typed at the
 * parameter itself: a cast from text would be parsed anew for every row.
 */
export function textArray(items: readonly string[]): SQL {
  return sql`${toTextArray(items)}::text[]`;
}

export function toTextArray(items: readonly string[]): string {
  return `{${items.map((item) => `"${item.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`).join(",")}}`;
}

/** An instant as a bound parameter. */
export function instantParam(at: Date): SQL {
  return sql`${at.toISOString()}::timestamptz`;
}
