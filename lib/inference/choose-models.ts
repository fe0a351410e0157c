import type { Embedder, ExtractionModel } from "@/lib/engine/ports";
import { createExtractionModel } from "@/lib/inference/extraction-model";
import { createFolderEmbedder } from "@/lib/inference/folder-embedder";
import { guardEmbedder } from "@/lib/inference/guard-embedder";
import { createOfflineEmbedder } from "@/lib/inference/offline-embedder";
import { type Prompts, promptEmbedder } from "@/lib/inference/prompt-embedder";
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

/** The embedder that vectors are made for, and others that this process can run. */
export interface Embedders {
  embedder: Embedder | null;
  /** One of them may serve a tenant until the vectors of the first are ready. None costs anything before it is asked. */
  others: Embedder[];
}

/** @throws Error naming the variables that are missing or contradict each other */
export function chooseEmbedders(environment: Environment, now: () => Date): Embedders {
  const embedder = chooseConfigured(environment, now);
  if (embedder === null) return { embedder, others: [] };
  const others = [choosePrevious(environment, now)];
  if (environment.KEEPSAKE_EMBEDDER === "offline") others.push(guardEmbedder(createOfflineEmbedder(), now));
  return {
    embedder,
    others: others.filter((one) => one !== null).filter(({ model }) => model !== embedder.model),
  };
}

function chooseConfigured(environment: Environment, now: () => Date): Embedder | null {
  const {
    KEEPSAKE_EMBED_BASE_URL: baseUrl,
    KEEPSAKE_EMBED_MODEL: model,
    KEEPSAKE_EMBED_DIM: dimensions,
    KEEPSAKE_EMBED_DIR: folder,
  } = environment;
  if (folder !== undefined) {
    if (baseUrl !== undefined) {
      throw new Error("KEEPSAKE_EMBED_DIR and KEEPSAKE_EMBED_BASE_URL exclude each other: set one of them");
    }
    const languages = listLanguages(environment);
    return guardEmbedder(
      createFolderEmbedder({ folder, model, dimensions, languages, ...howToEmbed(environment) }),
      now,
    );
  }
  const given = [baseUrl, model, dimensions].filter((value) => value !== undefined).length;
  if (given === 0) {
    return environment.KEEPSAKE_EMBEDDER === "offline" ? guardEmbedder(createOfflineEmbedder(), now) : null;
  }
  if (baseUrl === undefined || model === undefined || dimensions === undefined) {
    throw new Error(
      "KEEPSAKE_EMBED_BASE_URL, KEEPSAKE_EMBED_MODEL and KEEPSAKE_EMBED_DIM belong together: set all or none",
    );
  }
  const remote = openRemote(environment, now, { baseUrl, model, dimensions });
  return guardEmbedder(promptEmbedder(remote, howToEmbed(environment).prompts), now);
}

function howToEmbed(environment: Environment): { prompts: Prompts; denseWeight: number | undefined } {
  return {
    prompts: {
      query: environment.KEEPSAKE_EMBED_QUERY_PROMPT,
      passage: environment.KEEPSAKE_EMBED_PASSAGE_PROMPT,
    },
    denseWeight: environment.KEEPSAKE_EMBED_WEIGHT,
  };
}

/** The model before this one, at the same endpoint or at its own. */
function choosePrevious(environment: Environment, now: () => Date): Embedder | null {
  const {
    KEEPSAKE_EMBED_PREVIOUS_MODEL: model,
    KEEPSAKE_EMBED_PREVIOUS_DIM: dimensions,
    KEEPSAKE_EMBED_PREVIOUS_BASE_URL: own,
  } = environment;
  const baseUrl = own ?? environment.KEEPSAKE_EMBED_BASE_URL;
  if (model === undefined && dimensions === undefined && own === undefined) return null;
  if (baseUrl === undefined || model === undefined || dimensions === undefined) {
    throw new Error(
      "KEEPSAKE_EMBED_PREVIOUS_MODEL and KEEPSAKE_EMBED_PREVIOUS_DIM belong together, with an address",
    );
  }
  return guardEmbedder(openRemote(environment, now, { baseUrl, model, dimensions }), now);
}

function openRemote(
  environment: Environment,
  now: () => Date,
  at: { baseUrl: string; model: string; dimensions: number },
): Embedder {
  return createRemoteEmbedder({
    ...at,
    apiKey: environment.KEEPSAKE_EMBED_API_KEY ?? null,
    languages: listLanguages(environment),
    denseWeight: environment.KEEPSAKE_EMBED_WEIGHT,
    now,
  });
}

function listLanguages(environment: Environment): string[] {
  return (environment.KEEPSAKE_EMBED_LANGUAGES ?? ALL_LANGUAGES).split(",").map((tag) => tag.trim());
}
