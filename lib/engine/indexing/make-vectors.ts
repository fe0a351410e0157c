import { detectLanguage } from "@/lib/engine/policy/detect-language";
import { embeddingDigest, embeddingText } from "@/lib/engine/policy/embedding-text";
import type { Embedder, TenantKeys } from "@/lib/engine/ports";
import type { Tx } from "@/lib/store/client";
import { findCachedVectors } from "@/lib/store/search/embedding-cache";
import type { IndexableRow } from "@/lib/store/search/read-indexable";

/** What one model is to make of these memories. */
export interface VectorWork {
  embedder: Embedder;
  /** By memory: its text, as far as the model covers its language. */
  wanted: ReadonlyMap<string, { text: string; digest: string }>;
  /** By digest: what the cache knew, and then what was made. */
  vectors: Map<string, number[]>;
}

/** Which texts want a vector, and which vectors are known already. Inside a transaction: nothing is embedded. */
export async function planVectors(
  tx: Tx,
  keys: TenantKeys,
  embedder: Embedder,
  tenantId: string,
  rows: readonly IndexableRow[],
): Promise<VectorWork> {
  const wanted = new Map<string, { text: string; digest: string }>();
  for (const row of rows) {
    const text = embeddingText(row);
    if (text === "" || !embedder.profile.languages.includes(detectLanguage(text))) continue;
    wanted.set(row.memoryId, { text, digest: embeddingDigest(keys, tenantId, embedder.model, text) });
  }
  const digests = [...new Set([...wanted.values()].map(({ digest }) => digest))];
  return { embedder, wanted, vectors: await findCachedVectors(tx, tenantId, embedder.model, digests) };
}

/** Makes what the cache does not know, each text once; outside every transaction. False when the model failed. */
export async function makeVectors({ embedder, wanted, vectors }: VectorWork): Promise<boolean> {
  const missing = new Map<string, string>();
  for (const { text, digest } of wanted.values()) if (!vectors.has(digest)) missing.set(digest, text);
  if (missing.size === 0) return true;
  try {
    const made = await embedder.embed([...missing.values()]);
    [...missing.keys()].forEach((digest, index) => {
      const vector = made[index];
      if (vector?.length === embedder.dimensions && vector.every(Number.isFinite))
        vectors.set(digest, vector);
    });
    return [...missing.keys()].every((digest) => vectors.has(digest));
  } catch {
    return false;
  }
}
