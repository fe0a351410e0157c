import { type SQL, sql } from "drizzle-orm";

/**
 * A list of texts as one bound parameter: `= any(…)`, `&& …`. The two drivers serialise JavaScript arrays differently;
 * JSON text they both leave alone.
 */
export function textArray(items: readonly string[]): SQL {
  return sql`array(select jsonb_array_elements_text(${JSON.stringify(items)}::text::jsonb))`;
}

/**
 * The same for `in …` and `not in …`. Few are bound one by one, so that the planner sees a list; many become a set that
 * it can hash: an array is searched from its beginning for every row.
 */
export function textSet(items: readonly string[]): SQL {
  if (items.length === 0) return sql`(select null::text where false)`;
  if (items.length > 50)
    return sql`(select jsonb_array_elements_text(${JSON.stringify(items)}::text::jsonb))`;
  const bound = items.map((item) => sql`${item}`);
  return sql`(${sql.join(bound, sql`, `)})`;
}
