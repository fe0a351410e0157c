import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { createId } from "@/lib/platform/ids";
import type { Tx } from "@/lib/store/client";
import { queryRows } from "@/lib/store/rows";
import { subjectKeys } from "@/lib/store/schema/tenancy";
import { cipherOf } from "@/lib/store/sealing/bind-cipher";

/** A data key, unwrapped for the moment of its use. It is never kept: unwrapping costs microseconds. */
export interface OpenKey {
  keyId: string;
  key: Uint8Array;
}

/**
 * The living data key of whom or what something concerns, made when there is none. Shared-locked until the transaction
 * ends: who destroys it waits, and what was sealed meanwhile is found by the count that decides on destroying.
 */
export async function requireSubjectKey(
  tx: Tx,
  tenantId: string,
  concerned: string,
  at: Date,
): Promise<OpenKey> {
  const cipher = cipherOf(tx);
  const subjectDigest = cipher.digestSubject(tenantId, concerned);
  for (let attempt = 0; attempt < 5; attempt++) {
    const [living] = await tx
      .select({ keyId: subjectKeys.keyId, wrapped: subjectKeys.wrapped })
      .from(subjectKeys)
      .where(
        and(
          eq(subjectKeys.tenantId, tenantId),
          eq(subjectKeys.subjectDigest, subjectDigest),
          isNull(subjectKeys.destroyedAt),
        ),
      )
      .for("share");
    if (living?.wrapped)
      return { keyId: living.keyId, key: cipher.unwrap(tenantId, living.keyId, living.wrapped) };
    const keyId = createId("skey", at);
    const { key, wrapped } = cipher.createDataKey(tenantId, keyId);
    const made = await tx
      .insert(subjectKeys)
      .values({ tenantId, keyId, subjectDigest, wrapped, createdAt: at })
      .onConflictDoNothing()
      .returning({ keyId: subjectKeys.keyId });
    if (made.length > 0) return { keyId, key };
    // Another writer was first, or the key was destroyed in between: look again.
  }
  throw new Error("the data key could neither be made nor found");
}

/** The keys of these ids that still live; the others are absent, and what they sealed is gone. */
export async function loadKeys(
  tx: Tx,
  tenantId: string,
  keyIds: readonly string[],
): Promise<Map<string, Uint8Array>> {
  if (keyIds.length === 0) return new Map();
  const cipher = cipherOf(tx);
  const rows = await tx
    .select({ keyId: subjectKeys.keyId, wrapped: subjectKeys.wrapped })
    .from(subjectKeys)
    .where(and(eq(subjectKeys.tenantId, tenantId), inArray(subjectKeys.keyId, [...keyIds])));
  return new Map(
    rows.flatMap(({ keyId, wrapped }) =>
      wrapped === null ? [] : [[keyId, cipher.unwrap(tenantId, keyId, wrapped)] as const],
    ),
  );
}

export interface DestroyedKeys {
  destroyed: string[];
  /** Rows that still stand under a key of this subject, out of the erasure's reach: their key was kept for them. */
  rowsLeft: number;
}

/**
 * Destroys the data key of a subject, unless something still stands under it. After it nothing that was ever sealed with
 * this key opens again, in whatever copy it is found.
 */
export async function destroySubjectKeys(
  tx: Tx,
  tenantId: string,
  concerned: string,
  at: Date,
): Promise<DestroyedKeys> {
  const subjectDigest = cipherOf(tx).digestSubject(tenantId, concerned);
  const living = await tx
    .select({ keyId: subjectKeys.keyId })
    .from(subjectKeys)
    .where(
      and(
        eq(subjectKeys.tenantId, tenantId),
        eq(subjectKeys.subjectDigest, subjectDigest),
        isNull(subjectKeys.destroyedAt),
      ),
    )
    .for("update");
  const destroyed: string[] = [];
  let rowsLeft = 0;
  for (const { keyId } of living) {
    // Counted after the lock, in a statement of its own: a writer that was quicker has committed by now.
    const rows = await countRowsUnder(tx, tenantId, keyId);
    if (rows > 0) {
      rowsLeft += rows;
      continue;
    }
    await tx
      .update(subjectKeys)
      .set({ wrapped: null, destroyedAt: at })
      .where(and(eq(subjectKeys.tenantId, tenantId), eq(subjectKeys.keyId, keyId)));
    destroyed.push(keyId);
  }
  return { destroyed, rowsLeft };
}

async function countRowsUnder(tx: Tx, tenantId: string, keyId: string): Promise<number> {
  const [row] = await queryRows<{ rows: number }>(
    tx,
    sql`select (select count(*)::int from memory_contents where tenant_id = ${tenantId} and key_id = ${keyId})
      + (select count(*)::int from event_payloads where tenant_id = ${tenantId} and key_id = ${keyId})
      + (select count(*)::int from memory_sources where tenant_id = ${tenantId} and key_id = ${keyId})
      + (select count(*)::int from candidates where tenant_id = ${tenantId} and key_id = ${keyId})
      + (select count(*)::int from memory_transitions where tenant_id = ${tenantId} and key_id = ${keyId})
      + (select count(*)::int from retrieval_texts where tenant_id = ${tenantId} and key_id = ${keyId})
      + (select count(*)::int from export_files where tenant_id = ${tenantId} and key_id = ${keyId}) as rows`,
  );
  return row?.rows ?? 0;
}
