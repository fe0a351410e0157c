import { and, eq, inArray } from "drizzle-orm";
import type { Tx } from "@/lib/store/client";
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
