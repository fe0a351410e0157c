import { rmSync } from "node:fs";
import { afterAll, describe, expect, it } from "vitest";
import { chooseEmbedders } from "@/lib/inference/choose-models";
import type { Environment } from "@/lib/platform/env";
import { makeTinyModel } from "@/lib/testing/tiny-model";

const folder = makeTinyModel();
afterAll(() => rmSync(folder, { recursive: true }));

const choose = (given: Partial<Environment>) => {
  const environment = { KEEPSAKE_EMBEDDER: "offline", ...given } as Environment;
  const { embedder, others } = chooseEmbedders(environment, () => new Date("2026-10-01T08:00:00Z"));
  return [embedder, ...others].map((one) => one?.model.replace(/^tiny-model-.*$/, "the folder's") ?? null);
};
const remote = {
  KEEPSAKE_EMBED_BASE_URL: "http://127.0.0.1:9/v1",
  KEEPSAKE_EMBED_MODEL: "big",
  KEEPSAKE_EMBED_DIM: 16,
};

describe("the embedder of a server, and those that may answer until its vectors are made", () => {
  it.each<[string, Partial<Environment>, (string | null)[]]>([
    ["nothing configured", {}, ["use-lite-512@2"]],
    ["switched off", { KEEPSAKE_EMBEDDER: "off" }, [null]],
    ["an endpoint", remote, ["big-16@1", "use-lite-512@2"]],
    ["an endpoint and no offline model", { ...remote, KEEPSAKE_EMBEDDER: "off" }, ["big-16@1"]],
    [
      "an endpoint with the model before it",
      { ...remote, KEEPSAKE_EMBED_PREVIOUS_MODEL: "small", KEEPSAKE_EMBED_PREVIOUS_DIM: 8 },
      ["big-16@1", "small-8@1", "use-lite-512@2"],
    ],
    [
      "an endpoint whose model wants words before what is to be found",
      { ...remote, KEEPSAKE_EMBED_QUERY_PROMPT: "query: ", KEEPSAKE_EMBED_PASSAGE_PROMPT: "passage: " },
      ["big-16@1+707ad5", "use-lite-512@2"],
    ],
    [
      "words before a question alone",
      { ...remote, KEEPSAKE_EMBED_QUERY_PROMPT: "query: " },
      ["big-16@1", "use-lite-512@2"],
    ],
    ["a folder", { KEEPSAKE_EMBED_DIR: folder }, ["the folder's", "use-lite-512@2"]],
    [
      "a folder with a name of its own",
      { KEEPSAKE_EMBED_DIR: folder, KEEPSAKE_EMBED_MODEL: "mine@3" },
      ["mine@3", "use-lite-512@2"],
    ],
  ])("%s", (_name, given, models) => {
    expect(choose(given)).toEqual(models);
  });

  it.each<[string, Partial<Environment>]>([
    ["half an endpoint", { KEEPSAKE_EMBED_MODEL: "big" }],
    ["a folder and an endpoint", { ...remote, KEEPSAKE_EMBED_DIR: folder }],
    ["half a model before it", { ...remote, KEEPSAKE_EMBED_PREVIOUS_MODEL: "small" }],
    ["a folder that is not there", { KEEPSAKE_EMBED_DIR: "/nowhere" }],
  ])("%s is a mistake that is named", (_name, given) => {
    expect(() => choose(given)).toThrow(/^KEEPSAKE_EMBED_/);
  });
});
