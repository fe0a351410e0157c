import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createGraph } from "@/lib/inference/worker/onnx-writer.mjs";

/** One number for each word it knows, and what it does not know. */
const WORDS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "red", "green", "blue", "lamp", "灯"];

/**
 * A sentence encoder of a few bytes in a folder, of the kind that is published: words become the rows of a table (one of
 * `WORDS.length` numbers each), and the pooling makes one vector of them.
 */
export function makeTinyModel(pooling: "mean" | "first" = "mean"): string {
  const folder = mkdtempSync(join(tmpdir(), "tiny-model-"));
  const graph = createGraph();
  const size = WORDS.length;
  const table = Float32Array.from({ length: size * size }, (_, i) => (i % (size + 1) === 0 ? 1 : 0));
  // Frames of a sentence say nothing; the mask is read, as real models do.
  for (const frame of [2, 3]) table[frame * size + frame] = 0.01;
  const states = graph.node("Gather", [graph.constant([size, size], table), "input_ids"]);
  const mask = graph.node("Unsqueeze", [
    graph.node("Cast", ["attention_mask"], { to: 1 }),
    graph.indices([2]),
  ]);
  graph.node("Mul", [states, mask], {}, ["last_hidden_state"]);
  const dims = ["batch", "pieces"];
  writeFileSync(
    join(folder, "model.onnx"),
    graph.toBytes(
      [
        { name: "input_ids", type: "int64", dims },
        { name: "attention_mask", type: "int64", dims },
      ],
      [{ name: "last_hidden_state", type: "float", dims: [...dims, size] }],
    ),
  );
  const write = (name: string, content: object) => writeFileSync(join(folder, name), JSON.stringify(content));
  write("config.json", { hidden_size: size });
  write("tokenizer_config.json", { model_max_length: 16 });
  write("tokenizer.json", {
    version: "1.0",
    added_tokens: ["[PAD]", "[UNK]", "[CLS]", "[SEP]"].map((content, id) => ({
      id,
      content,
      special: true,
      single_word: false,
      lstrip: false,
      rstrip: false,
      normalized: false,
    })),
    normalizer: { type: "BertNormalizer", clean_text: true, handle_chinese_chars: true, lowercase: true },
    pre_tokenizer: { type: "BertPreTokenizer" },
    post_processor: { type: "BertProcessing", sep: ["[SEP]", 3], cls: ["[CLS]", 2] },
    decoder: null,
    model: {
      type: "WordPiece",
      unk_token: "[UNK]",
      continuing_subword_prefix: "##",
      max_input_chars_per_word: 100,
      vocab: Object.fromEntries(WORDS.map((word, id) => [word, id])),
    },
  });
  mkdirSync(join(folder, "1_Pooling"));
  write("1_Pooling/config.json", { pooling_mode_cls_token: pooling === "first" });
  return folder;
}
