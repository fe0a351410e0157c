import { ModelFailure, type ModelFailureCode, type TokenCount } from "@/lib/engine/model/model-failure";

/** What a status says of why; null for one that is no failure. */
export function failureOfStatus(status: number): ModelFailureCode | null {
  if (status >= 200 && status < 300) return null;
  if (status === 429) return "rate_limited";
  if (status === 408) return "timeout";
  if (status >= 300 && status < 400) return "redirected";
  return status >= 400 && status < 500 ? "refused" : "server_error";
}

/** `Retry-After` in seconds or as a date; null when there is none to be understood. */
export function readRetryAfter(header: string | null | undefined, now: Date): number | null {
  if (header === null || header === undefined) return null;
  const text = header.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime());
}

interface SdkError {
  name?: string;
  statusCode?: number;
  responseHeaders?: Record<string, string>;
  finishReason?: string;
  usage?: { inputTokens?: number; outputTokens?: number };
  cause?: unknown;
}

/**
 * The code and numbers of what the model library threw. Its errors carry the request and the answer, which are content:
 * nothing else of them goes on.
 */
export function toModelFailure(thrown: unknown, now: Date): ModelFailure {
  if (thrown instanceof ModelFailure) return thrown;
  if (!(thrown instanceof Error)) return new ModelFailure("unexpected");
  const error = thrown as Error & SdkError;
  const inner = error.cause;
  if (inner instanceof ModelFailure) return inner;
  switch (error.name) {
    case "AI_APICallError": {
      const code = failureOfStatus(error.statusCode ?? 0);
      if (error.statusCode === undefined) return new ModelFailure("unreachable");
      if (code === null) return new ModelFailure(shapeCode(inner));
      return new ModelFailure(code, {
        retryAfterMs: readRetryAfter(error.responseHeaders?.["retry-after"], now),
      });
    }
    case "AI_NoObjectGeneratedError":
      return new ModelFailure(error.finishReason === "length" ? "cut_off" : shapeCode(inner), {
        tokens: toTokens(error.usage),
      });
    case "AI_NoOutputGeneratedError":
    case "AI_InvalidResponseDataError":
    case "AI_EmptyResponseBodyError":
    case "AI_TypeValidationError":
      return new ModelFailure("bad_shape");
    case "AI_JSONParseError":
      return new ModelFailure("bad_json");
    case "AbortError":
    case "TimeoutError":
      return new ModelFailure("timeout");
    default:
      return new ModelFailure("unexpected");
  }
}

export function toTokens(
  usage: { inputTokens?: number | undefined; outputTokens?: number | undefined } | undefined,
): TokenCount {
  return { in: usage?.inputTokens ?? null, out: usage?.outputTokens ?? null };
}

function shapeCode(cause: unknown): "bad_json" | "bad_shape" {
  return cause instanceof Error && cause.name === "AI_JSONParseError" ? "bad_json" : "bad_shape";
}
