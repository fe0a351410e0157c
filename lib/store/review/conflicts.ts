import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { ListConflictsQuery } from "@/lib/contracts/reviews";
import type { Principal } from "@/lib/engine/model/principal";
import type { Tx } from "@/lib/store/client";
import { textSet } from "@/lib/store/erasure/id-list";
import { visibilityCondition } from "@/lib/store/memory/visibility";
import { type IdPage, pageOfIds, type ReviewPosition } from "@/lib/store/review/page-of-ids";
import { queryRows, toInstant, toInstantOrNull } from "@/lib/store/rows";
import { conflicts } from "@/lib/store/schema/memory";

export type ConflictRow = typeof conflicts.$inferSelect;

export async function findConflict(
  tx: Tx,
  tenantId: string,
  conflictId: string,
): Promise<ConflictRow | null> {
  const [row] = await tx
    .select()
    .from(conflicts)
    .where(and(eq(conflicts.tenantId, tenantId), eq(conflicts.conflictId, conflictId)));
  return row ?? null;
}

/** Compare and set. @returns false when somebody else was first */
export async function closeConflict(
  tx: Tx,
  seen: Pick<ConflictRow, "tenantId" | "conflictId" | "revision">,
  change: { resolution: string; closedAt: Date; closedByKind: string; closedById: string },
): Promise<boolean> {
  const changed = await tx
    .update(conflicts)
    .set({ ...change, revision: seen.revision + 1 })
    .where(
      and(
        eq(conflicts.tenantId, seen.tenantId),
        eq(conflicts.conflictId, seen.conflictId),
        eq(conflicts.revision, seen.revision),
        isNull(conflicts.closedAt),
      ),
    )
    .returning({ conflictId: conflicts.conflictId });
  return changed.length === 1;
}

const FROM = sql`from conflicts x
  join memories m on m.tenant_id = x.tenant_id and m.memory_id = x.incumbent_id
  join facts f on f.tenant_id = x.tenant_id and f.fact_id = x.fact_id`;

export function listConflictIds(
  tx: Tx,
  principal: Principal,
  query: ListConflictsQuery,
  after: ReviewPosition | null,
  limit: number,
): Promise<IdPage> {
  const parts: SQL[] = [visibilityCondition(principal)];
  if (query.state)
    parts.push(query.state === "open" ? sql`x.closed_at is null` : sql`x.closed_at is not null`);
  if (query.scope) parts.push(sql`m.scope = ${query.scope}`);
  if (query.reason_code) parts.push(sql`x.reason_code = ${query.reason_code}`);
  if (query.memory) parts.push(sql`(x.incumbent_id = ${query.memory} or x.challenger_id = ${query.memory})`);
  return pageOfIds(tx, principal.tenantId, {
    from: FROM,
    where: sql.join(parts, sql` and `),
    id: sql`x.conflict_id`,
    at: sql`x.opened_at`,
    after,
    limit,
  });
}

export interface ListedConflict extends ConflictRow {
  scope: string;
  subject: string | null;
  predicate: string | null;
  closedByName: string | null;
  /** Retrievals that spoke of the incumbent while the two disagreed. */
  served: number;
}

/** In the order of the ids asked for. Rights are the caller's to check. */
export async function readConflicts(
  tx: Tx,
  tenantId: string,
  ids: readonly string[],
): Promise<ListedConflict[]> {
  if (ids.length === 0) return [];
  const rows = await queryRows<Record<string, unknown>>(
    tx,
    sql`select x.*, m.scope, f.subject, f.predicate, coalesce(a.name, u.display_name) as closed_name,
          (select count(*)::int from retrievals r where r.tenant_id = ${tenantId} and r.at >= x.opened_at
            and (x.closed_at is null or r.at < x.closed_at) and r.memory_ids @> array[x.incumbent_id]) as served
        ${FROM}
        left join agents a on a.tenant_id = ${tenantId} and a.agent_id = x.closed_by_id
        left join users u on u.tenant_id = ${tenantId} and u.user_id = x.closed_by_id
        where x.tenant_id = ${tenantId} and x.conflict_id in ${textSet(ids)}`,
  );
  const text = (value: unknown): string | null =>
    value === null || value === undefined ? null : String(value);
  const byId = new Map(
    rows.map((row): [string, ListedConflict] => [
      String(row.conflict_id),
      {
        tenantId: String(row.tenant_id),
        conflictId: String(row.conflict_id),
        factId: String(row.fact_id),
        incumbentId: String(row.incumbent_id),
        challengerId: String(row.challenger_id),
        reasonCode: String(row.reason_code),
        openedAt: toInstant(row.opened_at),
        closedAt: toInstantOrNull(row.closed_at),
        resolution: text(row.resolution),
        revision: Number(row.revision),
        closedByKind: text(row.closed_by_kind),
        closedById: text(row.closed_by_id),
        scope: String(row.scope),
        subject: text(row.subject),
        predicate: text(row.predicate),
        closedByName: text(row.closed_name),
        served: Number(row.served),
      },
    ]),
  );
  return ids.flatMap((id) => byId.get(id) ?? []);
}
