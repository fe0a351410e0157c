import { setTimeout } from "node:timers/promises";
import type { Principal } from "@/lib/engine/model/principal";
import { EngineError } from "@/lib/engine/errors";
import { canonicalJson } from "@/lib/platform/hashing";
import { type ReviewKind, renderAnswer, stripAnswer } from "@/lib/server/answers";
import { HttpProblem } from "@/lib/server/problem";
import type { Runtime } from "@/lib/server/runtime";
import type { ServiceContext } from "@/lib/services/context";
import type { Tx } from "@/lib/store/client";
import {
  claimIdempotencyKey,
  completeIdempotencyKey,
  findIdempotencyKey,
  type IdempotencyId,
  type IdempotencyRow,
  releaseIdempotencyKey,
  renewClaim,
  releaseStaleClaim,
} from "@/lib/store/principals/idempotency-keys";

export interface Answer {
  status: number;
  body: unknown;
}

/** One request under an idempotency key. */
export interface KeyedRequest {
  tenantId: string;
  /** As the client sent it; only its keyed digest is stored. */
  key: string;
  method: string;
  path: string;
  query: unknown;
  body: unknown;
}

/**
 * Where several processes share a database a claim is renewed this often while its request runs, and one that was not for
 * so long has lost its holder. Should a holder only have been held up, the effect itself is still known by its request.
 */
const CLAIM_TIMES = { renewMs: 4_000, staleMs: 20_000 };
/** A request that was sent again at once waits this long for the first one's answer before it is told to come back. */
const PATIENCE_MS = 10_000;
const FIRST_PAUSE_MS = 20;
const MAX_KEY_LENGTH = 255;

/** @throws HttpProblem 400 when the header is there and unusable */
export function readIdempotencyKey(headers: Headers): string | null {
  const key = headers.get("idempotency-key");
  if (key === null) return null;
  if (key.length >= 1 && key.length <= MAX_KEY_LENGTH) return key;
  throw new HttpProblem("invalid_request", `Idempotency-Key must have 1 to ${MAX_KEY_LENGTH} characters.`, {
    fields: [{ path: "Idempotency-Key", message: `1 to ${MAX_KEY_LENGTH} characters` }],
  });
}

function identify(
  runtime: Runtime,
  principal: Principal,
  request: KeyedRequest,
): IdempotencyId & { requestHash: string } {
  const digest = (...parts: string[]) =>
    runtime.keys.tenant.digest(request.tenantId, "idempotency", ...parts);
  const { method, path, query, body } = request;
  return {
    tenantId: request.tenantId,
    keyDigest: digest("key", principal.actor.kind, principal.actor.id, request.key),
    requestHash: digest("request", canonicalJson({ method, path, query, body })),
  };
}

/**
 * What the engine knows the request by. The claim below keeps two from running at once and answers whoever comes later;
 * this stands in the transaction of the effect itself, so that a process that dies between the two leaves no second one.
 */
export function nameRequest(runtime: Runtime, principal: Principal, request: KeyedRequest): string {
  const { keyDigest, requestHash } = identify(runtime, principal, request);
  return `${keyDigest}/${requestHash}`;
}

/**
 * Runs a request once for its key: whoever comes later gets the first answer, waiting a while for it as long as it runs.
 * A failure gives the key back: nothing happened that a retry could repeat.
 * @throws EngineError `idempotency_mismatch`; HttpProblem 409 `idempotency_in_flight` with Retry-After
 */
export async function runOnce(
  runtime: Runtime,
  ctx: ServiceContext,
  request: KeyedRequest,
  work: () => Promise<Answer>,
  times = CLAIM_TIMES,
): Promise<Answer & { replayed: boolean }> {
  const { requestHash, ...id } = identify(runtime, ctx.principal, request);
  const inTenant = <T>(step: (tx: Tx) => Promise<T>) => runtime.database.withTenant(request.tenantId, step);
  const at = runtime.clock.now();
  const claim = (tx: Tx) => claimIdempotencyKey(tx, id, { requestHash, at });

  for (let waited = 0, pause = FIRST_PAUSE_MS; !(await inTenant(claim)); pause = Math.min(pause * 2, 500)) {
    const row = await inTenant((tx) => findIdempotencyKey(tx, id));
    if (row?.state === "done") return replay(ctx, runtime, request, requestHash, row);
    if (row && row.requestHash !== requestHash) throw mismatch();
    // One process owns an embedded database: what an earlier one left running, nobody runs.
    const stale =
      runtime.database.kind === "embedded"
        ? runtime.startedAt
        : new Date(runtime.clock.now().getTime() - times.staleMs);
    if (row === null || (await inTenant((tx) => releaseStaleClaim(tx, id, stale)))) continue;
    if (waited >= PATIENCE_MS) {
      throw new HttpProblem(
        "idempotency_in_flight",
        "A request with this Idempotency-Key is still running.",
        {
          headers: { "Retry-After": "1" },
        },
      );
    }
    await setTimeout(pause);
    waited += pause;
  }
  let answer: Answer;
  const renewing = setInterval(() => {
    // A renewal that fails is made up for by the next.
    inTenant((tx) => renewClaim(tx, id, runtime.clock.now())).catch(() => {});
  }, times.renewMs);
  try {
    answer = await work();
  } catch (error) {
    await inTenant((tx) => releaseIdempotencyKey(tx, id));
    throw error;
  } finally {
    clearInterval(renewing);
  }
  // From here on the effect stands: should keeping the answer fail, the claim stays and a retry waits instead of repeating.
  const kept = await strip(ctx, runtime, request, answer);
  await inTenant((tx) => completeIdempotencyKey(tx, id, kept));
  return { ...answer, replayed: false };
}

/** Keeps an answer in a transaction that somebody else runs: for what creates the very tenant the key belongs to. */
export async function keepAnswer(
  tx: Tx,
  runtime: Runtime,
  ctx: ServiceContext,
  request: KeyedRequest,
  answer: Answer,
): Promise<void> {
  const { requestHash, ...id } = identify(runtime, ctx.principal, request);
  await claimIdempotencyKey(tx, id, { requestHash, at: runtime.clock.now() });
  await completeIdempotencyKey(tx, id, await strip(ctx, runtime, request, answer));
}

/** The first answer under this key, or null when there is none. @throws EngineError `idempotency_mismatch` */
export async function findAnswer(
  runtime: Runtime,
  ctx: ServiceContext,
  request: KeyedRequest,
): Promise<Answer | null> {
  const { requestHash, ...id } = identify(runtime, ctx.principal, request);
  const row = await runtime.database.withTenant(request.tenantId, (tx) => findIdempotencyKey(tx, id));
  return row?.state === "done" ? replay(ctx, runtime, request, requestHash, row) : null;
}

const mismatch = () =>
  new EngineError(
    "idempotency_mismatch",
    "This Idempotency-Key was used for another request; choose a new one.",
  );

const loadReview = (ctx: ServiceContext, kind: ReviewKind, id: string): Promise<object> => {
  switch (kind) {
    case "approval":
      return ctx.engine.getApproval(ctx, id);
    case "quarantine":
      return ctx.engine.getQuarantined(ctx, id);
    case "conflict":
      return ctx.engine.getConflict(ctx, id);
  }
};

async function strip(
  ctx: ServiceContext,
  runtime: Runtime,
  request: KeyedRequest,
  { status, body }: Answer,
): Promise<{ status: number; answer: unknown }> {
  const seal = (text: string) => runtime.keys.seal(request.key, text);
  return { status, answer: await stripAnswer(body, seal, (id) => ctx.engine.getMemory(ctx, id)) };
}

async function replay(
  ctx: ServiceContext,
  runtime: Runtime,
  request: KeyedRequest,
  requestHash: string,
  row: IdempotencyRow,
): Promise<Answer & { replayed: true }> {
  if (row.requestHash !== requestHash) throw mismatch();
  const open = (sealed: string) => runtime.keys.open(request.key, sealed);
  const body = await renderAnswer(row.answer, open, {
    memory: (id) => ctx.engine.getMemory(ctx, id),
    review: (kind, id) => loadReview(ctx, kind, id),
  });
  return { status: row.status ?? 200, body, replayed: true };
}
