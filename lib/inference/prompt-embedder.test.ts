import { expect, test } from "vitest";
import type { Embedder } from "@/lib/engine/ports";
import { promptEmbedder } from "@/lib/inference/prompt-embedder";

function recording(): { seen: string[]; embedder: Embedder } {
  const seen: string[] = [];
  return {
    seen,
    embedder: {
      model: "m@1",
      dimensions: 8,
      profile: { denseWeight: 0.2, languages: ["en"] },
      embed: async (texts) => {
        seen.push(...texts);
        return texts.map(() => [1, 0, 0, 0, 0, 0, 0, 0]);
      },
    },
  };
}

test("a question and a passage each get their own words, and other words for passages are another model", async () => {
  const { seen, embedder } = recording();
  const prompted = promptEmbedder(embedder, { query: "query: ", passage: "passage: " });
  await prompted.embed(["where"], "query");
  await prompted.embed(["there"], "passage");
  await prompted.embed(["here"]);
  expect(seen).toEqual(["query: where", "passage: there", "passage: here"]);
  const models = [undefined, "passage: ", "text: "].map(
    (passage) => promptEmbedder(embedder, { passage }).model,
  );
  expect(new Set(models).size).toBe(3);
  expect(promptEmbedder(embedder, { query: "query: " }).model).toBe("m@1");
});
