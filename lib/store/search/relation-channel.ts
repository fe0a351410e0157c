import { type SQL, sql } from "drizzle-orm";
import type { ReadQuery } from "@/lib/engine/model/read-query";
import { factsInReach, nameOfSubject } from "@/lib/store/search/structured-channel";

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
  return sql`led as materialized (${namesIn(tenantId, query, sql`select subject, predicate from keys where share >= 1`)}),
    hop as materialized (
      select k.subject, k.predicate, k.share, max(${HOP}::float8 * k.share) as score
      from keys k join led on led.name = k.name and led.subject <> k.subject
      where k.share > 0 group by k.subject, k.predicate, k.share
    ),
    led_on as materialized (${namesIn(tenantId, query, sql`select subject, predicate from hop where share >= 1`)}),
    hops as (
      select subject, predicate, score from hop
      union all
      select k.subject, k.predicate, ${HOP * HOP}::float8 * k.share
      from keys k join led_on on led_on.name = k.name and led_on.subject <> k.subject where k.share > 0
    ),
    relation as materialized (
      select h.memory_id, max(e.score) as score
      from hops e
      join facts f on f.subject = e.subject and f.predicate = e.predicate and ${factsInReach(tenantId, query)}
      join held h on h.fact_id = f.fact_id and h.admitted
      group by h.memory_id order by score desc, h.memory_id limit ${query.depth}::int
    )`;
}

/** The names that the memories under these keys give as their values, and whose other names those are. */
function namesIn(tenantId: string, query: ReadQuery, keys: SQL): SQL {
  return sql`select distinct v.subject, n.name
    from (
      select distinct k.subject, f.scope, ${nameOfSubject(sql`c.value #>> '{}'`)} as name
    from (${keys}) k
    join facts f on f.subject = k.subject and f.predicate = k.predicate and ${factsInReach(tenantId, query)}
    join held h on h.fact_id = f.fact_id and h.admitted
    join memory_contents c on c.tenant_id = ${tenantId} and c.memory_id = h.memory_id
    where c.key_id is null and jsonb_typeof(c.value) = 'string' and length(c.value #>> '{}') between 2 and ${LONGEST_NAME}::int
    ) v
    cross join lateral (
      select v.name
      union all
      select ${nameOfSubject(sql`e.subject`)} from entity_aliases a
      join entities e on e.tenant_id = ${tenantId} and e.entity_id = a.entity_id
      where a.tenant_id = ${tenantId} and a.alias_key = 'entity:' || v.name and a.scope in ('', v.scope)
    ) n`;
}
