import type { RetrievalTrace } from "@/lib/contracts/retrievals";

/**
 * A trace as it is kept: ids, numbers and codes. Words (query, request as received) and what is told later (use, names)
 * are joined when it is read.
 */
export type StoredTrace = Omit<RetrievalTrace, "retrieval_id" | "at" | "actor" | "context" | "use"> & {
  context: { projected: RetrievalTrace["context"]["projected"] };
};
