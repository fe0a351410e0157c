import { type SQL, sql } from "drizzle-orm";
import type { ReadQuery } from "@/lib/engine/model/read-query";
import { inScopes } from "@/lib/store/search/hard-filter";
import { textArray } from "@/lib/store/search/parameters";

/**
 * What the keys of facts say, read from the facts themselves: a memory is found here in the moment it is committed,
 * whatever the indexes know. Score in [0,1]: 0.6 for the share of the predicate's words in the question, 0.4 for its
 * subject (named as an entity, or in the question). A listing takes everything; an intent may bring standing rules.
 */
export function structuredChannel(tenantId: string, query: ReadQuery): SQL {
  const asked = ` ${query.normalised} `;
  const facts = factsInReach(tenantId, query);
  // Distinct keys are few where facts are many: each is compared once.
  return sql`keys as materialized (
      select subject, predicate, name, share, 0.6 * share + case when named then 0.4 else 0 end as score
      from (
        select subject, predicate, name,
          case
            when predicate is null then 0
            when strpos(${asked}::text, ' ' || lower(regexp_replace(predicate, '[_.\\-/]+', ' ', 'g')) || ' ') > 0 then 1.0::float8
            when predicate ~ '[\u4e00-\u9fff]' then case when strpos(${asked}::text, lower(predicate)) > 0 then 1.0::float8 else 0 end
            else (select count(*) filter (where w = any(${textArray(query.keyWords)}))::float8 / greatest(count(*), 1)
              from regexp_split_to_table(lower(predicate), '[_.\\-/ ]+') as w where w <> '')
          end as share,
          subject = any(${textArray(query.entities)}) or name = any(${textArray(query.entities)})
            or case when name ~ '[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]' then length(name) >= 2 and strpos(${asked}::text, name) > 0
              else strpos(${asked}::text, ' ' || name || ' ') > 0 end as named
        from (
          select subject, predicate, ${nameOfSubject(sql`subject`)} as name
          from (select distinct f.subject, f.predicate from facts f where ${facts} and f.subject is not null offset 0) pairs offset 0
        ) named
      ) compared
    ),
    matched as materialized (
      select f.fact_id, k.score from keys k
      join facts f on f.subject = k.subject and f.predicate is not distinct from k.predicate and ${facts}
      where k.score > 0
    ),
    structured as materialized (
      select e.memory_id, max(e.score) as score
      from (
        select h.memory_id, matched.score
        from (select memory_id, fact_id from held where admitted and (fact_id in (select fact_id from matched)) is true) h
        join matched on matched.fact_id = h.fact_id
        ${query.listing ? sql`union all select memory_id, 0.5::float8 from held where admitted` : sql``}
        ${query.bringsStandingRules ? standingRules(tenantId) : sql``}
      ) e
      join memories m on m.tenant_id = ${tenantId} and m.memory_id = e.memory_id
      group by e.memory_id, m.confirmation, m.importance, m.updated_at
      order by score desc, (m.confirmation = 'confirmed') desc, m.importance desc, m.updated_at desc, e.memory_id
      limit ${query.depth}::int
    )`;
}

/** The facts, as `f`, that a question may look at. */
export function factsInReach(tenantId: string, query: ReadQuery): SQL {
  const { self } = query.filter;
  const reach = inScopes(sql`f.scope`, query.filter);
  return sql`f.tenant_id = ${tenantId} and ${self === null ? reach : sql`(${reach} or f.subject = ${self})`}`;
}

/** `entity:Rosa_Diaz` → `rosa diaz`: names are compared without their type and writing. */
export function nameOfSubject(column: SQL): SQL {
  return sql`lower(regexp_replace(regexp_replace(${column}, '^[a-z]+:', ''), '[_.\\-/ ]+', ' ', 'g'))`;
}

function standingRules(tenantId: string): SQL {
  return sql`union all select h.memory_id, 0.1::float8 from held h
    join memories r on r.tenant_id = ${tenantId} and r.memory_id = h.memory_id
    where h.admitted and h.confirmation = 'confirmed' and h.open_ended and r.kind <> 'episodic'
      and coalesce(r.temporal_scope, 'permanent') in ('permanent', 'preference')`;
}
