import { and, eq, lt } from "drizzle-orm";
import type { Tx } from "@/lib/store/client";
import { idempotencyKeys } from "@/lib/store/schema/tenancy";

export type IdempotencyRow = typeof idempotencyKeys.$inferSelect;
export interface IdempotencyId {
  tenantId: string;
  keyDigest: string;
}

const isKey = (id: IdempotencyId) =>
  and(eq(idempotencyKeys.tenantId, id.tenantId), eq(idempotencyKeys.keyDigest, id.keyDigest));

/** Claims a key for the request in hand. Of many at once exactly one is told true. */
export async function claimIdempotencyKey(
  tx: Tx,
  id: IdempotencyId,
  claim: { requestHash: string; at: Date },
): Promise<boolean> {
  const rows = await tx
    .insert(idempotencyKeys)
    .values({
      ...id,
      requestHash: claim.requestHash,
      state: "running",
      status: null,
      answer: null,
      createdAt: claim.at,
    })
    .onConflictDoNothing()
    .returning({ keyDigest: idempotencyKeys.keyDigest });
  return rows.length === 1;
}

export async function findIdempotencyKey(tx: Tx, id: IdempotencyId): Promise<IdempotencyRow | null> {
  const [row] = await tx.select().from(idempotencyKeys).where(isKey(id));
  return row ?? null;
}

/** @param answer ids, states and codes; never content */
export async function completeIdempotencyKey(
  tx: Tx,
  id: IdempotencyId,
  outcome: { status: number; answer: unknown },
): Promise<void> {
  await tx
    .update(idempotencyKeys)
    .set({ state: "done", ...outcome })
    .where(isKey(id));
}

/** Gives a key back after a failure that must not be repeated to the next caller. */
export async function releaseIdempotencyKey(tx: Tx, id: IdempotencyId): Promise<void> {
  await tx.delete(idempotencyKeys).where(isKey(id));
}

/** Its holder is alive. One that was answered or given back meanwhile stays as it is. */
export async function renewClaim(tx: Tx, id: IdempotencyId, at: Date): Promise<void> {
  await tx
    .update(idempotencyKeys)
    .set({ createdAt: at })
    .where(and(isKey(id), eq(idempotencyKeys.state, "running")));
}

/** Gives back a claim whose holder is gone. @returns whether there was one */
export async function releaseStaleClaim(tx: Tx, id: IdempotencyId, claimedBefore: Date): Promise<boolean> {
  const rows = await tx
    .delete(idempotencyKeys)
    .where(and(isKey(id), eq(idempotencyKeys.state, "running"), lt(idempotencyKeys.createdAt, claimedBefore)))
    .returning({ keyDigest: idempotencyKeys.keyDigest });
  return rows.length === 1;
}

/** Old answers are of no use to anyone. @returns how many went */
export async function pruneIdempotencyKeys(tx: Tx, tenantId: string, before: Date): Promise<number> {
  const rows = await tx
    .delete(idempotencyKeys)
    .where(and(eq(idempotencyKeys.tenantId, tenantId), lt(idempotencyKeys.createdAt, before)))
    .returning({ keyDigest: idempotencyKeys.keyDigest });
  return rows.length;
}
