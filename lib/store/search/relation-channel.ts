import { type SQL, sql } from "drizzle-orm";
import type { ReadQuery } from "@/lib/engine/model/read-query";
import { nameOfSubject } from "@/lib/store/search/structured-channel";

/** What one more hop is worth beside the one before it. */
const HOP = 0.8;
/** A value longer than this is a sentence, not the name of somebody or something. */
const LONGEST_NAME = 80;

/**
 * "My manager's preference": the question names one key in full (manager) whose value names the subject of another
 * (Rosa), of which it names a part (preference). At most two such hops; each goes only over what the hard filter
 * admitted, so that what may not be read leads nowhere. Score in [0,1]: the share of the last key's words in the
 * question, less for each hop.
 */
export function relationChannel(tenantId: string, query: ReadQuery): SQL {
  if (!query.channels.structured || !query.channels.relation || query.keyWords.length === 0) {
    return sql`relation as (select null::text as memory_id, null::float8 as score where false)`;
  }
  return sql`led as materialized (${namesIn(tenantId, query, sql`select fact_id, scope, subject from keys where share >= 1`)}),
    hop as materialized (
      select k.fact_id, k.scope, k.subject, k.share, max(${HOP}::float8 * k.share) as score
      from keys k join led on led.name = k.name and led.subject <> k.subject
      where k.share > 0 group by k.fact_id, k.scope, k.subject, k.share
    ),
    led_on as materialized (${namesIn(tenantId, query, sql`select fact_id, scope, subject from hop where share >= 1`)}),
    hops as (
      select fact_id, score from hop
      union all
      select k.fact_id, ${HOP * HOP}::float8 * k.share
      from keys k join led_on on led_on.name = k.name and led_on.subject <> k.subject where k.share > 0
    ),
    relation as materialized (
      select p.memory_id, max(e.score) as score
      from hops e join pool p on p.fact_id = e.fact_id
      group by p.memory_id order by score desc, p.memory_id limit ${query.depth}::int
    )`;
}

/** The names that the memories under these keys give as their values, and whose other names those are. */
function namesIn(tenantId: string, query: ReadQuery, keys: SQL): SQL {
  // What is kept encrypted has its name in the index, which may be in trouble: the rest is found without it.
  const named = query.channels.fullText
    ? sql`union all
        select x.name from search_index x
        where x.tenant_id = ${tenantId} and x.memory_id = p.memory_id and x.name is not null`
    : sql``;
  return sql`select distinct v.subject, n.name
    from (
      select distinct k.subject, k.scope, c.name
      from (${keys}) k join pool p on p.fact_id = k.fact_id
      cross join lateral (
        select ${nameOfSubject(sql`c.value #>> '{}'`)} as name from memory_contents c
        where c.tenant_id = ${tenantId} and c.memory_id = p.memory_id and c.key_id is null
          and jsonb_typeof(c.value) = 'string' and length(c.value #>> '{}') between 2 and ${LONGEST_NAME}::int
        ${named} offset 0
      ) c
    ) v
    cross join lateral (
      select v.name
      union all
      select e.name from entity_aliases a
      cross join lateral (
        select ${nameOfSubject(sql`e.subject`)} as name from entities e
        where e.tenant_id = ${tenantId} and e.entity_id = a.entity_id offset 0
      ) e
      where a.tenant_id = ${tenantId} and a.alias_key = 'entity:' || v.name and a.scope in ('', v.scope)
    ) n`;
}
