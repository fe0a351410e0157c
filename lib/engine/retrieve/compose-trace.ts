import type { RetrievalTrace } from "@/lib/contracts/retrievals";
import type { StoredRetrieval } from "@/lib/store/retrieval/read-retrieval";

/** A trace for reading: what was kept, with its words as far as they still stand, and with what was told of its use. */
export function composeTrace(retrieval: StoredRetrieval): RetrievalTrace {
  const { trace, use } = retrieval;
  const told = use.length > 0;
  const used = new Set(use.map((one) => one.memory_id));
  return {
    ...trace,
    retrieval_id: retrieval.retrievalId,
    at: retrieval.at.toISOString(),
    actor: retrieval.actor,
    context: {
      received: (retrieval.received ?? {}) as RetrievalTrace["context"]["received"],
      query: retrieval.query,
      projected: trace.context.projected,
    },
    stages: trace.stages.map((stage) =>
      stage.stage === "use" && told ? { ...stage, out: used.size, status: "applied" as const } : stage,
    ),
    candidates: trace.candidates.map((line) =>
      told && line.outcome === "packed" ? { ...line, used: used.has(line.memory_id) } : line,
    ),
    use,
  };
}
