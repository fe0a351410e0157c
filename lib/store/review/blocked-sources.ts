import { and, eq, sql } from "drizzle-orm";
import type { BlockedSource } from "@/lib/contracts/reviews";
import type { Tx } from "@/lib/store/client";
import { aheadOf, holdsAll } from "@/lib/store/look-ahead";
import { textSet } from "@/lib/store/erasure/id-list";
import { type IdPage, pageOfIds, type ReviewPosition } from "@/lib/store/review/page-of-ids";
import { queryRows, toInstant, toInstantOrNull } from "@/lib/store/rows";
import { blockedSources } from "@/lib/store/schema/review";

export type NewBlock = Omit<typeof blockedSources.$inferInsert, "liftedAt">;

/** Puts a block in force; one that was lifted comes into force again under its old id. @returns the id */
export async function insertBlock(tx: Tx, block: NewBlock): Promise<string> {
  const [row] = await tx
    .insert(blockedSources)
    .values(block)
    .onConflictDoUpdate({
      target: [blockedSources.tenantId, blockedSources.kind, blockedSources.digest],
      set: {
        liftedAt: null,
        createdAt: block.createdAt,
        createdByKind: block.createdByKind,
        createdById: block.createdById,
      },
    })
    .returning({ blockId: blockedSources.blockId });
  return row?.blockId ?? block.blockId;
}

/** @returns false when there is none in force */
export async function liftBlock(tx: Tx, tenantId: string, blockId: string, at: Date): Promise<boolean> {
  const changed = await tx
    .update(blockedSources)
    .set({ liftedAt: at })
    .where(
      and(
        eq(blockedSources.tenantId, tenantId),
        eq(blockedSources.blockId, blockId),
        sql`${blockedSources.liftedAt} is null`,
      ),
    )
    .returning({ blockId: blockedSources.blockId });
  return changed.length === 1;
}

/** Whether one of these roots is refused. */
export async function isAnyBlocked(tx: Tx, tenantId: string, digests: readonly string[]): Promise<boolean> {
  const ahead = aheadOf(tx);
  if (ahead && holdsAll(ahead.foreseen.blocked, digests) && !(await ahead.found).blocked) return false;
  const rows = await queryRows<{ block_id: string }>(
    tx,
    sql`select block_id from blocked_sources where tenant_id = ${tenantId} and lifted_at is null
          and digest in ${textSet(digests)} limit 1`,
  );
  return rows.length > 0;
}

export function listBlockIds(
  tx: Tx,
  tenantId: string,
  after: ReviewPosition | null,
  limit: number,
): Promise<IdPage> {
  return pageOfIds(tx, tenantId, {
    from: sql`from blocked_sources x`,
    where: sql`x.lifted_at is null`,
    id: sql`x.block_id`,
    at: sql`x.created_at`,
    after,
    limit,
  });
}

export async function readBlocks(tx: Tx, tenantId: string, ids: readonly string[]): Promise<BlockedSource[]> {
  const rows = await queryRows<Record<string, unknown>>(
    tx,
    sql`select x.*, u.display_name as created_name from blocked_sources x
        left join users u on u.tenant_id = ${tenantId} and u.user_id = x.created_by_id
        where x.tenant_id = ${tenantId} and x.block_id in ${textSet(ids)}
        order by x.created_at desc, x.block_id desc`,
  );
  return rows.map((row) => ({
    block_id: String(row.block_id),
    kind: row.kind as BlockedSource["kind"],
    label: (row.label as string | null) ?? null,
    quarantine_id: (row.quarantine_id as string | null) ?? null,
    created_at: toInstant(row.created_at).toISOString(),
    created_by: {
      kind: String(row.created_by_kind),
      id: String(row.created_by_id),
      name: (row.created_name as string | null) ?? null,
    },
    lifted_at: toInstantOrNull(row.lifted_at)?.toISOString() ?? null,
  }));
}
