import { buildOpenApi } from "@/lib/server/openapi";
import { HttpProblem } from "@/lib/server/problem";
import { answerRequest, type Route } from "@/lib/server/route-handler";
import { ROUTES } from "@/lib/server/route-table";

export const API_PREFIX = "/api/v1";
export const OPENAPI_PATH = "/openapi.json";

interface Pattern {
  path: string;
  segments: string[];
  routes: Route[];
}

const patterns: Pattern[] = [...new Set(ROUTES.map((route) => route.path))].map((path) => ({
  path,
  segments: path.split("/"),
  routes: ROUTES.filter((route) => route.path === path),
}));

/** The pattern a path fits, a fixed segment before a parameter; parameters are decoded. */
function findPattern(path: string): { pattern: Pattern; params: Record<string, string> } | null {
  const segments = path.split("/");
  let best: { pattern: Pattern; params: Record<string, string> } | null = null;
  for (const pattern of patterns) {
    if (pattern.segments.length !== segments.length) continue;
    const params: Record<string, string> = {};
    const fits = pattern.segments.every((expected, index) => {
      const actual = segments[index] ?? "";
      const name = /^\{(\w+)\}$/.exec(expected)?.[1];
      if (!name) return expected === actual;
      try {
        params[name] = decodeURIComponent(actual);
      } catch {
        return false;
      }
      return actual !== "";
    });
    if (fits && (best === null || Object.keys(params).length < Object.keys(best.params).length)) {
      best = { pattern, params };
    }
  }
  return best;
}

let openApi: string | null = null;

/** Answers any request below /api/v1, also one for a path or a method that does not exist. */
export async function dispatch(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  const path = pathname.slice(API_PREFIX.length);
  if (path === OPENAPI_PATH && request.method === "GET") {
    return answerRequest(request, "GET /openapi.json", async () => {
      openApi ??= JSON.stringify(buildOpenApi(ROUTES));
      return new Response(openApi, { headers: { "Content-Type": "application/json" } });
    });
  }
  const found = findPattern(path);
  const route = found?.pattern.routes.find(({ method }) => method === request.method);
  if (found && route) return route.handle(request, found.params);
  return answerRequest(request, "none", async () => {
    const allowed = path === OPENAPI_PATH ? ["GET"] : found?.pattern.routes.map(({ method }) => method);
    if (!allowed)
      throw new HttpProblem("not_found", "There is nothing at this path; see /api/v1/openapi.json.");
    throw new HttpProblem("method_not_allowed", `This path answers ${allowed.join(", ")}.`, {
      headers: { Allow: allowed.join(", ") },
    });
  });
}

type Handler = (request: Request) => Promise<Response>;

/**
 * The handlers of one path for Next: every method, so that a wrong one gets our own answer.
 * @throws Error at load when the table has no such path
 */
export function mountRoute(path: string): Record<"GET" | "POST" | "PUT" | "PATCH" | "DELETE", Handler> {
  if (path !== OPENAPI_PATH && path !== "*" && !patterns.some((pattern) => pattern.path === path)) {
    throw new Error(`the route table has no ${path}`);
  }
  return { GET: dispatch, POST: dispatch, PUT: dispatch, PATCH: dispatch, DELETE: dispatch };
}
