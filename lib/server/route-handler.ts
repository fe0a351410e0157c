import type { z } from "zod";
import {
  authenticateAdmin,
  authenticateAgent,
  type Caller,
  isAdminKey,
  readCredential,
} from "@/lib/server/authenticate";
import { authenticatePerson, hasSessionCookie } from "@/lib/server/authenticate-person";
import { actForPerson } from "@/lib/server/act-for-person";
import {
  type Answer,
  findAnswer,
  type KeyedRequest,
  nameRequest,
  readIdempotencyKey,
  runOnce,
} from "@/lib/server/idempotency";
import { parseInput, readQuery } from "@/lib/server/parse-input";
import { toServiceContext } from "@/lib/server/person-context";
import { HttpProblem, STANDING_HEADERS, toProblemParts, toProblemResponse } from "@/lib/server/problem";
import { consumeRate } from "@/lib/server/rate-limit";
import { readJsonBody } from "@/lib/server/read-body";
import { readRequestId } from "@/lib/server/request-id";
import { getRuntime, type Runtime } from "@/lib/server/runtime";
import type { ServiceContext } from "@/lib/services/context";

export type Method = "GET" | "POST" | "PUT" | "DELETE";
/** `review`: an agent's key, a session, or the admin key that acts for a named operator. */
export type RouteAuth = "agent" | "admin" | "agent_or_session" | "review" | "public";
type PathParams = Record<string, string>;

export interface RouteCall<Q, B> {
  ctx: ServiceContext;
  runtime: Runtime;
  params: PathParams;
  query: Q;
  body: B;
  /** Set when the caller sent an Idempotency-Key and the route keeps its answers under a tenant it makes itself. */
  keyed: KeyedRequest | null;
  idempotencyKey: string | null;
}

/** Everything there is to know of a route: it is served, described and tested from this. */
export interface RouteDefinition<Q extends z.ZodType, B extends z.ZodType> {
  method: Method;
  /** Below /api/v1, parameters in braces. */
  path: `/${string}`;
  operationId: string;
  summary: string;
  tag: string;
  auth: RouteAuth;
  /** What each path parameter must look like; anything else cannot exist and answers 404. */
  params?: Record<string, z.ZodType<string>>;
  query?: Q;
  body?: B;
  /** An absent body counts as `{}`. */
  bodyOptional?: boolean;
  maxBytes?: number;
  output: z.ZodType;
  /** The successful statuses and what each means. */
  statuses: Record<number, string>;
  /**
   * Under which tenant an administrator's Idempotency-Key is kept; an agent's is kept under its own. Null when the
   * tenant does not exist yet.
   */
  idempotencyTenant?: (call: {
    ctx: ServiceContext;
    params: PathParams;
    body: z.output<B>;
  }) => Promise<string | null>;
  /** The tenant of the key is made by this very call: the handler keeps the answer itself, in that transaction. */
  createsTenant?: boolean;
  handler: (call: RouteCall<z.output<Q>, z.output<B>>) => Promise<Answer>;
}

/** A route without its types: what the table holds. */
export interface Route {
  method: Method;
  path: string;
  operationId: string;
  summary: string;
  tag: string;
  auth: RouteAuth;
  params: Record<string, z.ZodType<string>>;
  query: z.ZodType | null;
  body: z.ZodType | null;
  bodyOptional: boolean;
  output: z.ZodType;
  statuses: Record<number, string>;
  handle(request: Request, params: PathParams): Promise<Response>;
}

const MAX_BODY_BYTES = 1_000_000;

/**
 * The one way to make a route of the API: request id, credential, rate, query, body, idempotency, handler, headers, in
 * this order. Takes and returns web `Request` and `Response` alone, so that any server can mount it.
 */
export function defineRoute<Q extends z.ZodType, B extends z.ZodType>(
  definition: RouteDefinition<Q, B>,
): Route {
  const { method, path, operationId, summary, tag, auth, output, statuses } = definition;
  return {
    method,
    path,
    operationId,
    summary,
    tag,
    auth,
    params: definition.params ?? {},
    query: definition.query ?? null,
    body: definition.body ?? null,
    bodyOptional: definition.bodyOptional ?? false,
    output,
    statuses,
    handle: (request, params) =>
      answerRequest(request, `${method} ${path}`, (requestId) =>
        serve(definition, request, params, requestId),
      ),
  };
}

/** Gives every answer, also a refusal, its request id, its headers and its line in the log. */
export async function answerRequest(
  request: Request,
  name: string,
  work: (requestId: string) => Promise<Response>,
): Promise<Response> {
  const requestId = readRequestId(request.headers);
  const started = performance.now();
  let response: Response;
  let failure: unknown = null;
  try {
    response = await work(requestId);
  } catch (error) {
    failure = error;
    response = toProblemResponse(error, requestId);
  }
  response.headers.set("X-Request-Id", requestId);
  for (const [header, value] of Object.entries(STANDING_HEADERS)) response.headers.set(header, value);
  const ms = Math.round((performance.now() - started) * 10) / 10;
  const { logger } = await getRuntime();
  if (failure !== null && toProblemParts(failure).unexpected) {
    logger.error({ err: failure, requestId, route: name, status: response.status, ms }, "request failed");
  } else {
    logger.info({ requestId, route: name, status: response.status, ms }, "request");
  }
  return response;
}

async function serve<Q extends z.ZodType, B extends z.ZodType>(
  route: RouteDefinition<Q, B>,
  request: Request,
  params: PathParams,
  requestId: string,
): Promise<Response> {
  const runtime = await getRuntime();
  const caller = await authenticate(runtime, route.auth, request, requestId);
  if (caller) await consumeRate(caller.rate.caller, caller.rate.perMinute);
  checkParams(route, params);
  const rawQuery = readQuery(new URL(request.url).searchParams);
  const query = parseQuery(route.query, rawQuery) as z.output<Q>;
  const body = (await readBody(route, request)) as z.output<B>;
  const known = caller?.principal ?? NOBODY;
  const acting = route.auth === "review" && known.actor.kind === "admin";
  const principal = acting
    ? await actForPerson(runtime, (route.method === "GET" ? query : body) ?? {})
    : known;
  const ctx = toServiceContext(runtime, principal, requestId);

  const key = route.method === "GET" ? null : readIdempotencyKey(request.headers);
  const call = { ctx, runtime, params, query, body, idempotencyKey: key };
  const { method } = route;
  const path = new URL(request.url).pathname;
  const keyedBy = (tenantId: string): KeyedRequest => ({
    tenantId,
    key: key ?? "",
    method,
    path,
    query: rawQuery,
    body,
  });

  if (key === null) return toResponse(await route.handler({ ...call, keyed: null }), false);
  const tenantId = route.idempotencyTenant
    ? await route.idempotencyTenant({ ctx, params, body })
    : ctx.principal.tenantId || null;
  if (route.createsTenant) {
    const again = async (tenant: string | null) =>
      tenant === null ? null : findAnswer(runtime, ctx, keyedBy(tenant));
    const first = await again(tenantId);
    if (first) return toResponse(first, true);
    try {
      return toResponse(await route.handler({ ...call, keyed: keyedBy("") }), false);
    } catch (error) {
      // Lost to another request: perhaps to this very one, sent twice at once.
      const winner = route.idempotencyTenant
        ? await again(await route.idempotencyTenant({ ctx, params, body }))
        : null;
      if (winner) return toResponse(winner, true);
      throw error;
    }
  }
  if (tenantId === null) return toResponse(await route.handler({ ...call, keyed: null }), false);
  const keyed = keyedBy(tenantId);
  const once = { ...ctx, once: nameRequest(runtime, ctx.principal, keyed) };
  const answer = await runOnce(runtime, ctx, keyed, () => route.handler({ ...call, ctx: once, keyed: null }));
  return toResponse(answer, answer.replayed);
}

/** Whoever asks for what is public. */
const NOBODY: Caller["principal"] = {
  tenantId: "",
  actor: { kind: "job", id: "nobody", name: null },
  via: "api",
  roles: [],
  scopes: [],
  purposes: [],
  sourceTypes: [],
  writeMode: "none",
  self: null,
  keyId: null,
};

async function authenticate(
  runtime: Runtime,
  auth: RouteAuth,
  request: Request,
  requestId: string,
): Promise<Caller | null> {
  if (auth === "public") return null;
  if (
    (auth === "agent_or_session" || auth === "review") &&
    !request.headers.has("authorization") &&
    hasSessionCookie(request.headers)
  ) {
    return authenticatePerson(runtime, request, requestId);
  }
  const key = readCredential(request.headers);
  const asAdmin = auth === "admin" || (auth === "review" && isAdminKey(runtime, key));
  return asAdmin ? authenticateAdmin(runtime, key) : authenticateAgent(runtime, key);
}

function checkParams(
  route: { params?: Record<string, z.ZodType<string>>; tag: string },
  params: PathParams,
): void {
  for (const [name, schema] of Object.entries(route.params ?? {})) {
    if (!schema.safeParse(params[name]).success) throw new HttpProblem("not_found", `No such ${route.tag}.`);
  }
}

function parseQuery(schema: z.ZodType | undefined, query: Record<string, string>): unknown {
  if (schema) return parseInput(schema, query, "query");
  const unknown = Object.keys(query);
  if (unknown.length === 0) return undefined;
  throw new HttpProblem("invalid_request", `Unknown query parameters: ${unknown.join(", ").slice(0, 200)}.`, {
    fields: unknown.slice(0, 50).map((path) => ({ path: path.slice(0, 200), message: "unknown parameter" })),
  });
}

async function readBody(
  route: { method: Method; body?: z.ZodType; bodyOptional?: boolean; maxBytes?: number },
  request: Request,
): Promise<unknown> {
  if (!route.body) return undefined;
  const raw = await readJsonBody(request, route.maxBytes ?? MAX_BODY_BYTES, route.bodyOptional ?? false);
  return parseInput(route.body, raw, "body");
}

function toResponse({ status, body }: Answer, replayed: boolean): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { "Content-Type": "application/json", ...(replayed && { "Idempotent-Replayed": "true" }) },
  });
}
