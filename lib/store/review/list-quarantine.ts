import { type SQL, sql } from "drizzle-orm";
import type { ListQuarantineQuery } from "@/lib/contracts/reviews";
import type { Principal } from "@/lib/engine/model/principal";
import type { Tx } from "@/lib/store/client";
import { textSet } from "@/lib/store/erasure/id-list";
import { visibilityCondition } from "@/lib/store/memory/visibility";
import type { QuarantineRow } from "@/lib/store/review/change-quarantine";
import { type IdPage, pageOfIds, type ReviewPosition } from "@/lib/store/review/page-of-ids";
import { queryRows, toInstant, toInstantOrNull } from "@/lib/store/rows";

const FROM = sql`from quarantine x
  join memories m on m.tenant_id = x.tenant_id and m.memory_id = x.memory_id
  join facts f on f.tenant_id = x.tenant_id and f.fact_id = x.fact_id`;

/** What is or was held for safety, of the memories that this principal may see. */
export function listQuarantineIds(
  tx: Tx,
  principal: Principal,
  query: ListQuarantineQuery,
  after: ReviewPosition | null,
  limit: number,
): Promise<IdPage> {
  const parts: SQL[] = [visibilityCondition(principal)];
  if (query.state) parts.push(sql`x.state = ${query.state}`);
  if (query.signal) parts.push(sql`${query.signal} = any(x.signals)`);
  if (query.reason_code) parts.push(sql`x.reason_code = ${query.reason_code}`);
  if (query.scope) parts.push(sql`x.scope = ${query.scope}`);
  if (query.agent) parts.push(sql`x.opened_by_id = ${query.agent}`);
  if (query.memory) parts.push(sql`x.memory_id = ${query.memory}`);
  return pageOfIds(tx, principal.tenantId, {
    from: FROM,
    where: sql.join(parts, sql` and `),
    id: sql`x.quarantine_id`,
    at: sql`x.opened_at`,
    after,
    limit,
  });
}

export interface ListedQuarantine extends QuarantineRow {
  subject: string | null;
  predicate: string | null;
  kind: string;
  provenance: string;
  confirmation: string;
  writerId: string;
  openedByName: string | null;
  decidedByName: string | null;
  /** Retrievals that spoke of it before it was held. */
  reached: number;
  cluster: string[];
}

/** In the order of the ids asked for. Rights are the caller's to check. */
export async function readQuarantine(
  tx: Tx,
  tenantId: string,
  ids: readonly string[],
  minutes: number,
): Promise<ListedQuarantine[]> {
  if (ids.length === 0) return [];
  const rows = await queryRows<Record<string, unknown>>(
    tx,
    sql`select x.*, f.subject, f.predicate, m.kind, m.provenance_type, m.confirmation, m.writer_id,
          coalesce(oa.name, ou.display_name) as opened_name, du.display_name as decided_name,
          (select count(*)::int from retrievals r where r.tenant_id = ${tenantId} and r.at <= x.opened_at
            and r.memory_ids @> array[x.memory_id]) as reached,
          (select json_agg(o.quarantine_id) from (select o.quarantine_id from quarantine o where o.tenant_id = ${tenantId}
            and o.scope = x.scope and o.opened_by_id = x.opened_by_id and o.quarantine_id <> x.quarantine_id
            and o.opened_at between x.opened_at - make_interval(mins => ${minutes}::int)
              and x.opened_at + make_interval(mins => ${minutes}::int)
            order by o.opened_at limit 100) o) as cluster
        ${FROM}
        left join agents oa on oa.tenant_id = ${tenantId} and oa.agent_id = x.opened_by_id
        left join users ou on ou.tenant_id = ${tenantId} and ou.user_id = x.opened_by_id
        left join users du on du.tenant_id = ${tenantId} and du.user_id = x.decided_by_id
        where x.tenant_id = ${tenantId} and x.quarantine_id in ${textSet(ids)}`,
  );
  const byId = new Map(rows.map((row) => [String(row.quarantine_id), toListed(row)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

const text = (value: unknown): string | null =>
  value === null || value === undefined ? null : String(value);

function toListed(row: Record<string, unknown>): ListedQuarantine {
  return {
    tenantId: String(row.tenant_id),
    quarantineId: String(row.quarantine_id),
    memoryId: String(row.memory_id),
    factId: String(row.fact_id),
    candidateId: text(row.candidate_id),
    eventId: text(row.event_id),
    scope: String(row.scope),
    reasonCode: String(row.reason_code),
    signals: row.signals as string[],
    cause: String(row.cause),
    rootId: text(row.root_id),
    policyVersion: Number(row.policy_version),
    openedByKind: String(row.opened_by_kind),
    openedById: String(row.opened_by_id),
    openedAt: toInstant(row.opened_at),
    state: String(row.state),
    revision: Number(row.revision),
    decidedByKind: text(row.decided_by_kind),
    decidedById: text(row.decided_by_id),
    decidedAt: toInstantOrNull(row.decided_at),
    subject: text(row.subject),
    predicate: text(row.predicate),
    kind: String(row.kind),
    provenance: String(row.provenance_type),
    confirmation: String(row.confirmation),
    writerId: String(row.writer_id),
    openedByName: text(row.opened_name),
    decidedByName: text(row.decided_name),
    reached: Number(row.reached),
    cluster: (row.cluster as string[] | null) ?? [],
  };
}
