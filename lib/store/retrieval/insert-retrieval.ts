import type { Tx } from "@/lib/store/client";
import { retrievals, retrievalTexts } from "@/lib/store/schema/retrieval";

export type NewRetrieval = typeof retrievals.$inferInsert;

/** The act of recall, and apart from it the words that can be erased. */
export async function insertRetrieval(
  tx: Tx,
  retrieval: NewRetrieval,
  words: { query: string | null; received: unknown },
): Promise<void> {
  await tx.insert(retrievals).values(retrieval);
  await tx.insert(retrievalTexts).values({
    tenantId: retrieval.tenantId,
    retrievalId: retrieval.retrievalId,
    query: words.query,
    received: words.received,
  });
}
