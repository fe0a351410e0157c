import { decode } from "next-auth/jwt";
import { sessionClaims } from "@/lib/server/auth-options";
import type { Caller } from "@/lib/server/authenticate";
import { isOwnOrigin } from "@/lib/server/own-origin";
import { findPersonContext } from "@/lib/server/person-context";
import { HttpProblem } from "@/lib/server/problem";
import type { Runtime } from "@/lib/server/runtime";

const COOKIE_NAMES = ["__Secure-next-auth.session-token", "next-auth.session-token"];
const RATE_PER_MINUTE = 600;

function readSessionCookie(headers: Headers): string | null {
  const cookies = (headers.get("cookie") ?? "").split(";").map((part) => part.trim());
  for (const name of COOKIE_NAMES) {
    const found = cookies.find((cookie) => cookie.startsWith(`${name}=`));
    if (found) return found.slice(name.length + 1);
  }
  return null;
}

export function hasSessionCookie(headers: Headers): boolean {
  return readSessionCookie(headers) !== null;
}

/**
 * The person whose browser sends this. A cookie travels with requests that other sites make too, so what changes
 * something must come from a page of ours.
 * @throws HttpProblem 401, 403
 */
export async function authenticatePerson(
  runtime: Runtime,
  request: Request,
  requestId: string,
): Promise<Caller> {
  const site = request.headers.get("sec-fetch-site");
  const foreign = site === "cross-site" || site === "same-site";
  if (foreign || (request.method !== "GET" && !isOwnOrigin(request.headers))) {
    throw new HttpProblem("forbidden", "This request does not come from a page of this server.");
  }
  const token = readSessionCookie(request.headers);
  const decoded = token
    ? await decode({ token, secret: runtime.secrets.sessionSecret }).catch(() => null)
    : null;
  const claims = sessionClaims.safeParse(decoded);
  const found = claims.success ? await findPersonContext(runtime, claims.data, requestId) : null;
  if (!found) {
    throw new HttpProblem("unauthorized", "The session has ended; sign in again.", {
      headers: { "WWW-Authenticate": 'Bearer realm="keepsake"' },
    });
  }
  const { principal } = found.ctx;
  return { principal, rate: { caller: principal.actor.id, perMinute: RATE_PER_MINUTE } };
}
