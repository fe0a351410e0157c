import { type SQL, sql } from "drizzle-orm";
import type { ReadQuery } from "@/lib/engine/model/read-query";
import { MOST_WANTED, NEAREST, nearRows } from "@/lib/store/search/near-index";

/**
 * The nearest of a large scope, by its own index: approximately, and each is still held against the filter. Everything
 * that makes it one scope's stands in the text (see near-index.ts).
 */
export function nearestInScope(tenantId: string, query: ReadQuery, states: string[]): SQL | null {
  const { vector, filter } = query;
  const [scope, ...more] = filter.scopes;
  const whole = filter.self === null && filter.scopeTypes.length === 0 && more.length === 0;
  if (!query.near || vector === null || scope === undefined || !whole) return null;
  if (query.turns !== null || query.depth > MOST_WANTED || states.join() !== "live") return null;
  const type = sql.raw(`halfvec(${vector.embedding.length})`);
  const far = sql`embedding::${type} <=> ${`[${vector.embedding.join(",")}]`}::${type}`;
  return sql`select memory_id, 1 - (${far}) as score from search_vectors
      where ${sql.raw(nearRows({ tenantId, model: vector.model, scope }))} order by ${far} limit ${sql.raw(String(NEAREST))}`;
}
