import { type SQL, sql } from "drizzle-orm";
import type { ReadQuery } from "@/lib/engine/model/read-query";
import { inScopes } from "@/lib/store/search/hard-filter";
import { textArray } from "@/lib/store/search/parameters";

/**
 * BM25 over what the hard filter admitted, its statistics taken in the same pass: how rare a word is depends on who asks
 * where, so that one scope's vocabulary tells nothing about another's. The score is divided by the most that this query
 * could reach (every word, saturated): a share of the question answered, comparable between searches.
 */
export function fullTextChannel(tenantId: string, query: ReadQuery, states: string[]): SQL {
  const { k1, b } = query.bm25;
  return sql`docs as materialized (
      select s.memory_id, s.length, s.lexemes
      from search_index s join admitted a on a.memory_id = s.memory_id
      where s.tenant_id = ${tenantId} and s.state = any(${textArray(states)})
        ${query.filter.self === null ? sql`and ${inScopes(sql`s.scope`, query.filter)}` : sql``}
    ),
    corpus as materialized (select count(*)::float8 as n, greatest(avg(length), 1)::float8 as usual from docs),
    postings as materialized (
      select d.memory_id, d.length, u.lexeme, cardinality(u.positions)::float8 as tf
      from docs d cross join lateral unnest(d.lexemes) as u(lexeme, positions, weights)
      where d.lexemes @@ (${query.anyLexeme}::text)::tsquery and u.lexeme = any(${textArray(query.lexemes)})
    ),
    rarity as materialized (
      select t.lexeme, ln(1 + (c.n - coalesce(p.df, 0) + 0.5) / (coalesce(p.df, 0) + 0.5)) as idf
      from unnest(${textArray(query.lexemes)}) as t(lexeme)
      cross join corpus c
      left join (select lexeme, count(*)::float8 as df from postings group by lexeme) p on p.lexeme = t.lexeme
    ),
    full_text as materialized (
      select p.memory_id,
        sum(r.idf * p.tf * (${k1}::float8 + 1) / (p.tf + ${k1}::float8 * (1 - ${b}::float8 + ${b}::float8 * p.length / c.usual)))
          / greatest((select sum(idf) * (${k1}::float8 + 1) from rarity), 1e-9) as score
      from postings p join rarity r on r.lexeme = p.lexeme cross join corpus c
      group by p.memory_id
      order by score desc, p.memory_id
      limit ${query.depth}::int
    )`;
}
