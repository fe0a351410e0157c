import { type SQL, sql } from "drizzle-orm";
import type { HardFilter } from "@/lib/engine/model/read-query";
import { instantParam, textArray } from "@/lib/store/search/parameters";

/** Statuses that the request lets in, as at the known moment. Revoked, quarantined and erased never. */
function admissibleStatuses(filter: HardFilter): string[] {
  const statuses = ["active"];
  if (filter.asksValidAt || filter.asksKnownAt) statuses.push("superseded", "expired");
  else if (filter.includeSuperseded) statuses.push("superseded");
  if (filter.includeArchived) statuses.push("archived");
  return statuses;
}

/** Whether rows of this scope (of memories `m`, or an index row) are within reach. */
export function inScopes(column: SQL, filter: Pick<HardFilter, "scopes" | "scopeTypes">): SQL {
  // A list of unknown length would be taken for ten scopes: of one alone the size is known.
  const [only] = filter.scopes;
  const exact =
    filter.scopes.length === 1
      ? sql`${column} = ${only}::text`
      : sql`${column} = any(${textArray(filter.scopes)})`;
  if (filter.scopeTypes.length === 0) return sql`(${exact})`;
  return sql`(${exact} or split_part(${column}, ':', 1) = any(${textArray(filter.scopeTypes)}))`;
}

/**
 * Whether the memory of this column passed, looked up in a hash of `held`. Not a join: nobody knows beforehand how many
 * rows a word matches, and a planner that guesses "one" would walk through all of `held` for each.
 */
export function admitted(column: SQL): SQL {
  return among(column, sql`select memory_id from held where admitted`);
}

/** Whether the column's value is one of these, by a hash of them whatever the planner thinks of their number. */
export function among(column: SQL, rows: SQL): SQL {
  return sql`(${column} in (${rows})) is true`;
}

/**
 * A select over all memories in reach, each with the first hard condition it fails, or null, and what else every one of
 * them may be put in order by. The period is looked up memory by memory (`offset 0`): joined freely, the periods of
 * everything in the tenant might be read. For the same reason what is asked of one memory is a value and no `exists`. The order of conditions is
 * the order of reasons: what is gone, what is not in force, what is not wanted, what may not be told, what is not true
 * then, what is not trusted. One memory's periods never overlap, so the join gives each memory once.
 */
export function heldMemories(tenantId: string, filter: HardFilter, onlyMemory?: string): SQL {
  const superseded = filter.includeSuperseded && !filter.asksValidAt && !filter.asksKnownAt;
  const known = filter.asksKnownAt
    ? sql`p.known @> ${instantParam(filter.knownAt)}`
    : sql`upper_inf(p.known)`;
  const laterKnown = filter.asksKnownAt
    ? sql`q.known @> ${instantParam(filter.knownAt)}`
    : sql`upper_inf(q.known)`;
  const validAt = instantParam(filter.validAt);
  const statusFits = sql`m.status = any(${textArray(admissibleStatuses(filter))})`;
  const notPaused =
    filter.paused.length === 0
      ? sql`true`
      : sql`not (m.scope = any(${textArray(filter.paused)})) and not exists (select 1 from facts pf
          where pf.tenant_id = ${tenantId} and pf.fact_id = m.fact_id and pf.subject = any(${textArray(filter.paused)}))`;
  const purposeFails =
    filter.purposes === null
      ? sql`false`
      : sql`coalesce((select pc.purpose is not null and not (pc.purpose = any(${textArray(filter.purposes)}))
          from memory_contents pc where pc.tenant_id = ${tenantId} and pc.memory_id = m.memory_id), false)`;
  const shown = filter.asksKnownAt ? sql`coalesce(p.confirmation, m.confirmation)` : sql`m.confirmation`;
  const confirmedFails = filter.confirmedOnly
    ? sql`${shown} <> 'confirmed'`
    : filter.highRisk
      ? sql`${shown} <> 'confirmed' and m.provenance_type not in ('verified_db', 'system_event')`
      : sql`false`;
  return sql`select held.*, held.reject is null as admitted from (select m.memory_id, m.fact_id, m.kind, m.importance, m.updated_at,
      m.confirmation = 'confirmed' as confirmed_now, m.temporal_scope,
      case when ${filter.asksKnownAt} and p.valid is not null and m.status in ('superseded', 'expired') then 'active' else m.status end as status,
      ${shown} as confirmation, (p.valid is null or upper_inf(p.valid)) as open_ended,
      (m.status = 'candidate' and (${sensitivityFits(tenantId, filter)}) and not ${purposeFails} and m.trust >= ${filter.trustFloor}::float8
        and not (${filter.highRisk} and ${shown} <> 'confirmed' and m.provenance_type not in ('verified_db', 'system_event'))) as may_challenge,
      case
        when m.status = 'deleted' or m.withheld_by is not null then 'erased'
        when not (${statusFits}) then 'status'
        when ${filter.kinds === null ? sql`false` : sql`not (m.kind = any(${textArray(filter.kinds)}))`} then 'kind'
        when not (${sensitivityFits(tenantId, filter)}) then 'sensitivity'
        when ${purposeFails} then 'purpose'
        when p.valid is null and not (${superseded} and m.status = 'superseded') then
          case when (select max(lower(q.valid)) from memory_periods q where q.tenant_id = ${tenantId} and q.memory_id = m.memory_id
            and ${laterKnown}) > ${validAt} then 'not_yet_valid' else 'expired' end
        when m.trust < ${filter.trustFloor}::float8 then 'trust_floor'
        when ${confirmedFails} then 'unconfirmed'
        when ${rangeFails(filter)} or ${sessionFails(tenantId, filter)} then 'time_range'
      end as reject
    from ${memoriesInReach(tenantId, filter)} m
    left join lateral (
      select p.valid, p.confirmation from memory_periods p
      where ${statusFits} and p.tenant_id = ${tenantId} and p.memory_id = m.memory_id and ${known} and p.valid @> ${validAt} offset 0
    ) p on true
    where m.tenant_id = ${tenantId} and ${filter.self === null ? inScopes(sql`m.scope`, filter) : sql`true`} and ${notPaused}
      ${filter.asksKnownAt ? sql`and m.recorded_at <= ${instantParam(filter.knownAt)}` : sql``}
      ${filter.without.length === 0 ? sql`` : sql`and not (m.memory_id = any(${textArray(filter.without)}))`}
      ${onlyMemory === undefined ? sql`` : sql`and m.memory_id = ${onlyMemory}`}) held`;
}

/** What is about a person is found by the facts about them: to look at each memory of the tenant would find it too. */
function memoriesInReach(tenantId: string, filter: HardFilter): SQL {
  if (filter.self === null) return sql`memories`;
  const within = inScopes(sql`m.scope`, filter);
  return sql`(select m.* from memories m where m.tenant_id = ${tenantId} and ${within}
      union all
      select o.* from facts f cross join lateral (
        select m.* from memories m where m.tenant_id = ${tenantId} and m.fact_id = f.fact_id and not ${within} offset 0
      ) o where f.tenant_id = ${tenantId} and f.subject = ${filter.self})`;
}

/**
 * Not an episode of the talk that is asked for. Talks are put in order by when they began, within what is searched; read
 * from the contents, because their names are content.
 */
function sessionFails(tenantId: string, filter: HardFilter): SQL {
  const { session } = filter;
  if (session === null) return sql`false`;
  const newestFirst = session.order === "ago" ? sql`desc` : sql`asc`;
  return sql`m.kind <> 'episodic' or m.memory_id not in (
    select memory_id from (
      select t.memory_id, dense_rank() over (order by t.began ${newestFirst}, t.scope, t.name) as place
      from (
        select e.memory_id, e.scope, c.metadata ->> 'session_id' as name,
          min(e.observed_at) over (partition by e.scope, c.metadata ->> 'session_id') as began
        from memories e
        join memory_contents c on c.tenant_id = ${tenantId} and c.memory_id = e.memory_id
        where e.tenant_id = ${tenantId} and e.kind = 'episodic' and ${inScopes(sql`e.scope`, filter)}
          and c.metadata ->> 'session_id' is not null
          and not (c.metadata ->> 'session_id' = any(${textArray(session.present)}))
      ) t
    ) talks where place = ${session.n}::int)`;
}

/** Of high sensitivity: whether the person concerned, or where there is none the place, was named. */
function sensitivityFits(tenantId: string, filter: HardFilter): SQL {
  const within = sql`m.sensitivity = any(${textArray(filter.sensitivities)})`;
  if (filter.highNames.length === 0 || filter.sensitivities.includes("high")) return within;
  const names = textArray(filter.highNames);
  return sql`case when m.sensitivity <> 'high' then ${within} else exists (
    select 1 from facts hf where hf.tenant_id = ${tenantId} and hf.fact_id = m.fact_id and (
      (hf.subject like 'user:%' and hf.subject = any(${names}))
      or (m.scope = any(${names}) and (m.scope like 'user:%' or coalesce(hf.subject, '') not like 'user:%')))) end`;
}

/** An episode happened within the range; anything else was true at some moment of it. */
function rangeFails(filter: HardFilter): SQL {
  const range = filter.range;
  if (range === null) return sql`false`;
  const from = range.from === null ? sql`'-infinity'::timestamptz` : instantParam(range.from);
  const to = range.to === null ? sql`'infinity'::timestamptz` : instantParam(range.to);
  return sql`not (case when m.kind = 'episodic' then m.observed_at >= ${from} and m.observed_at < ${to}
    else p.valid is null or p.valid && tstzrange(${from}, ${to}, '[)') end)`;
}
