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
  | "stale_revision"
  | "illegal_transition"
  | "already_exists"
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
}

export function notFound(what: string): EngineError {
  return new EngineError("not_found", `No such ${what}.`);
}
