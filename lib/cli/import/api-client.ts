import { setTimeout as sleep } from "node:timers/promises";

const MOST_TRIES = 8;
/** What is worth another try with the same request: the server is busy, starting, or the line broke. */
const PASSING = new Set([409, 429, 502, 503, 504]);

export class ApiError extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.name = "ApiError";
    this.status = status;
    this.code = code;
  }
}

export interface ApiClient {
  /** @throws ApiError with the server's code; the last trouble when the server cannot be reached */
  post(path: string, body: unknown, idempotencyKey?: string): Promise<unknown>;
}

/** The public interface of a running server, by a key. Repeats what only failed for the moment. */
export function createApiClient(url: string, key: string): ApiClient {
  const base = `${url.replace(/\/+$/, "")}/api/v1`;
  return {
    async post(path, body, idempotencyKey) {
      for (let attempt = 1; ; attempt++) {
        const answer = await send(`${base}${path}`, key, body, idempotencyKey);
        if (answer.ok) return answer.body;
        if (!answer.passing || attempt === MOST_TRIES) throw answer.error;
        await sleep(answer.waitMs ?? Math.min(30_000, 250 * 2 ** attempt));
      }
    },
  };
}

type Answer =
  | { ok: true; body: unknown }
  | { ok: false; error: Error; passing: boolean; waitMs: number | null };

async function send(address: string, key: string, body: unknown, idempotencyKey?: string): Promise<Answer> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(address, {
      method: "POST",
      headers: {
        Authorization: `Bearer ${key}`,
        "Content-Type": "application/json",
        ...(idempotencyKey && { "Idempotency-Key": idempotencyKey }),
      },
      body: JSON.stringify(body),
    });
    text = await response.text();
  } catch (error) {
    const cause =
      error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
    return {
      ok: false,
      error: new Error(`No answer from ${address}: ${cause}`),
      passing: true,
      waitMs: null,
    };
  }
  const parsed = parse(text);
  if (response.ok) return { ok: true, body: parsed };
  const problem = typeof parsed === "object" && parsed !== null ? (parsed as Record<string, unknown>) : {};
  const code = typeof problem.code === "string" ? problem.code : "unexpected";
  const detail = typeof problem.detail === "string" ? problem.detail : text.slice(0, 300);
  const after = Number(response.headers.get("retry-after"));
  return {
    ok: false,
    error: new ApiError(response.status, code, `${response.status} ${code}: ${detail}`),
    passing: PASSING.has(response.status) && (response.status !== 409 || code === "idempotency_in_flight"),
    waitMs: after > 0 ? after * 1_000 : null,
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
