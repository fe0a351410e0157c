import { createHash } from "node:crypto";
import { existsSync, readFileSync, statSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { z } from "zod";
import type { Embedder } from "@/lib/engine/ports";
import { type Prompts, promptEmbedder } from "@/lib/inference/prompt-embedder";
import { createEmbedWorker } from "@/lib/inference/worker/embed-in-worker";

export interface FolderEmbedderOptions {
  folder: string;
  /** By what name its vectors go; made from the folder's name and what is in it when left out. */
  model?: string | undefined;
  /** Read from the model's own configuration when left out. */
  dimensions?: number | undefined;
  languages: readonly string[];
  /** How much nearness counts beside the words, from 0 to 1. */
  denseWeight?: number | undefined;
  /** In place of those that the model's own configuration names. */
  prompts?: Prompts;
}

/** Where the file of the model may stand, the exact one before a smaller one. */
const FILES = ["model.onnx", "onnx/model.onnx", "model_quantized.onnx", "onnx/model_quantized.onnx"];
/** As measured with the offline model; another one may deserve more, which only a measurement can tell. */
const DENSE_WEIGHT = 0.2;
const LONGEST_TEXT = 4_000;

const promptConfig = z.object({
  prompts: z.object({ query: z.string(), passage: z.string(), document: z.string() }).partial().optional(),
});
const modelConfig = z.object({
  hidden_size: z.number().int().positive().optional(),
  dim: z.number().int().positive().optional(),
});

/**
 * A sentence encoder from a folder on this machine: an ONNX file, tokenizer.json, and what tells how its pieces become
 * one vector, as such models are published. Nothing is downloaded. It runs in native code on a thread of its own.
 * @throws Error saying what the folder lacks
 */
export function createFolderEmbedder(options: FolderEmbedderOptions): Embedder & { close(): Promise<void> } {
  const folder = resolve(options.folder);
  const file = FILES.find((name) =>
    existsSync(/* turbopackIgnore: true */ join(/* turbopackIgnore: true */ folder, name)),
  );
  if (file === undefined)
    throw new Error(`KEEPSAKE_EMBED_DIR holds no ${FILES.slice(0, 2).join(" and no ")}`);
  for (const name of ["tokenizer.json", "tokenizer_config.json"]) {
    if (!existsSync(/* turbopackIgnore: true */ join(/* turbopackIgnore: true */ folder, name)))
      throw new Error(`KEEPSAKE_EMBED_DIR holds no ${name}`);
  }
  const dimensions = options.dimensions ?? readDimensions(folder);
  if (dimensions === null) {
    throw new Error(
      "KEEPSAKE_EMBED_DIR has no config.json that tells its hidden_size: set KEEPSAKE_EMBED_DIM",
    );
  }
  const worker = createEmbedWorker({
    script: "lib/inference/worker/folder-worker.mjs",
    workerData: { folder, file },
    dimensions,
  });
  const own = readPrompts(folder);
  const embedder = {
    model: options.model ?? `${basename(folder)}-${dimensions}@${identify(folder, file)}`,
    dimensions,
    profile: { denseWeight: options.denseWeight ?? DENSE_WEIGHT, languages: options.languages },
    embed: (texts: readonly string[]) =>
      worker.embed(texts.map((text) => text.slice(0, LONGEST_TEXT).replace(/\p{Surrogate}/gu, " "))),
    close: worker.close,
  };
  return promptEmbedder(embedder, {
    query: options.prompts?.query ?? own.query,
    passage: options.prompts?.passage ?? own.passage,
  });
}

/** As sentence encoders say it of themselves (config_sentence_transformers.json), under either name in use. */
function readPrompts(folder: string): Prompts {
  const path = join(/* turbopackIgnore: true */ folder, "config_sentence_transformers.json");
  if (!existsSync(/* turbopackIgnore: true */ path)) return {};
  const parsed = promptConfig.safeParse(JSON.parse(readFileSync(/* turbopackIgnore: true */ path, "utf8")));
  const { query, passage, document } = parsed.data?.prompts ?? {};
  return { query, passage: passage ?? document };
}

function readDimensions(folder: string): number | null {
  const path = join(/* turbopackIgnore: true */ folder, "config.json");
  if (!existsSync(path)) return null;
  const parsed = modelConfig.safeParse(JSON.parse(readFileSync(/* turbopackIgnore: true */ path, "utf8")));
  return parsed.success ? (parsed.data.hidden_size ?? parsed.data.dim ?? null) : null;
}

/** Another model in the same folder gets another name. Its size stands for its content, which may be large. */
function identify(folder: string, file: string): string {
  const hash = createHash("sha256").update(
    String(statSync(/* turbopackIgnore: true */ join(/* turbopackIgnore: true */ folder, file)).size),
  );
  for (const name of ["tokenizer.json", "tokenizer_config.json", "config.json", "1_Pooling/config.json"]) {
    const path = join(/* turbopackIgnore: true */ folder, name);
    if (existsSync(path)) hash.update(readFileSync(/* turbopackIgnore: true */ path));
  }
  return hash.digest("hex").slice(0, 8);
}
