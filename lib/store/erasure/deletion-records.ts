import { type SQL, sql } from "drizzle-orm";
import type { DeletionCounts, DeletionStatus, DeletionTargetName } from "@/lib/contracts/deletions";
import type { Tx } from "@/lib/store/client";
import type { TargetWork } from "@/lib/store/erasure/deletion-targets";
import { textSet } from "@/lib/store/erasure/id-list";
import { queryRows, toInstant, toInstantOrNull } from "@/lib/store/rows";
import { deletionMemories, deletions, deletionTargets } from "@/lib/store/schema/lifecycle";

export interface DeletionRecord {
  deletionId: string;
  requestedBy: { kind: string; id: string; name: string | null };
  subject: string | null;
  selectorKind: string;
  status: DeletionStatus;
  affected: DeletionCounts;
  requestedAt: Date;
  executeAfter: Date;
  startedAt: Date | null;
  completedAt: Date | null;
  attempts: number;
}

export interface DeletionMemoryRecord {
  memoryId: string;
  factId: string;
  digest: string;
  scope: string;
  erasedAt: Date | null;
}

/** Who may see a deletion: the whole tenant's, or one's own and those about oneself. */
export type DeletionView = { kind: "tenant" } | { kind: "own"; actorId: string; self: string | null };

function viewClause(view: DeletionView): SQL {
  if (view.kind === "tenant") return sql`true`;
  const about = view.self === null ? sql`false` : sql`d.subject = ${view.self}`;
  return sql`(d.requested_by_id = ${view.actorId} or ${about})`;
}

interface DeletionRow {
  deletion_id: string;
  requested_by_kind: string;
  requested_by_id: string;
  requested_by_name: string | null;
  subject: string | null;
  selector_kind: string;
  status: DeletionStatus;
  affected: string;
  requested_at: unknown;
  execute_after: unknown;
  started_at: unknown;
  completed_at: unknown;
  attempts: number;
}

const DELETION_COLUMNS = sql`d.deletion_id, d.requested_by_kind, d.requested_by_id, d.subject, d.selector_kind, d.status,
  d.affected::text as affected, d.requested_at, d.execute_after, d.started_at, d.completed_at, d.attempts,
  coalesce(
    (select a.name from agents a where a.tenant_id = d.tenant_id and a.agent_id = d.requested_by_id),
    (select u.display_name from users u where u.tenant_id = d.tenant_id and u.user_id = d.requested_by_id)
  ) as requested_by_name`;

function toRecord(row: DeletionRow): DeletionRecord {
  return {
    deletionId: row.deletion_id,
    requestedBy: { kind: row.requested_by_kind, id: row.requested_by_id, name: row.requested_by_name },
    subject: row.subject,
    selectorKind: row.selector_kind,
    status: row.status,
    affected: JSON.parse(row.affected) as DeletionCounts,
    requestedAt: toInstant(row.requested_at),
    executeAfter: toInstant(row.execute_after),
    startedAt: toInstantOrNull(row.started_at),
    completedAt: toInstantOrNull(row.completed_at),
    attempts: row.attempts,
  };
}

export async function insertDeletion(
  tx: Tx,
  tenantId: string,
  deletion: Omit<DeletionRecord, "requestedBy" | "startedAt" | "completedAt" | "attempts"> & {
    requestedBy: { kind: string; id: string };
    requestDigest: string | null;
  },
  memories: readonly Omit<DeletionMemoryRecord, "erasedAt">[],
  targets: readonly DeletionTargetName[],
  work: TargetWork,
): Promise<void> {
  await tx.insert(deletions).values({
    tenantId,
    deletionId: deletion.deletionId,
    requestedByKind: deletion.requestedBy.kind,
    requestedById: deletion.requestedBy.id,
    subject: deletion.subject,
    selectorKind: deletion.selectorKind,
    status: deletion.status,
    affected: deletion.affected,
    requestedAt: deletion.requestedAt,
    executeAfter: deletion.executeAfter,
    attempts: 0,
    requestDigest: deletion.requestDigest,
  });
  await insertDeletionMemories(tx, tenantId, deletion.deletionId, memories);
  await tx.insert(deletionTargets).values(
    targets.map((target) => ({
      tenantId,
      deletionId: deletion.deletionId,
      target,
      state: "pending",
      found: 0,
      removed: 0,
      left: 0,
      attempts: 0,
      ...(target === "primary" && { evidence: { shown: null, work } }),
    })),
  );
}

/** Adds memories to a deletion; those it names already stay as they are. */
export async function insertDeletionMemories(
  tx: Tx,
  tenantId: string,
  deletionId: string,
  memories: readonly Omit<DeletionMemoryRecord, "erasedAt">[],
): Promise<void> {
  for (let start = 0; start < memories.length; start += 1_000) {
    const rows = memories.slice(start, start + 1_000).map((memory) => ({ tenantId, deletionId, ...memory }));
    await tx.insert(deletionMemories).values(rows).onConflictDoNothing();
  }
}

export async function findDeletion(
  tx: Tx,
  tenantId: string,
  deletionId: string,
  view: DeletionView = { kind: "tenant" },
): Promise<DeletionRecord | null> {
  const [row] = await queryRows<DeletionRow>(
    tx,
    sql`select ${DELETION_COLUMNS} from deletions d
      where d.tenant_id = ${tenantId} and d.deletion_id = ${deletionId} and ${viewClause(view)}`,
  );
  return row ? toRecord(row) : null;
}

/** The deletion that this very request asked for before its answer was lost. */
export async function findDeletionByRequest(
  tx: Tx,
  tenantId: string,
  digest: string,
): Promise<string | null> {
  const [row] = await queryRows<{ deletion_id: string }>(
    tx,
    sql`select deletion_id from deletions where tenant_id = ${tenantId} and request_digest = ${digest}`,
  );
  return row?.deletion_id ?? null;
}

/** Takes a deletion for this transaction; null while somebody else works on it. */
export async function lockDeletion(
  tx: Tx,
  tenantId: string,
  deletionId: string,
): Promise<DeletionRecord | null> {
  const [locked] = await queryRows<{ deletion_id: string }>(
    tx,
    sql`select deletion_id from deletions where tenant_id = ${tenantId} and deletion_id = ${deletionId}
      for update skip locked`,
  );
  return locked ? findDeletion(tx, tenantId, deletionId) : null;
}

/** Newest first; ids sort by the time they were made. */
export async function listDeletionRecords(
  tx: Tx,
  tenantId: string,
  view: DeletionView,
  page: { before: string | null; limit: number },
): Promise<{ records: DeletionRecord[]; total: number }> {
  const before = page.before === null ? sql`true` : sql`d.deletion_id < ${page.before}`;
  const rows = await queryRows<DeletionRow>(
    tx,
    sql`select ${DELETION_COLUMNS} from deletions d
      where d.tenant_id = ${tenantId} and ${viewClause(view)} and ${before}
      order by d.deletion_id desc limit ${page.limit}`,
  );
  const [count] = await queryRows<{ total: number }>(
    tx,
    sql`select count(*)::int as total from deletions d where d.tenant_id = ${tenantId} and ${viewClause(view)}`,
  );
  return { records: rows.map(toRecord), total: count?.total ?? 0 };
}

/**
 * Deletions whose time has come, that were interrupted, or of which a place is due to be looked at again; and, a minute
 * after each was complete, once more: a reader that was under way when it ran may have finished after it.
 */
export async function listDueDeletions(
  tx: Tx,
  tenantId: string,
  now: Date,
  limit: number,
): Promise<string[]> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const rows = await queryRows<{ deletion_id: string }>(
    tx,
    sql`select d.deletion_id from deletions d where d.tenant_id = ${tenantId} and (
        (d.status = 'requested' and d.execute_after <= ${at} and not exists (
          select 1 from legal_holds h, deletion_memories dm
            join memories m on m.tenant_id = ${tenantId} and m.memory_id = dm.memory_id
            join facts f on f.tenant_id = ${tenantId} and f.fact_id = m.fact_id
          where h.tenant_id = ${tenantId} and h.state in ('active', 'releasing') and dm.tenant_id = ${tenantId}
            and dm.deletion_id = d.deletion_id and (h.scope = m.scope or h.subject = m.scope or h.subject = f.subject)))
        or (d.status = 'failed' and exists (
          select 1 from deletion_targets t where t.tenant_id = d.tenant_id and t.deletion_id = d.deletion_id
            and t.state = 'failed' and (t.due is null or t.due <= ${at})))
        or (d.status = 'complete' and d.completed_at <= ${at} - interval '1 minute' and exists (
          select 1 from deletion_targets t where t.tenant_id = d.tenant_id and t.deletion_id = d.deletion_id
            and t.target = 'primary' and t.evidence -> 'work' ->> 'swept' = 'false'))
        or (d.status in ('running', 'waiting') and exists (
          select 1 from deletion_targets t where t.tenant_id = d.tenant_id and t.deletion_id = d.deletion_id
            and t.state in ('pending', 'running', 'waiting')
            and (t.due <= ${at} or (t.due is null
              and (t.checked_at is null or t.checked_at <= ${at} - interval '1 minute'))))))
      order by d.execute_after, d.deletion_id limit ${limit}`,
  );
  return rows.map((row) => row.deletion_id);
}

export async function updateDeletion(
  tx: Tx,
  tenantId: string,
  deletionId: string,
  change: {
    status: DeletionStatus;
    affected?: DeletionCounts;
    startedAt?: Date;
    completedAt?: Date;
    attempts?: number;
    /** A code, never a database's message: that can quote a row. */
    lastError?: string | null;
  },
): Promise<void> {
  await tx.update(deletions).set(change).where(sql`tenant_id = ${tenantId} and deletion_id = ${deletionId}`);
}

export async function listDeletionMemories(
  tx: Tx,
  tenantId: string,
  deletionIds: readonly string[],
): Promise<(DeletionMemoryRecord & { deletionId: string })[]> {
  const rows = await queryRows<{
    deletion_id: string;
    memory_id: string;
    fact_id: string;
    digest: string;
    scope: string;
    erased_at: unknown;
  }>(
    tx,
    sql`select deletion_id, memory_id, fact_id, digest, scope, erased_at from deletion_memories
      where tenant_id = ${tenantId} and deletion_id in ${textSet(deletionIds)} order by deletion_id, memory_id`,
  );
  return rows.map((row) => ({
    deletionId: row.deletion_id,
    memoryId: row.memory_id,
    factId: row.fact_id,
    digest: row.digest,
    scope: row.scope,
    erasedAt: toInstantOrNull(row.erased_at),
  }));
}

export async function markMemoriesErased(
  tx: Tx,
  tenantId: string,
  deletionId: string,
  at: Date,
): Promise<void> {
  await tx
    .update(deletionMemories)
    .set({ erasedAt: at })
    .where(sql`tenant_id = ${tenantId} and deletion_id = ${deletionId} and erased_at is null`);
}
