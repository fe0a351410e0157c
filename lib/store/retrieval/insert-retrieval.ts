import type { Tx } from "@/lib/store/client";
import { retrievals, retrievalTexts } from "@/lib/store/schema/retrieval";

export type NewRetrieval = typeof retrievals.$inferInsert;

/** The act of recall, and apart from it the words that can be erased. */
export async function insertRetrieval(
  tx: Tx,
  retrieval: NewRetrieval,
  words: { query: string | null; received: unknown },
): Promise<void> {
  // Sent together, in this order: one round trip on a server.
  await Promise.all([
    tx.insert(retrievals).values(retrieval).execute(),
    tx
      .insert(retrievalTexts)
      .values({
        tenantId: retrieval.tenantId,
        retrievalId: retrieval.retrievalId,
        query: words.query,
        received: words.received,
      })
      .execute(),
  ]);
}
