import { type SQL, sql } from "drizzle-orm";
import type { ListMyMemoriesQuery } from "@/lib/contracts/pages";
import type { Tx } from "@/lib/store/client";
import { textSet } from "@/lib/store/erasure/id-list";
import { isToken, sealedSpellings } from "@/lib/store/sealing/open-rows";
import { readMemories } from "@/lib/store/memory/read-memories";
import { queryRows, toInstant, toInstantOrNull } from "@/lib/store/rows";

/** Whose memories: those in the person's own scope, and those elsewhere whose subject they are. */
export interface Own {
  tenantId: string;
  /** `user:ID` */
  self: string;
  now: Date;
}

/**
 * Erased ones are gone; everything else is the person's to see. By the two indexes that lead to them: of an organisation
 * with many people no more is read than one of them has.
 */
const ownMemories = ({ tenantId, self, now }: Own): SQL => sql`
  select m.memory_id, m.writer_kind, m.writer_id, m.confirmation, m.updated_at, m.recorded_at, m.last_used_at,
    coalesce(x.preview, c.statement) as statement, c.topic,
    case when m.status = 'active' and coalesce(m.ended_at, m.claim_to) <= ${now.toISOString()}::timestamptz
      then 'expired' else m.status end as status
  from (
    select o.* from memories o where o.tenant_id = ${tenantId} and o.scope = ${self} and o.status <> 'deleted'
    union all
    select o.* from facts f cross join lateral (
      select e.* from memories e where e.tenant_id = ${tenantId} and e.fact_id = f.fact_id and e.scope <> ${self}
        and e.status <> 'deleted' offset 0
    ) o where f.tenant_id = ${tenantId} and f.subject = ${self}
  ) m
  cross join lateral (
    select c.statement, c.topic, c.key_id from memory_contents c
    where c.tenant_id = ${tenantId} and c.memory_id = m.memory_id offset 0
  ) c
  left join lateral (
    select x.preview from search_index x
    where c.key_id is not null and x.tenant_id = ${tenantId} and x.memory_id = m.memory_id offset 0
  ) x on true`;

const SORT_KEYS = {
  changed: { expression: sql`o.updated_at`, type: sql`timestamptz`, dir: "desc" },
  learned: { expression: sql`o.recorded_at`, type: sql`timestamptz`, dir: "desc" },
  used: {
    expression: sql`coalesce(o.last_used_at, 'epoch'::timestamptz)`,
    type: sql`timestamptz`,
    dir: "desc",
  },
  text: { expression: sql`left(o.statement, 200)`, type: sql`text`, dir: "asc" },
} as const;

/** Where the page before ended: the value it was sorted by, and the id that breaks ties. */
export type ListPosition = readonly [value: string, memoryId: string];

function likePattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, "\\$&")}%`;
}

/** Ids of one page in order, with the exact number of all that match, and where the page ends. */
export async function listMyMemoryIds(
  tx: Tx,
  own: Own,
  query: Omit<ListMyMemoriesQuery, "cursor" | "limit"> & { after: ListPosition | null; limit: number },
): Promise<{ ids: string[]; total: number; next: ListPosition | null }> {
  const conditions: SQL[] = [sql`true`];
  if (query.status) conditions.push(sql`o.status = ${query.status}`);
  else if (!query.include_inactive) conditions.push(sql`o.status = 'active'`);
  if (query.confirmation) conditions.push(sql`o.confirmation = ${query.confirmation}`);
  if (query.topic !== undefined)
    conditions.push(
      sql`coalesce(o.topic, '') in ${textSet(sealedSpellings(tx, own.tenantId, "topic", [query.topic]))}`,
    );
  if (query.agent) conditions.push(sql`o.writer_id = ${query.agent}`);
  if (query.q) conditions.push(sql`o.statement ilike ${likePattern(query.q)}`);
  const where = sql.join(conditions, sql` and `);
  const { expression, type, dir } = SORT_KEYS[query.sort ?? "changed"];
  const descending = (query.dir ?? dir) === "desc";
  const order = descending ? sql`desc` : sql`asc`;
  const beyond = descending ? sql`<` : sql`>`;
  const from = query.after
    ? sql`and (${expression}, o.memory_id) ${beyond} (${query.after[0]}::${type}, ${query.after[1]})`
    : sql``;
  const [counted] = await queryRows<{ total: number }>(
    tx,
    sql`select count(*)::int as total from (${ownMemories(own)}) o where ${where}`,
  );
  const rows = await queryRows<{ memory_id: string; key: string }>(
    tx,
    sql`select o.memory_id, ${expression}::text as key from (${ownMemories(own)}) o where ${where} ${from}
      order by ${expression} ${order}, o.memory_id ${order} limit ${query.limit + 1}`,
  );
  const page = rows.slice(0, query.limit);
  const last = page.at(-1);
  return {
    ids: page.map((row) => row.memory_id),
    total: counted?.total ?? 0,
    next: rows.length > query.limit && last ? [last.key, last.memory_id] : null,
  };
}

export interface MyCounts {
  active: number;
  inactive: number;
  inferred: number;
  topics: { topic: string | null; count: number; newestId: string }[];
  agents: { id: string; name: string | null; count: number }[];
  lastChangeAt: Date | null;
}

export async function countMyMemories(tx: Tx, own: Own): Promise<MyCounts> {
  const [row] = await queryRows<{
    counts: { active: number; inactive: number; inferred: number; last: string | null };
    topics: { topic: string | null; count: number; newest: string }[];
    agents: MyCounts["agents"];
  }>(
    tx,
    // Read once, counted three ways.
    sql`with o as materialized (${ownMemories(own)}),
      topics as (
        select nullif(o.topic, '') as topic, count(*)::int as count,
          (array_agg(o.memory_id order by o.recorded_at desc, o.memory_id desc))[1] as newest
        from o where o.status = 'active' group by nullif(o.topic, '')
      ), agents as (
        select o.writer_id as id, coalesce(a.name, u.display_name) as name, count(*)::int as count
        from o
        left join agents a on a.tenant_id = ${own.tenantId} and a.agent_id = o.writer_id
        left join users u on u.tenant_id = ${own.tenantId} and u.user_id = o.writer_id
        group by o.writer_id, coalesce(a.name, u.display_name)
      )
      select
        (select jsonb_build_object('active', count(*) filter (where o.status = 'active'),
          'inactive', count(*) filter (where o.status <> 'active'),
          'inferred', count(*) filter (where o.status = 'active' and o.confirmation = 'inferred'),
          'last', max(o.updated_at)) from o) as counts,
        (select coalesce(jsonb_agg(to_jsonb(t) order by t.count desc, t.topic nulls last), '[]'::jsonb) from topics t) as topics,
        (select coalesce(jsonb_agg(to_jsonb(g) order by g.count desc, g.id), '[]'::jsonb) from agents g) as agents`,
  );
  const counts = row?.counts;
  const topics = row?.topics ?? [];
  const agents = row?.agents ?? [];
  return {
    active: counts?.active ?? 0,
    inactive: counts?.inactive ?? 0,
    inferred: counts?.inferred ?? 0,
    topics: await nameTopics(
      tx,
      own,
      topics.map(({ topic, count, newest }) => ({ topic, count, newestId: newest })),
    ),
    agents,
    lastChangeAt: toInstantOrNull(counts?.last),
  };
}

/**
 * A topic of high sensitivity is counted by its token and named by a memory of it. The same topic may stand in clear as
 * well: the two are one line.
 */
async function nameTopics(tx: Tx, own: Own, topics: MyCounts["topics"]): Promise<MyCounts["topics"]> {
  const tokens = topics.filter(({ topic }) => topic !== null && isToken(topic));
  if (tokens.length === 0) return topics;
  const ids = tokens.map(({ newestId }) => newestId);
  const memories = await readMemories(tx, own.tenantId, ids, { now: own.now });
  const named = new Map(memories.map((memory) => [memory.memory_id, memory.topic]));
  const lines = new Map<string | null, MyCounts["topics"][number]>();
  for (const line of topics) {
    const topic = tokens.includes(line) ? (named.get(line.newestId) ?? null) : line.topic;
    const known = lines.get(topic);
    lines.set(topic, known ? { ...known, count: known.count + line.count } : { ...line, topic });
  }
  return [...lines.values()].sort((a, b) => b.count - a.count);
}

/** What changed last, newest first. */
export async function listMyChanges(
  tx: Tx,
  own: Own,
  limit: number,
): Promise<{ memoryId: string; at: Date }[]> {
  const rows = await queryRows<{ memory_id: string; at: unknown }>(
    tx,
    sql`select o.memory_id, o.updated_at as at from (${ownMemories(own)}) o
      order by o.updated_at desc, o.memory_id desc limit ${limit}`,
  );
  return rows.map((row) => ({ memoryId: row.memory_id, at: toInstant(row.at) }));
}

/** What agents said they used last: one line for each memory, its latest use. */
export async function listMyUses(
  tx: Tx,
  own: Own,
  limit: number,
): Promise<{ memoryId: string; at: Date; actor: { kind: string; id: string; name: string | null } }[]> {
  const rows = await queryRows<{
    memory_id: string;
    at: unknown;
    kind: string;
    id: string;
    name: string | null;
  }>(
    tx,
    sql`select * from (
        select distinct on (u.memory_id) u.memory_id, u.at, u.actor_kind as kind, u.actor_id as id, a.name
        from usage u
        join (${ownMemories(own)}) o on o.memory_id = u.memory_id
        left join agents a on a.tenant_id = u.tenant_id and a.agent_id = u.actor_id
        where u.tenant_id = ${own.tenantId}
        order by u.memory_id, u.at desc
      ) latest order by at desc, memory_id limit ${limit}`,
  );
  return rows.map((row) => ({
    memoryId: row.memory_id,
    at: toInstant(row.at),
    actor: { kind: row.kind, id: row.id, name: row.name },
  }));
}

/** Agents that may read something of this person: by their whole type or by this very scope. */
export async function countAgentsOf(tx: Tx, own: Own): Promise<number> {
  const [row] = await queryRows<{ count: number }>(
    tx,
    sql`select count(*)::int as count from agents
      where tenant_id = ${own.tenantId} and disabled_at is null and ('user:*' = any(scopes) or ${own.self} = any(scopes))`,
  );
  return row?.count ?? 0;
}

export async function countOpenDeletionsOf(tx: Tx, own: Own): Promise<number> {
  const [row] = await queryRows<{ count: number }>(
    tx,
    sql`select count(*)::int as count from deletions
      where tenant_id = ${own.tenantId} and subject = ${own.self} and status in ('requested', 'running', 'waiting')`,
  );
  return row?.count ?? 0;
}
