import { and, eq, inArray, sql } from "drizzle-orm";
import type { Tx } from "@/lib/store/client";
import { queryRows } from "@/lib/store/rows";
import { embeddingCache } from "@/lib/store/schema/memory";

/** Vectors known for these keyed digests. */
export async function findCachedVectors(
  tx: Tx,
  tenantId: string,
  model: string,
  digests: readonly string[],
): Promise<Map<string, number[]>> {
  if (digests.length === 0) return new Map();
  const rows = await tx
    .select({ digest: embeddingCache.textDigest, embedding: embeddingCache.embedding })
    .from(embeddingCache)
    .where(
      and(
        eq(embeddingCache.tenantId, tenantId),
        eq(embeddingCache.model, model),
        inArray(embeddingCache.textDigest, [...digests]),
      ),
    );
  return new Map(rows.map((row) => [row.digest, row.embedding]));
}

/** Keeps the newest of a tenant's cached vectors. @returns how many went */
export async function pruneCachedVectors(tx: Tx, tenantId: string, keep: number): Promise<number> {
  const [row] = await queryRows<{ removed: number }>(
    tx,
    sql`with removed as (
        delete from embedding_cache where tenant_id = ${tenantId} and (model, text_digest) in (
          select model, text_digest from embedding_cache where tenant_id = ${tenantId}
          order by created_at desc, text_digest desc offset ${keep}::int) returning 1
      ) select count(*)::int as removed from removed`,
  );
  return row?.removed ?? 0;
}
