import { detectLanguage } from "@/lib/engine/policy/detect-language";
import { embeddingText } from "@/lib/engine/policy/embedding-text";
import type { Embedder } from "@/lib/engine/ports";

export type QueryVector =
  | { state: "applied"; model: string; embedding: number[]; weight: number }
  | { state: "skipped"; reason: string }
  | { state: "failed"; reason: string };

/**
 * The question's vector, made outside every transaction. Without an embedder, without words, or in a language that the
 * model does not cover the channel steps aside; a model that fails is a failure and is told as one.
 */
export async function embedQuery(embedder: Embedder | null, query: string | null): Promise<QueryVector> {
  if (embedder === null) return { state: "skipped", reason: "no embedder is configured" };
  const text = embeddingText({ statement: query ?? "" });
  if (text === "") return { state: "skipped", reason: "the question has no words to embed" };
  const language = detectLanguage(text);
  if (!embedder.profile.languages.includes(language)) {
    return { state: "skipped", reason: `the embedder does not cover the language ${language}` };
  }
  try {
    const [embedding] = await embedder.embed([text]);
    if (!embedding || embedding.length !== embedder.dimensions)
      return { state: "failed", reason: "the embedder gave no usable vector" };
    return { state: "applied", model: embedder.model, embedding, weight: embedder.profile.denseWeight };
  } catch {
    return { state: "failed", reason: "the embedder did not answer" };
  }
}
