import { and, eq, sql } from "drizzle-orm";
import type { Tx } from "@/lib/store/client";
import { queryRows } from "@/lib/store/rows";
import { approvals } from "@/lib/store/schema/review";

export type NewApproval = typeof approvals.$inferInsert;
export type ApprovalRow = typeof approvals.$inferSelect;

export async function insertApproval(tx: Tx, approval: NewApproval): Promise<void> {
  await tx.insert(approvals).values(approval);
}

export async function findApproval(
  tx: Tx,
  tenantId: string,
  approvalId: string,
): Promise<ApprovalRow | null> {
  const [row] = await tx
    .select()
    .from(approvals)
    .where(and(eq(approvals.tenantId, tenantId), eq(approvals.approvalId, approvalId)));
  return row ?? null;
}

/**
 * Compare and set: changes an open approval that still stands at this revision.
 * @returns false when somebody else was first
 */
export async function changeApproval(
  tx: Tx,
  seen: Pick<ApprovalRow, "tenantId" | "approvalId" | "revision">,
  change: Partial<
    Pick<
      ApprovalRow,
      | "state"
      | "firstByKind"
      | "firstById"
      | "firstAt"
      | "decidedByKind"
      | "decidedById"
      | "decidedAt"
      | "decisionEventId"
    >
  >,
): Promise<boolean> {
  const changed = await tx
    .update(approvals)
    .set({ ...change, revision: seen.revision + 1 })
    .where(
      and(
        eq(approvals.tenantId, seen.tenantId),
        eq(approvals.approvalId, seen.approvalId),
        eq(approvals.revision, seen.revision),
        eq(approvals.state, "open"),
      ),
    )
    .returning({ approvalId: approvals.approvalId });
  return changed.length === 1;
}

/** Open ones whose time is over, oldest first. */
export async function listDueApprovals(
  tx: Tx,
  tenantId: string,
  now: Date,
  limit: number,
): Promise<ApprovalRow[]> {
  const rows = await queryRows<{ approval_id: string }>(
    tx,
    sql`select approval_id from approvals where tenant_id = ${tenantId} and state = 'open'
          and expires_at <= ${now.toISOString()}::timestamptz order by expires_at limit ${limit}`,
  );
  const found = await Promise.all(rows.map((row) => findApproval(tx, tenantId, row.approval_id)));
  return found.filter((row) => row !== null);
}

/** Which approval waits for each of these candidates. */
export async function findApprovalIds(
  tx: Tx,
  tenantId: string,
  candidateIds: readonly string[],
): Promise<Map<string, string>> {
  if (candidateIds.length === 0) return new Map();
  const rows = await queryRows<{ candidate_id: string; approval_id: string }>(
    tx,
    sql`select candidate_id, approval_id from approvals where tenant_id = ${tenantId}
          and candidate_id in (${sql.join(
            candidateIds.map((id) => sql`${id}`),
            sql`, `,
          )})`,
  );
  return new Map(rows.map((row) => [row.candidate_id, row.approval_id]));
}

/** Whether a person is asked this about a memory already, and has not answered. */
export async function isAskedAbout(
  tx: Tx,
  tenantId: string,
  memoryId: string,
  reasonCode: string,
): Promise<boolean> {
  const found = await tx
    .select({ approvalId: approvals.approvalId })
    .from(approvals)
    .where(
      and(
        eq(approvals.tenantId, tenantId),
        eq(approvals.memoryId, memoryId),
        eq(approvals.reasonCode, reasonCode),
        eq(approvals.state, "open"),
      ),
    )
    .limit(1);
  return found.length > 0;
}
