import { z } from "zod";
import type { ExtractionModel } from "@/lib/engine/ports";
import { ModelFailure } from "@/lib/engine/model/model-failure";
import { createCircuit } from "@/lib/inference/circuit";
import { EXTRACTION_INSTRUCTIONS, extractionMessage } from "@/lib/inference/extraction-prompt";
import { extractionAnswer, parseAnswer } from "@/lib/inference/extraction-schema";
import { createGuardedFetch, parseEndpoint } from "@/lib/inference/guarded-fetch";
import { toModelFailure, toTokens } from "@/lib/inference/read-failure";

export interface ExtractionModelOptions {
  baseUrl: string;
  apiKey: string | null;
  model: string;
  now(): Date;
  timeoutMs?: number;
  maxBytes?: number;
}

const TIMEOUT_MS = 60_000;
const MAX_BYTES = 1_000_000;
const MAX_OUTPUT_TOKENS = 4_000;

/**
 * A language model behind any endpoint that speaks the OpenAI protocol. One call, no retries (the queue has them), a
 * fixed time and size, and nothing of what was said in any error. The library is loaded at the first call: a server
 * without a model never loads it.
 */
export function createExtractionModel(options: ExtractionModelOptions): ExtractionModel {
  const endpoint = parseEndpoint("KEEPSAKE_LLM_BASE_URL", options.baseUrl);
  const guarded = createGuardedFetch(endpoint, {
    timeoutMs: options.timeoutMs ?? TIMEOUT_MS,
    maxBytes: options.maxBytes ?? MAX_BYTES,
  });
  const circuit = createCircuit({
    now: options.now,
    failures: 3,
    openMs: 30_000,
    longestMs: 10 * 60_000,
  });
  const schema = z.toJSONSchema(extractionAnswer);

  return {
    name: options.model,
    closedUntil: circuit.closedUntil,
    extract: (request) =>
      circuit.run(async () => {
        try {
          const [{ generateText, jsonSchema, Output }, { createOpenAICompatible }] = await Promise.all([
            import("ai"),
            import("@ai-sdk/openai-compatible"),
          ]);
          // The library prints warnings to the console otherwise.
          (globalThis as { AI_SDK_LOG_WARNINGS?: boolean }).AI_SDK_LOG_WARNINGS = false;
          const provider = createOpenAICompatible({
            name: "extraction",
            baseURL: endpoint.href.replace(/\/$/, ""),
            ...(options.apiKey === null ? {} : { apiKey: options.apiKey }),
            fetch: guarded,
            supportsStructuredOutputs: true,
          });
          const result = await generateText({
            model: provider(options.model),
            system: EXTRACTION_INSTRUCTIONS,
            prompt: extractionMessage(request),
            temperature: 0,
            maxOutputTokens: MAX_OUTPUT_TOKENS,
            maxRetries: 0,
            output: Output.object({
              schema: jsonSchema<unknown>(schema as Parameters<typeof jsonSchema>[0]),
            }),
          });
          const tokens = toTokens(result.usage);
          const parsed = parseAnswer(result.output, request.mostCandidates);
          if (parsed === null) throw new ModelFailure("bad_shape", { tokens });
          return { ...parsed, tokens };
        } catch (error) {
          throw toModelFailure(error, options.now());
        }
      }),
  };
}
