import type { TenantKeys } from "@/lib/engine/ports";

/** More than this adds time and blurs the vector. */
const LONGEST = 1_000;

/** The words of a memory that are embedded. Erasure makes the cache's key from the same function. */
export function embeddingText(content: { statement: string }): string {
  return content.statement.normalize("NFKC").replace(/\s+/gu, " ").trim().slice(0, LONGEST);
}

/** The key of a text in embedding_cache: keyed, so that the table tells nobody which sentence it holds. */
export function embeddingDigest(keys: TenantKeys, tenantId: string, model: string, text: string): string {
  return keys.digest(tenantId, "embedding", model, text);
}
