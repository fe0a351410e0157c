import { z } from "zod";

/** Empty means unset: shells and compose files often pass `NAME=`. */
const optionalText = z
  .string()
  .transform((text) => text.trim())
  .transform((text) => (text === "" ? undefined : text))
  .optional();

const prompt = z
  .string()
  .max(500)
  .transform((text) => (text === "" ? undefined : text))
  .optional();

const vectorLength = z.preprocess(
  (value) => (value === "" ? undefined : value),
  z.coerce.number().int().min(8).max(4_000).optional(),
);

const schema = z.object({
  NODE_ENV: z.string().default("development"),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  HOST: optionalText,
  DATABASE_URL: optionalText,
  KEEPSAKE_APP_DATABASE_URL: optionalText,
  KEEPSAKE_DATA_DIR: optionalText,
  KEEPSAKE_DEMO: z.enum(["0", "1"]).optional(),
  KEEPSAKE_ADMIN_KEY: optionalText,
  KEEPSAKE_MASTER_KEY: optionalText,
  NEXTAUTH_SECRET: optionalText,
  NEXTAUTH_URL: optionalText,
  KEEPSAKE_PUBLIC_URL: optionalText,
  KEEPSAKE_WORKER: z.enum(["inline", "off"]).default("inline"),
  KEEPSAKE_LOG_LEVEL: z.enum(["silent", "error", "warn", "info", "debug"]).default("info"),
  KEEPSAKE_EMBEDDER: z.enum(["offline", "off"]).default("offline"),
  /** A language model that reads events beside the rules. Any endpoint that speaks the OpenAI protocol. */
  KEEPSAKE_LLM_BASE_URL: optionalText,
  KEEPSAKE_LLM_API_KEY: optionalText,
  KEEPSAKE_LLM_MODEL: optionalText,
  /** An embedding model in place of the offline one; `_DIM` is the length of its vectors. */
  KEEPSAKE_EMBED_BASE_URL: optionalText,
  KEEPSAKE_EMBED_API_KEY: optionalText,
  KEEPSAKE_EMBED_MODEL: optionalText,
  KEEPSAKE_EMBED_DIM: vectorLength,
  /** The model before this one: it answers until this one's vectors are made. Address and key are the same if not given. */
  KEEPSAKE_EMBED_PREVIOUS_MODEL: optionalText,
  KEEPSAKE_EMBED_PREVIOUS_DIM: vectorLength,
  KEEPSAKE_EMBED_PREVIOUS_BASE_URL: optionalText,
  /** A folder with a model in ONNX and its tokenizer, in place of the offline one. */
  KEEPSAKE_EMBED_DIR: optionalText,
  /** Languages it covers, as primary tags with commas. */
  KEEPSAKE_EMBED_LANGUAGES: optionalText,
  /** What the model wants before a question and before a passage; the space at its end counts. */
  KEEPSAKE_EMBED_QUERY_PROMPT: prompt,
  KEEPSAKE_EMBED_PASSAGE_PROMPT: prompt,
  /** How much its nearness counts beside the words. */
  KEEPSAKE_EMBED_WEIGHT: z.preprocess(
    (value) => (value === "" ? undefined : value),
    z.coerce.number().min(0).max(1).optional(),
  ),
  /** Where backups, their keys and the ledger of erasures stand; `backups` in the data directory when unset. */
  KEEPSAKE_BACKUP_DIR: optionalText,
  /** What backups are encrypted with; derived from the master key when unset. */
  KEEPSAKE_BACKUP_KEY: optionalText,
  KEEPSAKE_BACKUP_KEEP_DAYS: z.coerce.number().int().min(1).max(3_650).default(30),
  /** The server makes one by itself this often. */
  KEEPSAKE_BACKUP_EVERY_HOURS: z.preprocess(
    (value) => (value === "" ? undefined : value),
    z.coerce.number().int().min(1).max(8_760).optional(),
  ),
  /** Files in which erased rows lay are written anew at most this often; 0 for never. */
  KEEPSAKE_REWRITE_EVERY_HOURS: z.coerce.number().int().min(0).max(8_760).default(24),
  KEEPSAKE_URL: optionalText,
  /** Where the reader stood when npm was called: relative file names in arguments are meant from there. */
  INIT_CWD: optionalText,
});

export type Environment = z.infer<typeof schema>;

let cached: Environment | null = null;

/**
 * The one reader of `process.env`.
 * @throws Error naming each variable that is wrong and what it takes
 */
export function readEnvironment(): Environment {
  if (cached) return cached;
  const parsed = schema.safeParse(process.env);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join(".")}: ${issue.message}`);
    throw new Error(`The environment is not usable:\n${lines.join("\n")}`);
  }
  cached = parsed.data;
  return cached;
}

/** `.keepsake` for `npm start`, `.keepsake-dev` for `next dev`, so that trying things never touches real memory. */
export function dataDirectory(environment: Environment): string {
  return (
    environment.KEEPSAKE_DATA_DIR ?? (environment.NODE_ENV === "development" ? ".keepsake-dev" : ".keepsake")
  );
}

/** True while `next build` runs: nothing may open a database then. */
export function isBuildPhase(): boolean {
  return process.env.NEXT_PHASE === "phase-production-build";
}
