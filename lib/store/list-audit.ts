import { type SQL, sql } from "drizzle-orm";
import type { AuditLine, AuditLines, ListAuditQuery } from "@/lib/contracts/audit";
import type { Actor } from "@/lib/contracts/pages";
import type { Tx } from "@/lib/store/client";
import { textSet } from "@/lib/store/erasure/id-list";
import { queryRows, toInstant } from "@/lib/store/rows";

interface Row {
  audit_id: string;
  at: unknown;
  actor_kind: string;
  actor_id: string;
  actor_name: string | null;
  via: string;
  action: string;
  object_type: string;
  object_id: string;
  outcome: string;
  request_id: string;
  body: string;
  seq: number | null;
  hash: string | null;
}

/** The name somebody goes by, whichever table keeps it. */
const nameOf = (tenantId: string, id: SQL): SQL =>
  sql`coalesce(
    (select a.name from agents a where a.tenant_id = ${tenantId} and a.agent_id = ${id}),
    (select u.display_name from users u where u.tenant_id = ${tenantId} and u.user_id = ${id}))`;

function conditionOf(tenantId: string, query: ListAuditQuery): SQL {
  const parts = [sql`l.tenant_id = ${tenantId}`];
  if (query.actor) parts.push(sql`l.actor_id = ${query.actor}`);
  if (query.action?.endsWith(".*"))
    // `.` to `/`, the character after it: everything that begins with the kind and its point.
    parts.push(
      sql`l.action >= ${query.action.slice(0, -1)} and l.action < ${`${query.action.slice(0, -2)}/`}`,
    );
  else if (query.action) parts.push(sql`l.action = ${query.action}`);
  if (query.object) parts.push(sql`l.object_id = ${query.object}`);
  if (query.outcome) parts.push(sql`l.outcome = ${query.outcome}`);
  if (query.from) parts.push(sql`l.at >= ${new Date(query.from).toISOString()}::timestamptz`);
  if (query.to) parts.push(sql`l.at < ${new Date(query.to).toISOString()}::timestamptz`);
  return sql.join(parts, sql` and `);
}

/** Newest first; the cursor is the last id of the page before, as ids begin with their time. */
export async function listAudit(
  tx: Tx,
  tenantId: string,
  query: ListAuditQuery,
  limit: number,
): Promise<AuditLines> {
  const where = conditionOf(tenantId, query);
  const [count] = await queryRows<{ total: number; whole: number }>(
    tx,
    sql`select (select count(*)::int from audit_log l where ${where}) as total,
      (select count(*)::int from audit_log l where l.tenant_id = ${tenantId}) as whole`,
  );
  const rows = await queryRows<Row>(
    tx,
    sql`select l.*, c.seq::int as seq, c.hash, ${nameOf(tenantId, sql`l.actor_id`)} as actor_name
      from (select l.* from audit_log l where ${where}
        and (${query.cursor ?? null}::text is null or l.audit_id < ${query.cursor ?? null}::text)
        order by l.audit_id desc limit ${limit + 1}::int) l
      left join audit_chain c on c.tenant_id = ${tenantId} and c.audit_id = l.audit_id
      order by l.audit_id desc`,
  );
  const page = rows.slice(0, limit);
  return {
    items: page.map(toLine),
    next_cursor: rows.length > limit ? (page.at(-1)?.audit_id ?? null) : null,
    total: count?.total ?? 0,
    all: count?.whole ?? 0,
  };
}

function toLine(row: Row): AuditLine {
  return {
    audit_id: row.audit_id,
    seq: row.seq,
    hash: row.hash,
    at: toInstant(row.at).toISOString(),
    actor: { kind: row.actor_kind, id: row.actor_id, name: row.actor_name },
    via: row.via,
    action: row.action,
    object: { type: row.object_type, id: row.object_id },
    outcome: row.outcome,
    request_id: row.request_id,
    details: readDetails(row.body),
  };
}

/** A line whose text somebody spoilt is still listed; the check of the chain says that it was. */
function readDetails(body: string): Record<string, unknown> {
  try {
    const { details } = JSON.parse(body) as { details?: unknown };
    return typeof details === "object" && details !== null ? (details as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** Who can stand in the log as somebody to filter by: agents, and people with more than their own memory. */
export async function listActors(tx: Tx, tenantId: string, limit = 200): Promise<Actor[]> {
  return queryRows<Actor>(
    tx,
    sql`(select 'agent' as kind, agent_id as id, name from agents where tenant_id = ${tenantId} order by name limit ${limit}::int)
      union all
      (select 'user' as kind, u.user_id as id, u.display_name as name from users u where u.tenant_id = ${tenantId}
        and exists (select 1 from memberships m where m.tenant_id = ${tenantId} and m.user_id = u.user_id and m.role <> 'user')
        order by u.display_name limit ${limit}::int)`,
  );
}

export async function nameActors(
  tx: Tx,
  tenantId: string,
  ids: readonly string[],
): Promise<Record<string, string>> {
  const rows = await queryRows<{ id: string; name: string }>(
    tx,
    sql`select agent_id as id, name from agents where tenant_id = ${tenantId} and agent_id in ${textSet(ids)}
      union all
      select user_id as id, display_name as name from users where tenant_id = ${tenantId} and user_id in ${textSet(ids)}`,
  );
  return Object.fromEntries(rows.map(({ id, name }) => [id, name]));
}
