import { sql } from "drizzle-orm";
import type { Reveal, SubjectSummary } from "@/lib/contracts/reveals";
import type { Tx } from "@/lib/store/client";
import { queryRows, toInstant, toInstantOrNull } from "@/lib/store/rows";
import { instantParam } from "@/lib/store/search/parameters";

/** How long words stay uncovered. */
export const REVEAL_MS = 15 * 60_000;

/** Counts of one person's memories (in their scope, or about them) and requests; null when nothing is known of them. */
export async function readSubjectSummary(
  tx: Tx,
  tenantId: string,
  subject: string,
  now: Date,
): Promise<SubjectSummary | null> {
  const at = instantParam(now);
  const [row] = await queryRows<Record<string, number | boolean | null> & { changed: unknown }>(
    tx,
    sql`select m.*, d.*,
        exists (select 1 from users where tenant_id = ${tenantId} and external_id = ${subject.slice("user:".length)}) as member,
        exists (select 1 from subject_controls c where c.tenant_id = ${tenantId} and c.subject = ${subject}
          and c.paused_at <= ${at} and (c.paused_until is null or c.paused_until > ${at})) as paused
      from (select (count(*) filter (where m.status = 'active'))::int as active,
          (count(*) filter (where m.status = 'active' and m.confirmation = 'inferred'))::int as inferred,
          (count(*) filter (where m.status = 'pending_approval'))::int as waiting,
          (count(*) filter (where m.status = 'quarantined'))::int as quarantined,
          (count(*) filter (where m.status not in ('active', 'pending_approval', 'quarantined')))::int as inactive,
          max(m.updated_at) as changed
        from memories m join facts f on f.tenant_id = m.tenant_id and f.fact_id = m.fact_id
        where m.tenant_id = ${tenantId} and (m.scope = ${subject} or f.subject = ${subject})) m,
      (select count(*)::int as requests,
          (count(*) filter (where status not in ('complete', 'cancelled')))::int as open
        from deletions where tenant_id = ${tenantId} and subject = ${subject}) d`,
  );
  const count = (name: string) => Number(row?.[name] ?? 0);
  const memories = {
    active: count("active"),
    inferred: count("inferred"),
    waiting: count("waiting"),
    quarantined: count("quarantined"),
    inactive: count("inactive"),
  };
  const known = row?.member === true || Object.values(memories).some((n) => n > 0) || count("requests") > 0;
  if (!known) return null;
  return {
    subject,
    is_member: row?.member === true,
    memories: { ...memories, last_change_at: toInstantOrNull(row?.changed)?.toISOString() ?? null },
    paused: row?.paused === true,
    deletions: { total: count("requests"), open: count("open") },
  };
}

/** The scope of whoever has exactly this e-mail address or id; null when nobody has. */
export async function findSubject(tx: Tx, tenantId: string, who: string): Promise<string | null> {
  const [row] = await queryRows<{ external_id: string }>(
    tx,
    sql`select external_id from users where tenant_id = ${tenantId}
      and (email = ${who.toLowerCase()} or external_id = ${who} or user_id = ${who}) limit 1`,
  );
  return row ? `user:${row.external_id}` : null;
}

/** Whose words this person has uncovered and until when: told by the log itself, so that none is uncovered unrecorded. */
export async function listReveals(
  tx: Tx,
  key: { tenantId: string; actorId: string },
  now: Date,
): Promise<Reveal[]> {
  const rows = await queryRows<{ subject: string; at: unknown }>(
    tx,
    sql`select object_id as subject, max(at) as at from audit_log
      where tenant_id = ${key.tenantId} and object_type = 'subject' and action = 'subject.revealed'
        and actor_id = ${key.actorId} and outcome = 'allowed'
        and at > ${instantParam(new Date(now.getTime() - REVEAL_MS))} and at <= ${instantParam(now)}
      group by object_id`,
  );
  return rows.map(({ subject, at }) => ({
    subject,
    until: new Date(toInstant(at).getTime() + REVEAL_MS).toISOString(),
  }));
}
