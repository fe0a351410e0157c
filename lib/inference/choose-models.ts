import type { Embedder, ExtractionModel } from "@/lib/engine/ports";
import { createExtractionModel } from "@/lib/inference/extraction-model";
import { guardEmbedder } from "@/lib/inference/guard-embedder";
import { createOfflineEmbedder } from "@/lib/inference/offline-embedder";
import { createRemoteEmbedder } from "@/lib/inference/remote-embedder";
import type { Environment } from "@/lib/platform/env";

/** All that detectLanguage tells apart; for a model that covers fewer, the variable says so. */
const ALL_LANGUAGES = "en,zh,ja,ko,ru,ar,th,hi,he,el";

/** @throws Error naming the variables that are missing: half a configuration is a mistake, not a wish */
export function chooseExtractionModel(environment: Environment, now: () => Date): ExtractionModel | null {
  const { KEEPSAKE_LLM_BASE_URL: baseUrl, KEEPSAKE_LLM_MODEL: model } = environment;
  if (baseUrl === undefined && model === undefined) return null;
  if (baseUrl === undefined || model === undefined) {
    throw new Error("KEEPSAKE_LLM_BASE_URL and KEEPSAKE_LLM_MODEL belong together: set both or neither");
  }
  return createExtractionModel({ baseUrl, model, apiKey: environment.KEEPSAKE_LLM_API_KEY ?? null, now });
}

/** @throws Error naming the variables that are missing */
export function chooseEmbedder(environment: Environment, now: () => Date): Embedder | null {
  const {
    KEEPSAKE_EMBED_BASE_URL: baseUrl,
    KEEPSAKE_EMBED_MODEL: model,
    KEEPSAKE_EMBED_DIM: dimensions,
  } = environment;
  const given = [baseUrl, model, dimensions].filter((value) => value !== undefined).length;
  if (given === 0) {
    return environment.KEEPSAKE_EMBEDDER === "offline" ? guardEmbedder(createOfflineEmbedder(), now) : null;
  }
  if (baseUrl === undefined || model === undefined || dimensions === undefined) {
    throw new Error(
      "KEEPSAKE_EMBED_BASE_URL, KEEPSAKE_EMBED_MODEL and KEEPSAKE_EMBED_DIM belong together: set all or none",
    );
  }
  const remote = createRemoteEmbedder({
    baseUrl,
    model,
    dimensions,
    apiKey: environment.KEEPSAKE_EMBED_API_KEY ?? null,
    languages: (environment.KEEPSAKE_EMBED_LANGUAGES ?? ALL_LANGUAGES).split(",").map((tag) => tag.trim()),
    now,
  });
  return guardEmbedder(remote, now);
}
