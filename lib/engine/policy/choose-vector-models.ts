import type { VectorModel } from "@/lib/engine/model/vector-model";
import type { Embedder, EnginePorts } from "@/lib/engine/ports";

/** The embedders this process can run: the configured one first. */
export function listEmbedders(ports: Pick<EnginePorts, "embedder" | "otherEmbedders">): Embedder[] {
  return ports.embedder === null ? [] : [ports.embedder, ...(ports.otherEmbedders ?? [])];
}

/** Which of them make a memory's vectors: for the model that serves, and for the one that is to follow it. */
export function chooseForWriting(
  models: readonly VectorModel[],
  embedders: readonly Embedder[],
): readonly Embedder[] {
  const wanted = embedders.filter((embedder) =>
    models.some(
      ({ model, state }) => model === embedder.model && (state === "serving" || state === "building"),
    ),
  );
  return wanted.length > 0 ? wanted : embedders.slice(0, 1);
}

/** Which of them a question is asked with: the one that serves, else the configured one. */
export function chooseForReading(
  models: readonly VectorModel[],
  embedders: readonly Embedder[],
): Embedder | null {
  const serving = models.find(({ state }) => state === "serving")?.model;
  return embedders.find((embedder) => embedder.model === serving) ?? embedders[0] ?? null;
}

/**
 * What the record of models owes the configured model: a tenant without vectors begins with it, one with vectors of
 * another model keeps that until this one is ready. A model that was built once is built again only when somebody asks:
 * else two processes with different configurations would undo each other's work for ever.
 */
export function decideBeginning(
  models: readonly VectorModel[],
  configured: string,
  otherInUse: string | null,
): "nothing" | "serve" | "build" {
  if (models.some(({ model }) => model === configured)) return "nothing";
  if (models.some(({ state }) => state === "serving")) return "build";
  return otherInUse === null ? "serve" : "build";
}
