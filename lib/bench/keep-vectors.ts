import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import type { Embedder } from "@/lib/engine/ports";

/** An embedder that keeps its vectors in a file, so that a second run of the same texts does not wait for the model. */
export async function keepVectors(
  embedder: Embedder,
  file: string,
): Promise<Embedder & { save(): Promise<void> }> {
  const kept = new Map<string, number[]>(
    existsSync(file) ? Object.entries(JSON.parse(await readFile(file, "utf8"))) : [],
  );
  let grown = false;

  return {
    model: embedder.model,
    dimensions: embedder.dimensions,
    profile: embedder.profile,
    async embed(texts, role) {
      const keyOf = (text: string) => `${embedder.model}${role === "query" ? "?" : ""}\n${text}`;
      const missing = [...new Set(texts)].filter((text) => !kept.has(keyOf(text)));
      if (missing.length > 0) {
        const vectors = await embedder.embed(missing, role);
        missing.forEach((text, index) => {
          const vector = vectors[index];
          if (vector)
            kept.set(
              keyOf(text),
              vector.map((part) => Math.round(part * 1e5) / 1e5),
            );
        });
        grown = true;
      }
      return texts.map((text) => kept.get(keyOf(text)) ?? []);
    },
    async save() {
      if (grown) await writeFile(file, JSON.stringify(Object.fromEntries(kept)));
    },
  };
}
