import { STATUS_CODES } from "node:http";
import { EngineError, type EngineErrorCode, type FieldProblem } from "@/lib/engine/errors";
import type { Problem } from "@/lib/contracts/common";

/** What goes wrong before or around the engine. With the engine's own codes, all that `code` can ever say. */
export type HttpProblemCode =
  | "unauthorized"
  | "forbidden"
  | "invalid_request"
  | "malformed_json"
  | "unsupported_media_type"
  | "body_too_large"
  | "not_found"
  | "method_not_allowed"
  | "rate_limited"
  | "idempotency_in_flight"
  | "internal";

/** Answers are about one caller at one moment, are never a page, and are never to be guessed at. */
export const STANDING_HEADERS = {
  "Cache-Control": "no-store",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
};

const HTTP_STATUS: Record<HttpProblemCode, number> = {
  unauthorized: 401,
  forbidden: 403,
  invalid_request: 400,
  malformed_json: 400,
  unsupported_media_type: 415,
  body_too_large: 413,
  not_found: 404,
  method_not_allowed: 405,
  rate_limited: 429,
  idempotency_in_flight: 409,
  internal: 500,
};

const ENGINE_STATUS: Record<EngineErrorCode, number> = {
  not_found: 404,
  scope_not_allowed: 403,
  source_type_not_allowed: 403,
  write_mode_forbids: 403,
  role_required: 403,
  not_entitled: 403,
  memory_paused: 403,
  text_erased: 410,
  stale_revision: 409,
  illegal_transition: 409,
  already_exists: 409,
  already_founded: 409,
  last_admin: 409,
  idempotency_mismatch: 409,
  invalid_range: 422,
  meaningless: 422,
  degraded_high_risk: 503,
  unavailable: 503,
};

/** The published contract spells this one in capitals. */
const WIRE_CODE: Partial<Record<EngineErrorCode, string>> = { degraded_high_risk: "DEGRADED_HIGH_RISK" };

/** Every code a client can meet, with its status: the OpenAPI description lists them. */
export const PROBLEM_CODES: readonly { code: string; status: number }[] = [
  ...Object.entries(HTTP_STATUS).map(([code, status]) => ({ code, status })),
  ...Object.entries(ENGINE_STATUS).map(([code, status]) => ({
    code: WIRE_CODE[code as EngineErrorCode] ?? code,
    status,
  })),
].filter((entry, index, all) => all.findIndex((other) => other.code === entry.code) === index);

/** A refusal made by the HTTP layer itself. The message goes to the client as `detail`: no content, no internals. */
export class HttpProblem extends Error {
  readonly code: HttpProblemCode;
  readonly status: number;
  readonly fields: FieldProblem[];
  readonly headers: Record<string, string>;

  constructor(
    code: HttpProblemCode,
    message: string,
    options: { fields?: FieldProblem[]; headers?: Record<string, string> } = {},
  ) {
    super(message);
    this.name = "HttpProblem";
    this.code = code;
    this.status = HTTP_STATUS[code];
    this.fields = options.fields ?? [];
    this.headers = options.headers ?? {};
  }
}

export interface ProblemParts {
  status: number;
  code: string;
  detail: string;
  fields: FieldProblem[];
  headers: Record<string, string>;
  /** True when nobody foresaw this: it belongs in the log with its cause. */
  unexpected: boolean;
}

/** The one place where a failure becomes a status. What nobody foresaw tells the client nothing but its request id. */
export function toProblemParts(error: unknown): ProblemParts {
  if (error instanceof HttpProblem) {
    const { status, code, message, fields, headers } = error;
    return { status, code, detail: message, fields, headers, unexpected: false };
  }
  if (error instanceof EngineError) {
    const status = ENGINE_STATUS[error.code];
    return {
      status,
      code: WIRE_CODE[error.code] ?? error.code,
      detail: error.message,
      fields: error.fields,
      headers: status === 503 ? { "Retry-After": "5" } : {},
      // A dependency that is down is foreseen, yet an operator wants its cause.
      unexpected: status === 503,
    };
  }
  return {
    status: 500,
    code: "internal",
    detail: "Something went wrong on our side. The request id finds it in the log.",
    fields: [],
    headers: {},
    unexpected: true,
  };
}

export function toProblemResponse(error: unknown, requestId: string): Response {
  const { status, code, detail, fields, headers } = toProblemParts(error);
  const body: Problem = {
    type: "about:blank",
    title: STATUS_CODES[status] ?? "Error",
    status,
    code,
    detail,
    request_id: requestId,
    ...(fields.length > 0 && { errors: fields }),
  };
  return new Response(JSON.stringify(body), {
    status,
    headers: { "Content-Type": "application/problem+json", ...headers },
  });
}
