import { expect, test } from "vitest";
import { embedQuery } from "@/lib/engine/retrieve/embed-query";
import { createHashEmbedder } from "@/lib/testing/hash-embedder";

test("a question is embedded as a question, not as what is to be found", async () => {
  const roles: (string | undefined)[] = [];
  const embedder = createHashEmbedder();
  const { embed } = embedder;
  embedder.embed = (texts, role) => {
    roles.push(role);
    return embed(texts);
  };
  expect(await embedQuery(embedder, "where is the lamp?")).toMatchObject({ state: "applied" });
  expect(roles).toEqual(["query"]);
});
