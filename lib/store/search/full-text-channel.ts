import { type SQL, sql } from "drizzle-orm";
import type { ReadQuery } from "@/lib/engine/model/read-query";
import { among, inScopes } from "@/lib/store/search/hard-filter";
import { textArray } from "@/lib/store/search/parameters";

/**
 * ts_rank of one word with all weights 1 is (Σ 1/j², j = 1 … n) ÷ 1.64493406685 for n occurrences: it grows with n and
 * nothing else. Halfway between its values lie the steps by which n is read back, far cheaper than unnesting the vector.
 */
const FREQUENCY_STEPS = frequencySteps(12);

function frequencySteps(most: number): string {
  const steps: number[] = [];
  let before = 0;
  let sum = 0;
  for (let n = 1; n <= most; n++) {
    sum += 1 / (n * n);
    steps.push((before + sum) / 2 / 1.64493406685);
    before = sum;
  }
  return `{${steps.join(",")}}`;
}

/**
 * The index rows that a question may look at: `from` what follows, as `s`, with a `where`. They lie together by scope;
 * those about a person wherever they stand are looked up one by one.
 */
export function indexedRows(tenantId: string, query: ReadQuery, states: string[]): SQL {
  const own = sql`s.tenant_id = ${tenantId} and s.state = any(${textArray(states)})`;
  if (query.filter.self === null)
    return sql`search_index s where ${own} and ${inScopes(sql`s.scope`, query.filter)}`;
  return sql`held h cross join lateral (
      select s.* from search_index s where ${own} and s.memory_id = h.memory_id offset 0
    ) s where true`;
}

/** `matched`: the index rows that hold any word of the question, whether or not their memories pass. */
export function matchedTexts(tenantId: string, query: ReadQuery, states: string[]): SQL {
  if (!searchesWords(query)) return sql`matched as (select null::text as memory_id where false)`;
  // As many lexemes as terms: each stands there once, and none needs counting.
  return sql`matched as materialized (
    select s.memory_id, s.length, s.lexemes, length(s.lexemes) = s.length as once from ${indexedRows(tenantId, query, states)}
      and s.lexemes @@ ${query.anyLexeme}::tsquery
  )`;
}

function searchesWords(query: ReadQuery): boolean {
  return query.channels.fullText && query.lexemes.length > 0;
}

/**
 * `words`: BM25 over what the hard filter admitted, its statistics taken over the searched scopes alone: how rare a word
 * is depends on who asks where, and one scope's vocabulary tells nothing about another's. The score is divided by the
 * most that this query could reach (every word, saturated): a share of the question answered, comparable between
 * searches.
 */
export function wordScores(tenantId: string, query: ReadQuery, states: string[]): SQL {
  if (!searchesWords(query)) {
    return sql`postings as (select null::text as memory_id, null::text as lexeme where false),
      rarity as (select null::text as lexeme, 0::float8 as idf where false),
      words as (select null::text as memory_id, null::float8 as score where false)`;
  }
  const { k1, b } = query.bm25;
  return sql`corpus as materialized (
      select count(*)::float8 as n, greatest(avg(s.length), 1)::float8 as usual from ${indexedRows(tenantId, query, states)}
    ),
    terms as materialized (
      select lexeme, quoted::tsquery as query
      from unnest(${textArray(query.lexemes)}, ${textArray(query.quotedLexemes)}) as t(lexeme, quoted)
    ),
    postings as materialized (
      select d.memory_id, d.length, t.lexeme, t.tf
      from matched d
      cross join lateral (
        select terms.lexeme, case when d.once then 1 else
          width_bucket(ts_rank('{1,1,1,1}', d.lexemes, terms.query)::float8, ${FREQUENCY_STEPS}::float8[]) end::float8 as tf
        from terms where d.lexemes @@ terms.query offset 0
      ) t
      where ${among(sql`d.memory_id`, sql`select memory_id from pool`)}
    ),
    rarity as materialized (
      select t.lexeme, ln(1 + (c.n - coalesce(p.df, 0) + 0.5) / (coalesce(p.df, 0) + 0.5)) as idf
      from unnest(${textArray(query.lexemes)}) as t(lexeme)
      cross join corpus c
      left join (select lexeme, count(*)::float8 as df from postings group by lexeme) p on p.lexeme = t.lexeme
    ),
    words as materialized (
      select p.memory_id,
        sum(r.idf * p.tf * (${k1}::float8 + 1) / (p.tf + ${k1}::float8 * (1 - ${b}::float8 + ${b}::float8 * p.length / c.usual)))
          / greatest((select sum(idf) * (${k1}::float8 + 1) from rarity), 1e-9) as score
      from postings p join rarity r on r.lexeme = p.lexeme cross join corpus c
      group by p.memory_id
    )`;
}
