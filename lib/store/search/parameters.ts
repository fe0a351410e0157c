import { type SQL, sql } from "drizzle-orm";

/** A list as one bound parameter, the same on both drivers: `{"a","b"}` as text, cast to text[]. */
export function textArray(items: readonly string[]): SQL {
  const literal = `{${items.map((item) => `"${item.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`).join(",")}}`;
  return sql`(${literal}::text)::text[]`;
}

/** An instant as a bound parameter. */
export function instantParam(at: Date): SQL {
  return sql`(${at.toISOString()}::text)::timestamptz`;
}
