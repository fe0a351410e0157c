import { type SQL, sql } from "drizzle-orm";
import type { ReadQuery } from "@/lib/engine/model/read-query";
import { inScopes } from "@/lib/store/search/hard-filter";
import { textArray } from "@/lib/store/search/parameters";

/**
 * `keys`: what the keys of facts say, read from the facts themselves: a memory is found here in the moment it is
 * committed, whatever the indexes know. Score in [0,1]: 0.6 for the share of the predicate's words in the question, 0.4
 * for its subject (named as an entity, or in the question). Whatever can have a score passes the cheap conditions first.
 */
export function keyScores(tenantId: string, query: ReadQuery): SQL {
  if (!query.channels.structured) {
    return sql`keys as (select null::text as fact_id, null::text as scope, null::text as subject, null::text as name, 0::float8 as share, 0::float8 as score where false)`;
  }
  const asked = sql`${` ${query.normalised} `}::text`;
  const entities = textArray(query.entities);
  return sql`keys as materialized (
      select fact_id, scope, subject, name, share, 0.6 * share + case when named then 0.4 else 0 end as score
      from (
        select f.fact_id, f.scope, f.subject, f.key_name as name,
          case
            when f.predicate is null then 0
            when strpos(${asked}, ' ' || f.key_phrase || ' ') > 0 then 1.0::float8
            when f.predicate ~ '[\u4e00-\u9fff]' then case when strpos(${asked}, lower(f.predicate)) > 0 then 1.0::float8 else 0 end
            else (select count(*) filter (where w = any(${textArray(query.keyWords)}))::float8 / greatest(count(*), 1)
              from unnest(f.key_words) as w)
          end as share,
          f.subject = any(${entities}) or f.key_name = any(${entities})
            or case when f.key_name ~ '[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]' then length(f.key_name) >= 2 and strpos(${asked}, f.key_name) > 0
              else strpos(${asked}, ' ' || f.key_name || ' ') > 0 end as named
        from facts f
        where ${factsInReach(tenantId, query)} and f.subject is not null
          and (f.key_words && ${textArray(query.keyWords)} or strpos(${asked}, f.key_name) > 0 or strpos(${asked}, f.key_phrase) > 0
            or f.subject = any(${entities}) or f.key_name = any(${entities}))
        offset 0
      ) compared
    )`;
}

/** `structured`: by their keys. A listing takes everything; an intent may bring standing rules. */
export function structuredChannel(query: ReadQuery): SQL {
  if (!query.channels.structured)
    return sql`structured as (select null::text as memory_id, null::float8 as score where false)`;
  return sql`structured as materialized (
      select e.memory_id, max(e.score) as score
      from (
        select p.memory_id, p.confirmed_now, p.importance, p.updated_at, k.score from pool p join keys k on k.fact_id = p.fact_id and k.score > 0
        ${query.listing ? sql`union all select memory_id, confirmed_now, importance, updated_at, 0.5::float8 from held where admitted` : sql``}
        ${query.bringsStandingRules ? STANDING_RULES : sql``}
      ) e
      group by e.memory_id, e.confirmed_now, e.importance, e.updated_at
      order by score desc, e.confirmed_now desc, e.importance desc, e.updated_at desc, e.memory_id
      limit ${query.depth}::int
    )`;
}

/** The facts, as `f`, that a question may look at. */
export function factsInReach(tenantId: string, query: ReadQuery): SQL {
  const { self } = query.filter;
  const reach = inScopes(sql`f.scope`, query.filter);
  return sql`f.tenant_id = ${tenantId} and ${self === null ? reach : sql`(${reach} or f.subject = ${self})`}`;
}

/** `entity:Rosa_Diaz` → `rosa diaz`: names are compared without their type and writing; as `facts.key_name` is made. */
export function nameOfSubject(column: SQL): SQL {
  return sql`lower(regexp_replace(regexp_replace(${column}, '^[a-z]+:', ''), '[_.\\-/ ]+', ' ', 'g'))`;
}

const STANDING_RULES = sql`union all select memory_id, confirmed_now, importance, updated_at, 0.1::float8 from held
    where admitted and confirmation = 'confirmed' and open_ended and kind <> 'episodic'
      and coalesce(temporal_scope, 'permanent') in ('permanent', 'preference')`;
