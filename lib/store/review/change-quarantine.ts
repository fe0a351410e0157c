import { and, eq, sql } from "drizzle-orm";
import type { Tx } from "@/lib/store/client";
import { queryRows } from "@/lib/store/rows";
import { quarantine } from "@/lib/store/schema/review";

export type NewQuarantine = typeof quarantine.$inferInsert;
export type QuarantineRow = typeof quarantine.$inferSelect;

export async function insertQuarantine(tx: Tx, held: NewQuarantine): Promise<void> {
  await tx.insert(quarantine).values(held);
}

export async function findQuarantine(
  tx: Tx,
  tenantId: string,
  quarantineId: string,
): Promise<QuarantineRow | null> {
  const [row] = await tx
    .select()
    .from(quarantine)
    .where(and(eq(quarantine.tenantId, tenantId), eq(quarantine.quarantineId, quarantineId)));
  return row ?? null;
}

/** Compare and set. @returns false when somebody else was first */
export async function changeQuarantine(
  tx: Tx,
  seen: Pick<QuarantineRow, "tenantId" | "quarantineId" | "revision">,
  change: Pick<QuarantineRow, "state" | "decidedByKind" | "decidedById" | "decidedAt">,
): Promise<boolean> {
  const changed = await tx
    .update(quarantine)
    .set({ ...change, revision: seen.revision + 1 })
    .where(
      and(
        eq(quarantine.tenantId, seen.tenantId),
        eq(quarantine.quarantineId, seen.quarantineId),
        eq(quarantine.revision, seen.revision),
        eq(quarantine.state, "held"),
      ),
    )
    .returning({ quarantineId: quarantine.quarantineId });
  return changed.length === 1;
}

/** How many from this writer were held since. */
export async function countHeldSince(
  tx: Tx,
  tenantId: string,
  writerId: string,
  since: Date,
): Promise<number> {
  const [row] = await queryRows<{ held: number }>(
    tx,
    sql`select count(*)::int as held from quarantine where tenant_id = ${tenantId} and opened_by_id = ${writerId}
          and cause = 'write' and opened_at >= ${since.toISOString()}::timestamptz`,
  );
  return row?.held ?? 0;
}
