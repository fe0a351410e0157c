import { type SQL, sql } from "drizzle-orm";
import type { Confirmation, Kind, SourceType, Status } from "@/lib/contracts/common";
import type {
  Found,
  HardFilter,
  ReadQuery,
  Reject,
  SearchResult,
  TurnContext,
} from "@/lib/engine/model/read-query";
import type { Tx } from "@/lib/store/client";
import { channelOf } from "@/lib/store/channel";
import { flattenStatement } from "@/lib/store/flatten-statement";
import { matchedTexts, wordScores } from "@/lib/store/search/full-text-channel";
import { createOpener, sealedSpellings } from "@/lib/store/sealing/open-rows";
import { admitted, among, heldMemories, inScopes } from "@/lib/store/search/hard-filter";
import { textArray } from "@/lib/store/search/parameters";
import { nearestInScope } from "@/lib/store/search/nearest-in-scope";
import { relationChannel } from "@/lib/store/search/relation-channel";
import { keyScores, structuredChannel } from "@/lib/store/search/structured-channel";
import { turnChannel } from "@/lib/store/search/turn-channel";

/** The trace lists this many rejects; beyond that it counts. */
const MOST_REJECTS = 500;

/**
 * One statement for the whole search: the hard filter first, over the truth; what words, vectors and keys match; the
 * pool of those that passed; then the channels, over that pool; then what was found, read from the truth again (an index
 * row without content serves nothing), with both sides of open conflicts.
 *
 * One plan serves scopes of every size (see prepare-search.ts), so nothing in it may depend on a guess of how many rows
 * there are: what joins freely is joined by hashes, what is looked up row by row is a lateral that cannot be flattened.
 */
export async function searchMemories(tx: Tx, tenantId: string, asked: ReadQuery): Promise<SearchResult> {
  const query = { ...asked, filter: withTokens(tx, tenantId, asked.filter) };
  const { text, parameters } = flattenStatement(composeSearch(tenantId, query));
  const [row] = await channelOf(tx).send<SearchRow>(text, parameters);
  if (!row) throw new Error("the search gave no row");
  return {
    held: row.held,
    admitted: row.admitted,
    rejectCounts: row.reject_counts,
    rejects: row.rejects.map(([memoryId, code]) => ({ memoryId, code })),
    found: (await openStatements(tx, tenantId, row.found)).map(toFound),
  };
}

/** The statement itself; its text depends on which questions are asked of the rows, never on their answers. */
export function composeSearch(tenantId: string, query: ReadQuery): SQL {
  const states = searchedStates(query.filter);
  return sql`with held as materialized (${heldMemories(tenantId, query.filter)}),
    ${keyScores(tenantId, query)},
    ${matchedTexts(tenantId, query, states)},
    close as materialized (${cosines(tenantId, query, states)}),
    pool as materialized (
      select memory_id, fact_id, confirmed_now, importance, updated_at from held
      where admitted and (${among(sql`memory_id`, sql`select memory_id from matched`)} or ${among(sql`memory_id`, sql`select memory_id from close`)}
        or ${among(sql`fact_id`, sql`select fact_id from keys`)})
    ),
    ${structuredChannel(query)},
    ${relationChannel(tenantId, query)},
    ${wordScores(tenantId, query, states)},
    cosines as materialized (select memory_id, score from close where ${among(sql`memory_id`, sql`select memory_id from pool`)}),
    ${turnChannel(tenantId, query, states)},
    near as materialized (
      select memory_id, score from cosines where score >= ${query.vectorFloor}::float8
      order by score desc, memory_id limit ${query.depth}::int
    ),
    hits as materialized (
      select memory_id, fact_id, status, confirmation, open_ended, null::text as challenges from held
      where ${among(sql`memory_id`, sql`select memory_id from structured union all select memory_id from full_text union all select memory_id from near union all select memory_id from relation`)}
    ),
    rivals as materialized (
      select c.incumbent_id, c.challenger_id from (select distinct fact_id from hits) a
      cross join lateral (
        select c.incumbent_id, c.challenger_id from conflicts c
        where c.tenant_id = ${tenantId} and c.fact_id = a.fact_id and c.closed_at is null offset 0
      ) c
      group by c.incumbent_id, c.challenger_id
    ),
    chosen as (
      select * from hits
      union
      select h.memory_id, h.fact_id, h.status, h.confirmation, h.open_ended, r.incumbent_id from rivals r
      join held h on h.memory_id = r.challenger_id and h.may_challenge
      where ${admitted(sql`r.incumbent_id`)}
    ),
    found as (
      select chosen.memory_id, chosen.fact_id, chosen.status, chosen.confirmation, chosen.open_ended,
        m.scope, m.kind, m.provenance_type, m.trust, m.importance, m.temporal_scope, m.observed_at, m.updated_at,
        chosen.challenges, f.subject, f.predicate, c.statement, c.key_id, c.sealed,
        s.score as structured, t.score as full_text, n.score as vector, r.score as relation,
        e.event_ids, e.as_of,
        case when m.provenance_type in ('agent_inference', 'external_content') then
          (select count(distinct e.writer_id || ' ' || e.event_id) from memory_sources e
            where e.tenant_id = ${tenantId} and e.memory_id = chosen.memory_id and e.relation = 'contradicts'
              and e.source_type not in ('agent_inference', 'external_content', 'import'))
          else 0 end as contradictions,
        (select coalesce(jsonb_agg(distinct case when r.incumbent_id = chosen.memory_id then r.challenger_id else r.incumbent_id end), '[]'::jsonb)
          from rivals r where chosen.memory_id in (r.incumbent_id, r.challenger_id)) as conflicts_with,
        w.score as words, ${query.turns === null ? sql`null::jsonb` : TURN} as turn
      from chosen
      cross join lateral (
        select m.scope, m.kind, m.provenance_type, m.trust, m.importance, m.temporal_scope, m.observed_at, m.updated_at
        from memories m where m.tenant_id = ${tenantId} and m.memory_id = chosen.memory_id offset 0
      ) m
      cross join lateral (
        select c.statement, c.key_id, c.sealed from memory_contents c
        where c.tenant_id = ${tenantId} and c.memory_id = chosen.memory_id offset 0
      ) c
      cross join lateral (
        select f.subject, f.predicate from facts f where f.tenant_id = ${tenantId} and f.fact_id = chosen.fact_id offset 0
      ) f
      cross join lateral (
        select coalesce(jsonb_agg(e.event_id order by e.observed_at desc, e.event_id), '[]'::jsonb) as event_ids, max(e.observed_at) as as_of
        from memory_sources e
        where e.tenant_id = ${tenantId} and e.memory_id = chosen.memory_id and e.relation <> 'contradicts' offset 0
      ) e
      ${query.turns === null ? sql`` : sql`left join turns on turns.memory_id = chosen.memory_id`}
      left join words w on w.memory_id = chosen.memory_id
      left join structured s on s.memory_id = chosen.memory_id
      left join full_text t on t.memory_id = chosen.memory_id
      left join near n on n.memory_id = chosen.memory_id
      left join relation r on r.memory_id = chosen.memory_id
    )
    select t.held, t.admitted,
      (select coalesce(jsonb_object_agg(reject, n), '{}'::jsonb) from (select reject, count(*) as n from held where not admitted group by reject) r) as reject_counts,
      (select coalesce(jsonb_agg(jsonb_build_array(memory_id, reject)), '[]'::jsonb) from (
        select memory_id, reject from held where not admitted order by memory_id desc limit ${MOST_REJECTS}::int) r) as rejects,
      (select coalesce(jsonb_agg(to_jsonb(found)), '[]'::jsonb) from found) as found
    from (select count(*)::int as held, (count(*) filter (where admitted))::int as admitted from held) t`;
}

const TURN = sql`case when turns.memory_id is not null then jsonb_build_object('own', turns.own, 'before', turns.before, 'after', turns.after, 'further', turns.further,
          'beforeAsks', turns.before_asks, 'talk', turns.share, 'asks', turns.asks, 'tellsTime', turns.tells_time,
          'atTime', turns.at_time, 'length', turns.length) end`;

/** A purpose of high sensitivity stands as its token: what is allowed by name is allowed by token. */
export function withTokens(tx: Tx, tenantId: string, filter: HardFilter): HardFilter {
  const { purposes, session } = filter;
  return {
    ...filter,
    purposes: purposes && sealedSpellings(tx, tenantId, "purpose", purposes),
    session: session && {
      ...session,
      present: sealedSpellings(tx, tenantId, "session_id", session.present),
    },
  };
}

/** Found rows with their sentences readable; what was sealed under a key that is destroyed is not found. */
async function openStatements(tx: Tx, tenantId: string, rows: readonly FoundRow[]): Promise<FoundRow[]> {
  const columns = (row: FoundRow) => ({ keyId: row.key_id, sealed: row.sealed });
  const opener = await createOpener(tx, tenantId, rows.map(columns));
  return rows.flatMap((row) => {
    if (row.key_id === null) return [row];
    const said = opener.open<{ statement: string }>("memory_contents", row.memory_id, columns(row));
    return said === null ? [] : [{ ...row, statement: said.statement }];
  });
}

/** History is looked through only when the past is asked for. */
function searchedStates(filter: HardFilter): string[] {
  const past = filter.asksValidAt || filter.asksKnownAt || filter.includeSuperseded || filter.includeArchived;
  return past ? ["live", "history"] : ["live"];
}

/**
 * Exact within the scopes: the unit of search is small, and a global index would miss most of it. Where neighbours count
 * each turn needs its own, however little it says.
 */
function cosines(tenantId: string, query: ReadQuery, states: string[]): SQL {
  const { vector } = query;
  if (vector === null) return sql`select null::text as memory_id, null::float8 as score where false`;
  const asked = sql`${`[${vector.embedding.join(",")}]`}::halfvec`;
  const own = sql`v.tenant_id = ${tenantId} and v.model = ${vector.model} and v.state = any(${textArray(states)})`;
  const rows =
    nearestInScope(tenantId, query, states) ??
    (query.filter.self === null
      ? sql`select v.memory_id, 1 - (v.embedding <=> ${asked}) as score from search_vectors v
          where ${own} and ${inScopes(sql`v.scope`, query.filter)} offset 0`
      : sql`select v.memory_id, v.score from held h cross join lateral (
          select v.memory_id, 1 - (v.embedding <=> ${asked}) as score from search_vectors v
          where ${own} and v.memory_id = h.memory_id offset 0) v`);
  return sql`select memory_id, score from (${rows}) v ${query.turns === null ? sql`where score >= ${query.vectorFloor}::float8` : sql``}`;
}

interface SearchRow {
  held: number;
  admitted: number;
  reject_counts: Record<string, number>;
  rejects: [string, Reject["code"]][];
  found: FoundRow[];
}

interface FoundRow {
  memory_id: string;
  fact_id: string;
  scope: string;
  kind: Kind;
  status: Status;
  confirmation: Confirmation;
  provenance_type: SourceType;
  trust: number;
  importance: number;
  temporal_scope: string | null;
  open_ended: boolean;
  observed_at: string;
  updated_at: string;
  as_of: string | null;
  subject: string | null;
  predicate: string | null;
  statement: string;
  key_id: string | null;
  sealed: string | null;
  event_ids: string[];
  contradictions: number;
  challenges: string | null;
  conflicts_with: string[];
  turn: TurnContext | null;
  words: number | null;
  structured: number | null;
  full_text: number | null;
  vector: number | null;
  relation: number | null;
}

function toFound(row: FoundRow): Found {
  return {
    memoryId: row.memory_id,
    factId: row.fact_id,
    scope: row.scope,
    kind: row.kind,
    status: row.status,
    confirmation: row.confirmation,
    sourceType: row.provenance_type,
    trust: row.trust,
    importance: row.importance,
    temporalScope: row.temporal_scope,
    openEnded: row.open_ended,
    asOf: new Date(row.as_of ?? row.observed_at),
    updatedAt: new Date(row.updated_at),
    subject: row.subject,
    predicate: row.predicate,
    statement: row.statement,
    eventIds: row.event_ids,
    contradictions: row.contradictions,
    challenges: row.challenges,
    conflictsWith: row.conflicts_with,
    turn: row.turn,
    words: row.words,
    structured: row.structured,
    fullText: row.full_text,
    vector: row.vector,
    relation: row.relation,
  };
}
