import { type NextRequest, NextResponse } from "next/server";
import { HttpProblem, STANDING_HEADERS, toProblemResponse } from "@/lib/server/problem";
import { readRequestId } from "@/lib/server/request-id";
import { readEnvironment } from "@/lib/platform/env";

/**
 * Headers for pages, and a refusal for API paths that cannot be decoded, nothing else: who may see a page is decided by the page, its actions and the services behind them.
 * Every script of ours carries this request's nonce; an injected one does not.
 */
export function proxy(request: NextRequest): Response {
  const { pathname } = request.nextUrl;
  if (pathname.startsWith("/api/")) return isDecodable(pathname) ? NextResponse.next() : refusePath(request);
  const nonce = Buffer.from(crypto.randomUUID()).toString("base64");
  const policy = contentSecurityPolicy(nonce, readEnvironment().NODE_ENV === "development");
  const headers = new Headers(request.headers);
  // It has told routers to skip this file before.
  headers.delete("x-middleware-subrequest");
  headers.set("x-nonce", nonce);
  headers.set("x-keepsake-path", request.nextUrl.pathname + request.nextUrl.search);
  headers.set("Content-Security-Policy", policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("Content-Security-Policy", policy);
  response.headers.set("X-Content-Type-Options", "nosniff");
  response.headers.set("Referrer-Policy", "same-origin");
  response.headers.set("X-Frame-Options", "DENY");
  response.headers.set("Permissions-Policy", "camera=(), microphone=(), geolocation=()");
  return response;
}

function isDecodable(pathname: string): boolean {
  try {
    decodeURIComponent(pathname);
    return true;
  } catch {
    return false;
  }
}

/** The router itself would answer such a path with a bare failure, before any route of ours. */
function refusePath(request: NextRequest): Response {
  const requestId = readRequestId(request.headers);
  const problem = new HttpProblem(
    "invalid_request",
    "The path holds a percent sign that begins no valid escape.",
  );
  const response = toProblemResponse(problem, requestId);
  response.headers.set("X-Request-Id", requestId);
  for (const [header, value] of Object.entries(STANDING_HEADERS)) response.headers.set(header, value);
  return response;
}

function contentSecurityPolicy(nonce: string, development: boolean): string {
  return [
    "default-src 'self'",
    // React rebuilds stack traces with eval, in development alone.
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${development ? " 'unsafe-eval'" : ""}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self'${development ? " ws:" : ""}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

export const config = {
  // The API has headers of its own, and files need none. Of the API, only paths with an escape in them come here.
  matcher: ["/((?!api/|_next/static|_next/image|icon.svg).*)", "/api/(.*%.*)"],
};
