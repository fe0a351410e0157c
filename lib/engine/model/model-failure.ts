/** Why a call to a model came to nothing. Closed list: it is stored, counted and shown. */
export type ModelFailureCode =
  | "timeout"
  | "unreachable"
  | "rate_limited"
  | "server_error"
  | "refused"
  | "redirected"
  | "too_large"
  | "cut_off"
  | "bad_json"
  | "bad_shape"
  | "circuit_open"
  | "unexpected";

export interface TokenCount {
  in: number | null;
  out: number | null;
}

/**
 * A call to a model that failed. Carries codes and numbers alone: what was asked and what came back is content, and an
 * error may be logged by code that is not ours. So no cause is kept either.
 */
export class ModelFailure extends Error {
  readonly code: ModelFailureCode;
  /** What the endpoint asked for, or when the circuit closes again. */
  readonly retryAfterMs: number | null;
  /** Of an answer that could not be used: it is paid for all the same. */
  readonly tokens: TokenCount | null;

  constructor(
    code: ModelFailureCode,
    options: { retryAfterMs?: number | null; tokens?: TokenCount | null } = {},
  ) {
    super(`the model could not be used: ${code}`);
    this.name = "ModelFailure";
    this.code = code;
    this.retryAfterMs = options.retryAfterMs ?? null;
    this.tokens = options.tokens ?? null;
  }

  /** By name: a bundler may give the composition root and its routes a copy of this class each. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === "ModelFailure" && "code" in value;
  }
}
