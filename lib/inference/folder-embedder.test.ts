import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { createFolderEmbedder } from "@/lib/inference/folder-embedder";
import { makeTinyModel } from "@/lib/testing/tiny-model";

const native = existsSync(join(process.cwd(), "node_modules", "onnxruntime-node"));
const opened: (() => unknown)[] = [];
afterEach(() => Promise.all(opened.splice(0).map((close) => close())));

function open(pooling: "mean" | "first" = "mean") {
  const folder = makeTinyModel(pooling);
  const embedder = createFolderEmbedder({ folder, languages: ["en", "zh"] });
  opened.push(
    () => embedder.close(),
    () => rmSync(folder, { recursive: true }),
  );
  return { folder, embedder };
}
const dot = (a: number[] = [], b: number[] = []) => a.reduce((sum, part, i) => sum + part * (b[i] ?? 0), 0);

describe.runIf(native)("a model from a folder", () => {
  it("gives unit vectors in order, those of texts that share words near each other", async () => {
    const { embedder } = open();
    expect(embedder.dimensions).toBe(9);
    const [one, same, other, mixed, chinese] = await embedder.embed([
      "Red lamp",
      "the red lamp, the lamp red",
      "blue",
      "blue lamp",
      "灯",
    ]);
    expect(Math.hypot(...(one ?? []))).toBeCloseTo(1, 5);
    expect(dot(one, same)).toBeGreaterThan(0.6);
    expect(dot(one, other)).toBeLessThan(0.1);
    expect(dot(one, mixed)).toBeCloseTo(0.5, 1);
    expect(dot(chinese, one)).toBeLessThan(0.1);
    // Alone or beside longer ones: what fills a batch up has no part in the vector.
    expect(dot((await embedder.embed(["Red lamp"]))[0], one)).toBeCloseTo(1, 5);
  });

  it("takes the first piece's vector where the model says so, and cuts what is too long", async () => {
    const { embedder } = open("first");
    const [one, other, long] = await embedder.embed(["red", "blue", "green ".repeat(5_000)]);
    expect(dot(one, other)).toBeCloseTo(1, 5);
    expect(dot(one, long)).toBeCloseTo(1, 5);
  });

  it("puts before a question and a passage what the model's own configuration says, or the settings", async () => {
    const { folder } = open();
    const config = { prompts: { query: "blue ", document: "green " } };
    writeFileSync(join(folder, "config_sentence_transformers.json"), JSON.stringify(config));
    const plain = open().embedder;
    const near = async (text: string, vector: number[] | undefined) =>
      dot((await plain.embed([text]))[0], vector);
    const told = createFolderEmbedder({ folder, languages: ["en"] });
    const set = createFolderEmbedder({ folder, languages: ["en"], prompts: { query: "lamp " } });
    opened.push(told.close, set.close);
    expect(await near("blue red", (await told.embed(["red"], "query"))[0])).toBeCloseTo(1, 5);
    expect(await near("green red", (await told.embed(["red"]))[0])).toBeCloseTo(1, 5);
    expect(await near("lamp red", (await set.embed(["red"], "query"))[0])).toBeCloseTo(1, 5);
  });

  it("fails, and fails alone, where the file is no model", async () => {
    const { folder, embedder } = open();
    writeFileSync(join(folder, "model.onnx"), "no model");
    await expect(embedder.embed(["red"])).rejects.toMatchObject({ code: "unexpected" });
  });
});

describe("a folder", () => {
  it("has a name that changes with what is in it", () => {
    const [one, other] = [open(), open("first")];
    expect(one.embedder.model).toMatch(/^tiny-model-\w+-9@[0-9a-f]{8}$/);
    expect(one.embedder.model.split("@")[1]).not.toBe(other.embedder.model.split("@")[1]);
  });

  it.each(["model.onnx", "tokenizer.json", "tokenizer_config.json", "config.json"])(
    "without %s is refused",
    (name) => {
      const { folder } = open();
      rmSync(join(folder, name));
      expect(() => createFolderEmbedder({ folder, languages: ["en"] })).toThrow(name);
    },
  );
});
