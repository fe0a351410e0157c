import { and, count, desc, eq, lt } from "drizzle-orm";
import type { Tx } from "@/lib/store/client";
import { policies } from "@/lib/store/schema/tenancy";

export type PolicyRow = typeof policies.$inferSelect;

/** Append-only: a policy is followed by the next version, never changed. */
export async function insertPolicy(tx: Tx, row: PolicyRow): Promise<void> {
  await tx.insert(policies).values(row);
}

export async function findPolicyVersion(
  tx: Tx,
  tenantId: string,
  version: number,
): Promise<PolicyRow | null> {
  const [row] = await tx
    .select()
    .from(policies)
    .where(and(eq(policies.tenantId, tenantId), eq(policies.version, version)));
  return row ?? null;
}

/** Newest first, below a version when one is given. */
export async function listPolicyVersions(
  tx: Tx,
  tenantId: string,
  page: { below: number | null; limit: number },
): Promise<{ rows: PolicyRow[]; total: number }> {
  const own = eq(policies.tenantId, tenantId);
  const rows = await tx
    .select()
    .from(policies)
    .where(page.below === null ? own : and(own, lt(policies.version, page.below)))
    .orderBy(desc(policies.version))
    .limit(page.limit);
  const [all] = await tx.select({ total: count() }).from(policies).where(own);
  return { rows, total: all?.total ?? 0 };
}
