/**
 * What prevents the work. A gate's verdict is never one of these: decisions are values, failures are exceptions.
 * The code is part of the interface; the message says what to do and names no content.
 */
export type EngineErrorCode =
  | "not_found"
  | "scope_not_allowed"
  | "source_type_not_allowed"
  | "write_mode_forbids"
  | "role_required"
  | "not_entitled"
  | "memory_paused"
  | "text_erased"
  | "stale_revision"
  | "illegal_transition"
  | "already_exists"
  | "already_founded"
  | "last_admin"
  | "idempotency_mismatch"
  | "invalid_range"
  | "meaningless"
  | "degraded_high_risk"
  | "unavailable";

export interface FieldProblem {
  path: string;
  message: string;
}

export class EngineError extends Error {
  readonly code: EngineErrorCode;
  readonly fields: FieldProblem[];

  constructor(
    code: EngineErrorCode,
    message: string,
    options: { cause?: unknown; fields?: FieldProblem[] } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = "EngineError";
    this.code = code;
    this.fields = options.fields ?? [];
  }

  /**
   * By name, not by identity: a bundler gives the server's start and its routes a copy of this class each, and an error
   * of the one engine they share must be recognised by both.
   */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === "EngineError" && "code" in value;
  }
}

export function notFound(what: string): EngineError {
  return new EngineError("not_found", `No such ${what}.`);
}
