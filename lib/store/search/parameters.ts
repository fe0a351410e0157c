import { type SQL, sql } from "drizzle-orm";

/**
 * A list as one bound parameter, the same on both drivers: its literal `{"a","b"}`, sent as text[]. Typed at the
 * parameter itself: a cast from text would be parsed anew for every row.
 */
export function textArray(items: readonly string[]): SQL {
  const literal = `{${items.map((item) => `"${item.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`).join(",")}}`;
  return sql`${literal}::text[]`;
}

/** An instant as a bound parameter. */
export function instantParam(at: Date): SQL {
  return sql`${at.toISOString()}::timestamptz`;
}
