import { detectLanguage } from "@/lib/engine/policy/detect-language";
import { embeddingText } from "@/lib/engine/policy/embedding-text";
import type { Embedder, EnginePorts } from "@/lib/engine/ports";
import type { Circuit } from "@/lib/engine/retrieve/circuit";

/** Nobody waits longer for one vector: the other channels answer without it. */
const LONGEST_MS = 3_000;

/** What keeps a model that is slow or down from keeping everybody waiting; without it each call is made and waited for. */
export interface EmbedGuard {
  circuit?: Circuit;
  now?: Date;
  within?: EnginePorts["within"];
}

export type QueryVector =
  | { state: "applied"; model: string; embedding: number[]; weight: number }
  | { state: "skipped"; reason: string }
  | { state: "failed"; reason: string };

/**
 * The question's vector, made outside every transaction. Without an embedder, without words, or in a language that the
 * model does not cover the channel steps aside; a model that fails is a failure and is told as one.
 */
export async function embedQuery(
  embedder: Embedder | null,
  query: string | null,
  guard: EmbedGuard = {},
): Promise<QueryVector> {
  if (embedder === null) return { state: "skipped", reason: "no embedder is configured" };
  const text = embeddingText({ statement: query ?? "" });
  if (text === "") return { state: "skipped", reason: "the question has no words to embed" };
  const language = detectLanguage(text);
  if (!embedder.profile.languages.includes(language)) {
    return { state: "skipped", reason: `the embedder does not cover the language ${language}` };
  }
  const { circuit, now = new Date(0), within } = guard;
  if (circuit?.isOpen(embedder.model, now)) {
    return { state: "failed", reason: "the embedder failed several times and is not asked for a while" };
  }
  try {
    const work = embedder.embed([text], "query");
    const [embedding] = await (within === undefined ? work : within(LONGEST_MS, work));
    if (!embedding || embedding.length !== embedder.dimensions) {
      circuit?.failed(embedder.model, now);
      return { state: "failed", reason: "the embedder gave no usable vector" };
    }
    circuit?.succeeded(embedder.model);
    return { state: "applied", model: embedder.model, embedding, weight: embedder.profile.denseWeight };
  } catch {
    circuit?.failed(embedder.model, now);
    return { state: "failed", reason: "the embedder did not answer" };
  }
}
