import { type SQL, sql } from "drizzle-orm";
import type { Page } from "@/lib/contracts/common";
import type { ListMemoriesQuery, Memory } from "@/lib/contracts/memories";
import { isOperator, type Principal } from "@/lib/engine/model/principal";
import type { Tx } from "@/lib/store/client";
import { readMemories } from "@/lib/store/memory/read-memories";
import { visibilityCondition } from "@/lib/store/memory/visibility";
import { textSet } from "@/lib/store/erasure/id-list";
import { sealedSpellings } from "@/lib/store/sealing/open-rows";
import { queryRows, toInstant } from "@/lib/store/rows";

/** Where a page of a list begins: after this row, newest change first. */
export interface ListPosition {
  updatedAt: Date;
  memoryId: string;
}

export function encodePosition(position: ListPosition): string {
  return Buffer.from(JSON.stringify([position.updatedAt.toISOString(), position.memoryId])).toString(
    "base64url",
  );
}

/** Null for anything that this server did not give out. */
export function decodePosition(cursor: string): ListPosition | null {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
    if (!Array.isArray(parsed) || typeof parsed[0] !== "string" || typeof parsed[1] !== "string") return null;
    const updatedAt = new Date(parsed[0]);
    return Number.isNaN(updatedAt.getTime()) ? null : { updatedAt, memoryId: parsed[1] };
  } catch {
    return null;
  }
}

/** The filter of a list: the same condition counts and reads, so that the total is the number of rows one can page to. */
function filterCondition(tx: Tx, tenantId: string, principal: Principal, query: ListMemoriesQuery): SQL {
  const parts: SQL[] = [
    sql`m.tenant_id = ${tenantId}`,
    // What was erased says nothing and is not listed.
    sql`m.status <> 'deleted'`,
    visibilityCondition(principal),
  ];
  if (query.scope) parts.push(sql`m.scope = ${query.scope}`);
  if (query.subject) parts.push(sql`f.subject = ${query.subject}`);
  if (query.predicate) parts.push(sql`f.predicate = ${query.predicate}`);
  if (query.kind) parts.push(sql`m.kind = ${query.kind}`);
  if (query.status) parts.push(sql`m.status = ${query.status}`);
  if (query.confirmation) parts.push(sql`m.confirmation = ${query.confirmation}`);
  if (query.topic)
    parts.push(sql`c.topic in ${textSet(sealedSpellings(tx, tenantId, "topic", [query.topic]))}`);
  if (query.agent) parts.push(sql`m.writer_id = ${query.agent}`);
  if (query.q) parts.push(sql`position(lower(${query.q}) in lower(coalesce(x.preview, c.statement))) > 0`);
  if (query.valid_at || query.known_at) {
    const valid = query.valid_at ? sql`${new Date(query.valid_at).toISOString()}::timestamptz` : sql`now()`;
    const known = query.known_at
      ? sql`p.known @> ${new Date(query.known_at).toISOString()}::timestamptz`
      : sql`upper_inf(p.known)`;
    parts.push(
      sql`exists (select 1 from memory_periods p where p.tenant_id = ${tenantId} and p.memory_id = m.memory_id and p.valid @> ${valid} and ${known})`,
    );
  }
  return sql.join(parts, sql` and `);
}

/** Keys and contents are read only where they are asked for: a count of all memories is a count of short rows. */
function fromOf({ q, topic }: ListMemoriesQuery, byKey: boolean): SQL {
  const keys = sql`join facts f on f.tenant_id = m.tenant_id and f.fact_id = m.fact_id`;
  const contents = sql`join memory_contents c on c.tenant_id = m.tenant_id and c.memory_id = m.memory_id`;
  const previews = sql`left join search_index x on c.key_id is not null and x.tenant_id = m.tenant_id and x.memory_id = m.memory_id`;
  return sql`from memories m
    ${byKey ? keys : sql``} ${q || topic ? contents : sql``} ${q ? previews : sql``}`;
}

/** A page of memories this principal may see, newest change first, with the exact total of the filter. */
export async function listMemories(
  tx: Tx,
  principal: Principal,
  query: ListMemoriesQuery,
  page: {
    after: ListPosition | null;
    limit: number;
    /** Of these people nothing is listed: they paused it for this caller. */
    paused: readonly string[];
  },
  now: Date,
): Promise<Page<Memory>> {
  const { tenantId } = principal;
  const { after, limit, paused } = page;
  const wanted = filterCondition(tx, tenantId, principal, query);
  const where =
    paused.length === 0
      ? wanted
      : sql`${wanted} and m.scope not in ${textSet(paused)} and coalesce(f.subject, '') not in ${textSet(paused)}`;
  const byKey = Boolean(query.subject || query.predicate) || paused.length > 0 || !isOperator(principal);
  const from = fromOf(query, byKey);
  const [count] = await queryRows<{ total: number }>(
    tx,
    sql`select count(*)::int as total ${from} where ${where}`,
  );
  const position = after
    ? sql`and (m.updated_at, m.memory_id) < (${after.updatedAt.toISOString()}::timestamptz, ${after.memoryId})`
    : sql``;
  const rows = await queryRows<{ memory_id: string; updated_at: unknown }>(
    tx,
    sql`select m.memory_id, m.updated_at ${from} where ${where} ${position}
        order by m.updated_at desc, m.memory_id desc limit ${limit + 1}`,
  );
  const listed = rows.slice(0, limit);
  const last = rows.length > limit ? listed.at(-1) : undefined;
  const items = await readMemories(
    tx,
    tenantId,
    listed.map((row) => row.memory_id),
    {
      now,
      validAt: query.valid_at ? new Date(query.valid_at) : null,
      knownAt: query.known_at ? new Date(query.known_at) : null,
    },
  );
  return {
    items,
    next_cursor: last
      ? encodePosition({ updatedAt: toInstant(last.updated_at), memoryId: last.memory_id })
      : null,
    total: count?.total ?? 0,
  };
}
