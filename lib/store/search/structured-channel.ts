import { type SQL, sql } from "drizzle-orm";
import type { ReadQuery } from "@/lib/engine/model/read-query";
import { textArray } from "@/lib/store/search/parameters";

/**
 * What the keys of facts say, read from the facts themselves: a memory is found here in the moment it is committed,
 * whatever the indexes know. Score in [0,1]: 0.6 for the share of the predicate's words in the question, 0.4 for its
 * subject (named as an entity, or in the question). A listing takes everything; an intent may bring standing rules.
 */
export function structuredChannel(tenantId: string, query: ReadQuery): SQL {
  const asked = ` ${query.normalised} `;
  const words = textArray(query.keyWords);
  const listed = query.listing ? 0.5 : 0;
  const rules = query.bringsStandingRules ? 0.1 : 0;
  return sql`keys as materialized (
      select a.memory_id, a.kind, a.confirmation, a.temporal_scope, a.open_ended, a.importance, a.updated_at, f.subject, f.predicate
      from admitted a join facts f on f.tenant_id = ${tenantId} and f.fact_id = a.fact_id
    ),
    predicates as (
      select predicate,
        case
          when strpos(${asked}::text, ' ' || lower(regexp_replace(predicate, '[_.\\-/]+', ' ', 'g')) || ' ') > 0 then 1.0
          when predicate ~ '[\u4e00-\u9fff]' then case when strpos(${asked}::text, lower(predicate)) > 0 then 1.0 else 0.0 end
          else (select count(*) filter (where w = any(${words}))::float8 / greatest(count(*), 1)
            from regexp_split_to_table(lower(predicate), '[_.\\-/ ]+') as w where w <> '')
        end as share
      from (select distinct predicate from keys where predicate is not null) p
    ),
    subjects as (
      select subject,
        (subject = any(${textArray(query.entities)}) or name = any(${textArray(query.entities)})
          or case when name ~ '[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]' then length(name) >= 2 and strpos(${asked}::text, name) > 0
            else strpos(${asked}::text, ' ' || name || ' ') > 0 end) as named
      from (select distinct subject, lower(regexp_replace(regexp_replace(subject, '^[a-z]+:', ''), '[_.\\-/ ]+', ' ', 'g')) as name
        from keys where subject is not null) s
    ),
    structured as materialized (
      select memory_id, score from (
        select k.memory_id, k.confirmation, k.importance, k.updated_at,
          greatest(
            0.6 * coalesce(p.share, 0) + case when s.named then 0.4 else 0 end,
            ${listed}::float8,
            case when k.confirmation = 'confirmed' and k.kind <> 'episodic' and k.open_ended
              and coalesce(k.temporal_scope, 'permanent') in ('permanent', 'preference') then ${rules}::float8 else 0 end
          ) as score
        from keys k
        left join predicates p on p.predicate = k.predicate
        left join subjects s on s.subject = k.subject
      ) scored
      where score > 0
      order by score desc, (confirmation = 'confirmed') desc, importance desc, updated_at desc, memory_id
      limit ${query.depth}::int
    )`;
}
