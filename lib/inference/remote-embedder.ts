import { z } from "zod";
import type { Embedder } from "@/lib/engine/ports";
import { ModelFailure } from "@/lib/engine/model/model-failure";
import { createGuardedFetch, parseEndpoint } from "@/lib/inference/guarded-fetch";
import { failureOfStatus, readRetryAfter } from "@/lib/inference/read-failure";

export interface RemoteEmbedderOptions {
  baseUrl: string;
  apiKey: string | null;
  model: string;
  dimensions: number;
  languages: readonly string[];
  /** How much nearness counts beside the words, from 0 to 1. */
  denseWeight?: number | undefined;
  now(): Date;
  timeoutMs?: number;
}

const TIMEOUT_MS = 15_000;
const MAX_BYTES = 20_000_000;
/** Texts and characters of one request: what every endpoint of this kind takes. */
const MOST_TEXTS = 64;
const MOST_CHARACTERS = 60_000;
const LONGEST_TEXT = 8_000;
/** As measured with the offline model; another one may deserve more, which only a measurement can tell. */
const DENSE_WEIGHT = 0.2;

const answer = z.object({
  data: z.array(z.object({ index: z.number().int().min(0).optional(), embedding: z.array(z.number()) })),
});

/**
 * An embedding model behind any endpoint that speaks the OpenAI protocol. A vector of another length, one that is not
 * numbers, or fewer than asked for is a failure, never a guess: a wrong vector would be found for ever.
 */
export function createRemoteEmbedder(options: RemoteEmbedderOptions): Embedder {
  const endpoint = parseEndpoint("KEEPSAKE_EMBED_BASE_URL", options.baseUrl);
  const guarded = createGuardedFetch(endpoint, {
    timeoutMs: options.timeoutMs ?? TIMEOUT_MS,
    maxBytes: MAX_BYTES,
  });
  const address = `${endpoint.href.replace(/\/$/, "")}/embeddings`;

  async function embedBatch(texts: readonly string[]): Promise<number[][]> {
    const response = await guarded(address, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        ...(options.apiKey === null ? {} : { Authorization: `Bearer ${options.apiKey}` }),
      },
      body: JSON.stringify({ model: options.model, input: texts, encoding_format: "float" }),
    });
    const code = failureOfStatus(response.status);
    if (code !== null) {
      const retryAfterMs = readRetryAfter(response.headers.get("retry-after"), options.now());
      throw new ModelFailure(code, { retryAfterMs });
    }
    const body: unknown = await response.json().catch(() => {
      throw new ModelFailure("bad_json");
    });
    const parsed = answer.safeParse(body);
    if (!parsed.success || parsed.data.data.length !== texts.length) throw new ModelFailure("bad_shape");
    const vectors: number[][] = [];
    parsed.data.data.forEach(({ index, embedding }, position) => {
      const at = index ?? position;
      if (at >= texts.length || vectors[at] !== undefined) throw new ModelFailure("bad_shape");
      vectors[at] = toUnitLength(embedding, options.dimensions);
    });
    return vectors;
  }

  return {
    model: `${options.model}-${options.dimensions}@1`,
    dimensions: options.dimensions,
    profile: { denseWeight: options.denseWeight ?? DENSE_WEIGHT, languages: options.languages },
    async embed(texts) {
      const vectors: number[][] = [];
      for (const batch of toBatches(texts)) vectors.push(...(await embedBatch(batch)));
      return vectors;
    },
  };
}

function toBatches(texts: readonly string[]): string[][] {
  const batches: string[][] = [];
  let batch: string[] = [];
  let size = 0;
  for (const text of texts) {
    const sent = text.slice(0, LONGEST_TEXT);
    if (batch.length > 0 && (batch.length >= MOST_TEXTS || size + sent.length > MOST_CHARACTERS)) {
      batches.push(batch);
      batch = [];
      size = 0;
    }
    batch.push(sent);
    size += sent.length;
  }
  return batch.length === 0 ? batches : [...batches, batch];
}

function toUnitLength(vector: readonly number[], dimensions: number): number[] {
  const length = Math.hypot(...vector);
  if (vector.length !== dimensions || !Number.isFinite(length) || length === 0)
    throw new ModelFailure("bad_shape");
  return vector.map((part) => part / length);
}
