import { createHash } from "node:crypto";
import type { Embedder } from "@/lib/engine/ports";

/** Words some models were trained to find before a question, and before what is to be found, for example "query: ". */
export interface Prompts {
  query?: string | undefined;
  passage?: string | undefined;
}

/**
 * An embedder that puts them there. What stands before a passage is part of every stored vector, so it is part of the
 * model's name: with other words the vectors are made anew. What stands before a question is not.
 */
export function promptEmbedder<Kind extends Embedder>(
  embedder: Kind,
  { query = "", passage = "" }: Prompts,
): Kind {
  if (query === "" && passage === "") return embedder;
  const digest = createHash("sha256").update(passage).digest("hex").slice(0, 6);
  return {
    ...embedder,
    model: passage === "" ? embedder.model : `${embedder.model}+${digest}`,
    embed: (texts, role) =>
      embedder.embed(
        texts.map((text) => (role === "query" ? query : passage) + text),
        role,
      ),
  };
}
