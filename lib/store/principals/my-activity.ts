import { type SQL, sql } from "drizzle-orm";
import type { ActivityKind } from "@/lib/contracts/pages";
import type { Tx } from "@/lib/store/client";
import { textSet } from "@/lib/store/erasure/id-list";
import type { Own } from "@/lib/store/principals/my-memories";
import { queryRows, toInstant } from "@/lib/store/rows";

export interface ActivityRow {
  id: string;
  at: Date;
  code: string;
  actorKind: string;
  actorId: string;
  actorName: string | null;
  via: string;
  memoryId: string | null;
  count: number | null;
  deletionId: string | null;
  aboutAgent: { id: string; name: string | null } | null;
}

/** Which entries of the audit log are which kind of activity. What is not here tells a person nothing they would know. */
export const ACTIONS: Record<Exclude<ActivityKind, "used">, readonly string[]> = {
  learned: ["memory.committed", "memory.held_for_approval", "memory.quarantined", "memory.conflicted"],
  changed: [
    "memory.confirmed",
    "memory.confirmation_taken_back",
    "memory.retracted",
    "memory.revoked",
    "memory.expired",
    "memory.ended",
    "memory.archived",
    "memory.restored",
    "memory.revised_by_word",
    "approval.approved",
    "approval.rejected",
    "conflict.settled",
    "duplicate.merged",
    "duplicate.kept_apart",
    "quarantine.released",
    "quarantine.condemned",
    "quarantine.held",
  ],
  viewed: ["memory.viewed", "subject.revealed"],
  exported: ["export.requested", "export.given"],
  deleted: ["deletion.requested", "deletion.executed", "deletion.cancelled", "deletion.failed"],
  settings: [
    "subject.paused",
    "subject.resumed",
    "subject.topics_set",
    "subject.agent_paused",
    "subject.agent_resumed",
  ],
};

/** Where the page before ended. */
export interface ActivityPosition {
  at: string;
  id: string;
}

interface Wanted {
  kind: ActivityKind | null;
  agentId: string | null;
  memoryId: string | null;
  after: ActivityPosition | null;
  limit: number;
}

/** The person's memories, erased ones included as far as the place still tells whose they were. */
const ownIds = ({ tenantId, self }: Own): SQL => sql`
  select m.memory_id, m.fact_id from memories m join facts f on f.tenant_id = m.tenant_id and f.fact_id = m.fact_id
  where m.tenant_id = ${tenantId} and (m.scope = ${self} or f.subject = ${self})`;

const before = (wanted: Wanted, at: SQL, id: SQL): SQL =>
  wanted.after === null
    ? sql`true`
    : sql`(${at}, ${id}) < (${wanted.after.at}::timestamptz, ${wanted.after.id})`;

/** What the audit log tells of this person: what was done to their memories, their deletions, their own choices. */
async function listAudited(tx: Tx, own: Own, wanted: Wanted): Promise<ActivityRow[]> {
  const { tenantId, self } = own;
  const kinds = Object.entries(ACTIONS).filter(([kind]) => wanted.kind === null || wanted.kind === kind);
  const actions = kinds.flatMap(([, names]) => names);
  if (actions.length === 0) return [];
  const rows = await queryRows<Record<string, unknown>>(
    tx,
    sql`with own as (${ownIds(own)}),
        theirs(object_type, object_id, memory_id) as (
          select 'memory', memory_id, memory_id from own
          union all select 'subject', ${self}, null
          union all select 'export', ${self}, null
          union all select 'export', export_id, null from exports
            where tenant_id = ${tenantId} and subject = ${self}
          union all select 'deletion', deletion_id, null from deletions
            where tenant_id = ${tenantId} and subject = ${self}
          union all select 'approval', x.approval_id, x.memory_id from approvals x
            join own on own.memory_id = x.memory_id where x.tenant_id = ${tenantId}
          union all select 'quarantine', q.quarantine_id, q.memory_id from quarantine q
            join own on own.memory_id = q.memory_id where q.tenant_id = ${tenantId}
          union all select 'conflict', c.conflict_id, c.incumbent_id from conflicts c
            join own on own.memory_id = c.incumbent_id where c.tenant_id = ${tenantId}
          union all select 'duplicate', d.duplicate_id, d.memory_id from possible_duplicates d
            join own on own.memory_id = d.memory_id where d.tenant_id = ${tenantId}
        )
      select a.audit_id, a.at, a.action, a.actor_kind, a.actor_id, a.via, a.object_type, a.object_id, t.memory_id,
        a.body::jsonb -> 'details' as details, coalesce(g.name, u.display_name) as actor_name, ag.name as about_name
      from theirs t
        join audit_log a on a.tenant_id = ${tenantId} and a.object_type = t.object_type and a.object_id = t.object_id
        left join agents g on g.tenant_id = ${tenantId} and g.agent_id = a.actor_id
        left join users u on u.tenant_id = ${tenantId} and u.user_id = a.actor_id
        left join agents ag on ag.tenant_id = ${tenantId} and a.object_type = 'subject'
          and ag.agent_id = a.body::jsonb -> 'details' ->> 'agent_id'
      where a.action in ${textSet(actions)} and a.outcome <> 'denied'
        and (${wanted.agentId}::text is null or a.actor_id = ${wanted.agentId} or ag.agent_id = ${wanted.agentId})
        and (${wanted.memoryId}::text is null or t.memory_id = ${wanted.memoryId})
        and ${before(wanted, sql`a.at`, sql`a.audit_id`)}
      order by a.at desc, a.audit_id desc limit ${wanted.limit}`,
  );
  return rows.map((row) => {
    const details = (row.details ?? {}) as Record<string, unknown>;
    return {
      id: String(row.audit_id),
      at: toInstant(row.at),
      code: String(row.action),
      actorKind: String(row.actor_kind),
      actorId: String(row.actor_id),
      actorName: row.actor_name as string | null,
      via: String(row.via),
      memoryId: row.memory_id as string | null,
      count: typeof details.memories === "number" ? details.memories : null,
      deletionId: row.object_type === "deletion" ? String(row.object_id) : null,
      aboutAgent:
        typeof details.agent_id === "string"
          ? { id: details.agent_id, name: row.about_name as string | null }
          : null,
    };
  });
}

/** Recalls that handed out something of this person's, each once, with how many of their memories it held. */
async function listHandedOut(tx: Tx, own: Own, wanted: Wanted): Promise<ActivityRow[]> {
  if (wanted.kind !== null && wanted.kind !== "used") return [];
  const { tenantId } = own;
  const rows = await queryRows<Record<string, unknown>>(
    tx,
    sql`with own as (${ownIds(own)})
      select r.retrieval_id, r.at, r.actor_kind, r.actor_id, coalesce(g.name, u.display_name) as actor_name,
        packed.count, packed.first
      from retrievals r
        cross join lateral (
          select count(*)::int as count, min(p.item ->> 'memory_id') as first
          from jsonb_array_elements(r.trace -> 'pack' -> 'items') as p(item)
          join own on own.memory_id = p.item ->> 'memory_id'
          where ${wanted.memoryId}::text is null or own.memory_id = ${wanted.memoryId}
        ) packed
        left join agents g on g.tenant_id = ${tenantId} and g.agent_id = r.actor_id
        left join users u on u.tenant_id = ${tenantId} and u.user_id = r.actor_id
      where r.tenant_id = ${tenantId} and r.packed_count > 0 and packed.count > 0
        and (${wanted.agentId}::text is null or r.actor_id = ${wanted.agentId})
        and ${before(wanted, sql`r.at`, sql`r.retrieval_id`)}
      order by r.at desc, r.retrieval_id desc limit ${wanted.limit}`,
  );
  return rows.map((row) => ({
    id: String(row.retrieval_id),
    at: toInstant(row.at),
    code: "retrieval.packed",
    actorKind: String(row.actor_kind),
    actorId: String(row.actor_id),
    actorName: row.actor_name as string | null,
    via: "api",
    memoryId: Number(row.count) === 1 ? String(row.first) : null,
    count: Number(row.count),
    deletionId: null,
    aboutAgent: null,
  }));
}

/** One time line, newest first, up to `limit`. */
export async function listActivityOf(tx: Tx, own: Own, wanted: Wanted): Promise<ActivityRow[]> {
  const audited = await listAudited(tx, own, wanted);
  const handedOut = await listHandedOut(tx, own, wanted);
  return [...audited, ...handedOut]
    .sort((a, b) => b.at.getTime() - a.at.getTime() || (a.id < b.id ? 1 : -1))
    .slice(0, wanted.limit);
}
