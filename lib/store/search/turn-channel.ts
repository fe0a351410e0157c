import { type SQL, sql } from "drizzle-orm";
import type { ReadQuery } from "@/lib/engine/model/read-query";
import { indexedRows } from "@/lib/store/search/full-text-channel";
import { admitted } from "@/lib/store/search/hard-filter";
import { instantParam } from "@/lib/store/search/parameters";

/**
 * `turns` and `full_text` from `words` and `cosines`. An answer often lacks the words of its question: the turn before
 * has them, or the talk as a whole. So each episode stands among the turns of its talk, in the order in which they were
 * said, and the words' channel brings it by its own words and theirs. Without an intent that looks there it brings a
 * memory by its own words alone.
 */
export function turnChannel(tenantId: string, query: ReadQuery, states: string[]): SQL {
  const { turns } = query;
  if (turns === null) {
    return sql`turns as (${NO_TURNS}),
      full_text as materialized (select memory_id, score from words order by score desc, memory_id limit ${query.depth}::int)`;
  }
  const dense = query.vector?.weight ?? 0;
  const weight = (value: number) => sql`${value}::float8`;
  return sql`placed as materialized (
      select s.memory_id, s.scope, s.talk_digest as talk, s.length, coalesce(s.asks, false) as asks, s.told is not null as tells_time,
        ${atTime(query)} as at_time, s.said_at, coalesce(w.score, 0) as words,
        (1 - ${weight(dense)}) * coalesce(w.score, 0) + ${weight(dense)} * greatest(coalesce(c.score, 0), 0) as own
      from (select s.* from ${indexedRows(tenantId, query, states)} and s.said_at is not null and ${admitted(sql`s.memory_id`)} offset 0) s
      left join words w on w.memory_id = s.memory_id
      left join cosines c on c.memory_id = s.memory_id
    ),
    talks as materialized (
      select t.scope, t.talk, sum(r.idf) / greatest((select sum(idf) from rarity), 1e-9) as share
      from (
        select distinct p.scope, p.talk, o.lexeme from postings o join placed p on p.memory_id = o.memory_id
        where p.talk is not null
      ) t join rarity r on r.lexeme = t.lexeme
      group by t.scope, t.talk
    ),
    turns as materialized (
      select p.memory_id, p.own, p.length, p.asks, p.tells_time, p.at_time, p.words, coalesce(k.share, 0) as share,
        coalesce(lag(p.own) over talk, 0) as before, coalesce(lead(p.own) over talk, 0) as after,
        coalesce(lag(p.own, 2) over talk, 0) + coalesce(lead(p.own, 2) over talk, 0) as further,
        coalesce(lag(p.asks) over talk, false) as before_asks
      from (
        select p.*, case when p.talk is null then count(*) filter (where pause) over (partition by p.scope, p.talk order by p.said_at, p.memory_id) end as sitting
        from (
          select p.*, p.talk is null and p.said_at - lag(p.said_at) over (partition by p.scope, p.talk order by p.said_at, p.memory_id) > ${LONGEST_PAUSE}::interval as pause
          from placed p
        ) p
      ) p left join talks k on k.scope = p.scope and k.talk = p.talk
      window talk as (partition by p.scope, p.talk, p.sitting order by p.said_at, p.memory_id)
    ),
    full_text as materialized (
      select memory_id, score from (
        select w.memory_id, w.score from words w where w.memory_id not in (select memory_id from placed)
        union all
        select memory_id, words + (${weight(turns.before)} + case when before_asks then ${weight(turns.answer)} else 0 end) * before
          + ${weight(turns.after)} * after + ${weight(turns.further)} * further + ${weight(turns.talk)} * share
          + case when at_time then 1 else 0 end
        from turns
      ) brought where score > 0 order by score desc, memory_id limit ${query.depth}::int
    )`;
}

/** Turns recorded under no talk stand beside each other as long as nobody paused longer than this. */
const LONGEST_PAUSE = "30 minutes";

const NO_TURNS = sql`select null::text as memory_id, null::float8 as own, null::int as length, null::boolean as asks, null::boolean as tells_time,
    null::boolean as at_time, null::float8 as share, null::float8 as before, null::float8 as after,
    null::float8 as further, null::boolean as before_asks where false`;

/** Said at a time that the question names, or telling of one that is not far wider. */
function atTime(query: ReadQuery): SQL {
  if (query.times.length === 0) return sql`false`;
  const ranges = query.times.map(({ from, to }) => {
    const range = sql`tstzrange(${instantParam(from)}, ${instantParam(to)}, '[)')`;
    const width = sql`2 * (${instantParam(to)} - ${instantParam(from)})`;
    return sql`(s.said_at <@ ${range} or (s.told && ${range} and exists (
      select 1 from unnest(s.told) t where t && ${range} and upper(t) - lower(t) <= ${width})))`;
  });
  return sql`coalesce(${sql.join(ranges, sql` or `)}, false)`;
}
