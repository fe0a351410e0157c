import type { Embedder } from "@/lib/engine/ports";
import { createCircuit } from "@/lib/inference/circuit";

/**
 * An embedder behind a circuit: while it is known not to answer, each question learns so at once, instead of after a
 * time-out of its own. What follows is told as `degraded`, as for any failure.
 */
export function guardEmbedder(embedder: Embedder, now: () => Date): Embedder {
  const circuit = createCircuit({ now, failures: 3, openMs: 10_000, longestMs: 5 * 60_000 });
  return { ...embedder, embed: (texts, role) => circuit.run(() => embedder.embed(texts, role)) };
}
