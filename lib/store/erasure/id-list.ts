import { type SQL, sql } from "drizzle-orm";

/**
 * A list of texts as one bound parameter: `= any(…)`, `&& …`. The two drivers serialise JavaScript arrays differently;
 * JSON text they both leave alone.
 */
export function textArray(items: readonly string[]): SQL {
  return sql`array(select jsonb_array_elements_text(${JSON.stringify(items)}::text::jsonb))`;
}
