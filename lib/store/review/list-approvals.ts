import { type SQL, sql } from "drizzle-orm";
import type { ListApprovalsQuery } from "@/lib/contracts/reviews";
import type { Principal } from "@/lib/engine/model/principal";
import type { Tx } from "@/lib/store/client";
import { textSet } from "@/lib/store/erasure/id-list";
import { visibilityCondition } from "@/lib/store/memory/visibility";
import { type IdPage, pageOfIds, type ReviewPosition } from "@/lib/store/review/page-of-ids";
import type { ApprovalRow } from "@/lib/store/review/change-approval";
import { queryRows, toInstant, toInstantOrNull } from "@/lib/store/rows";

const FROM = sql`from approvals x
  join memories m on m.tenant_id = x.tenant_id and m.memory_id = x.memory_id
  join facts f on f.tenant_id = x.tenant_id and f.fact_id = x.fact_id`;

const DAYS: Record<"overdue" | "today" | "week", number> = { overdue: 0, today: 1, week: 7 };

/** Approvals on memories that this principal may see. */
export async function listApprovalIds(
  tx: Tx,
  principal: Principal,
  query: ListApprovalsQuery,
  after: ReviewPosition | null,
  limit: number,
  now: Date,
): Promise<IdPage> {
  const parts: SQL[] = [visibilityCondition(principal)];
  if (query.state) parts.push(sql`x.state = ${query.state}`);
  if (query.class) parts.push(sql`x.class = ${query.class}`);
  if (query.verb) parts.push(sql`x.verb = ${query.verb}`);
  if (query.scope) parts.push(sql`x.scope = ${query.scope}`);
  if (query.reason_code) parts.push(sql`x.reason_code = ${query.reason_code}`);
  if (query.agent) parts.push(sql`x.proposed_by_id = ${query.agent}`);
  if (query.memory) parts.push(sql`(x.memory_id = ${query.memory} or x.target_id = ${query.memory})`);
  if (query.due) {
    const until = new Date(now.getTime() + DAYS[query.due] * 86_400_000);
    parts.push(sql`x.state = 'open' and x.expires_at <= ${until.toISOString()}::timestamptz`);
  }
  return pageOfIds(tx, principal.tenantId, {
    from: FROM,
    where: sql.join(parts, sql` and `),
    id: sql`x.approval_id`,
    at: sql`x.opened_at`,
    after,
    limit,
  });
}

/** An approval with what its place says, and the names of who acted. */
export interface ListedApproval extends ApprovalRow {
  subject: string | null;
  predicate: string | null;
  kind: string;
  provenance: string;
  proposedByName: string | null;
  decidedByName: string | null;
  earlier: { approval_id: string; state: string; decided_at: string | null }[];
}

/** In the order of the ids asked for; what does not exist is left out. Rights are the caller's to check. */
export async function readApprovals(
  tx: Tx,
  tenantId: string,
  ids: readonly string[],
): Promise<ListedApproval[]> {
  if (ids.length === 0) return [];
  const rows = await queryRows<Record<string, unknown>>(
    tx,
    sql`select x.*, f.subject, f.predicate, m.kind, m.provenance_type,
          coalesce(pa.name, pu.display_name) as proposed_name, coalesce(da.name, du.display_name) as decided_name,
          (select json_agg(json_build_object('approval_id', o.approval_id, 'state', o.state, 'decided_at', o.decided_at)
              order by o.decided_at desc)
            from (select * from approvals o where o.tenant_id = ${tenantId} and o.fact_id = x.fact_id
              and o.approval_id <> x.approval_id and o.state <> 'open' order by o.decided_at desc limit 10) o) as earlier
        ${FROM}
        left join agents pa on pa.tenant_id = ${tenantId} and pa.agent_id = x.proposed_by_id
        left join users pu on pu.tenant_id = ${tenantId} and pu.user_id = x.proposed_by_id
        left join agents da on da.tenant_id = ${tenantId} and da.agent_id = x.decided_by_id
        left join users du on du.tenant_id = ${tenantId} and du.user_id = x.decided_by_id
        where x.tenant_id = ${tenantId} and x.approval_id in ${textSet(ids)}`,
  );
  const byId = new Map(rows.map((row) => [String(row.approval_id), toListed(row)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

const text = (value: unknown): string | null =>
  value === null || value === undefined ? null : String(value);

function toListed(row: Record<string, unknown>): ListedApproval {
  const earlier = (row.earlier as ListedApproval["earlier"] | null) ?? [];
  return {
    tenantId: String(row.tenant_id),
    approvalId: String(row.approval_id),
    memoryId: String(row.memory_id),
    factId: String(row.fact_id),
    targetId: text(row.target_id),
    candidateId: String(row.candidate_id),
    eventId: String(row.event_id),
    scope: String(row.scope),
    verb: String(row.verb),
    operation: String(row.operation),
    reasonCode: String(row.reason_code),
    class: String(row.class),
    policyVersion: Number(row.policy_version),
    minAuthority: Number(row.min_authority),
    minTrust: Number(row.min_trust),
    sourceTypes: row.source_types as string[],
    endsAt: toInstantOrNull(row.ends_at),
    proposedByKind: String(row.proposed_by_kind),
    proposedById: String(row.proposed_by_id),
    openedAt: toInstant(row.opened_at),
    expiresAt: toInstant(row.expires_at),
    state: String(row.state),
    revision: Number(row.revision),
    firstByKind: text(row.first_by_kind),
    firstById: text(row.first_by_id),
    firstAt: toInstantOrNull(row.first_at),
    decidedByKind: text(row.decided_by_kind),
    decidedById: text(row.decided_by_id),
    decidedAt: toInstantOrNull(row.decided_at),
    decisionEventId: text(row.decision_event_id),
    subject: text(row.subject),
    predicate: text(row.predicate),
    kind: String(row.kind),
    provenance: String(row.provenance_type),
    proposedByName: text(row.proposed_name),
    decidedByName: text(row.decided_name),
    earlier: earlier.map((one) => ({
      ...one,
      decided_at: toInstantOrNull(one.decided_at)?.toISOString() ?? null,
    })),
  };
}
