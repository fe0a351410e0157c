import "server-only";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { getServerSession } from "next-auth";
import { cache } from "react";
import { isOperator } from "@/lib/engine/model/principal";
import { getAuthOptions, sessionClaims, withClaims } from "@/lib/server/auth-options";
import { asPersonConcerned, findPersonContext, type Person } from "@/lib/server/person-context";
import { readRequestId } from "@/lib/server/request-id";
import { getRuntime } from "@/lib/server/runtime";
import type { ServiceContext } from "@/lib/services/context";

export type PageArea = "me" | "console" | "any";
export interface PageContext {
  ctx: ServiceContext;
  person: Person;
}

/** Who is looking at this page, or null. Read from the database once for each request, never from the cookie alone. */
export const findPage = cache(async (): Promise<PageContext | null> => {
  // First of all wait for a request: while a build tries pages out there is none, and nothing may be opened.
  const requestHeaders = await headers();
  const [runtime, options] = await Promise.all([getRuntime(), getAuthOptions()]);
  const session: unknown = await getServerSession(withClaims(options));
  const claims = sessionClaims.safeParse((session as { claims?: unknown } | null)?.claims);
  if (!claims.success) return null;
  return findPersonContext(runtime, claims.data, readRequestId(requestHeaders));
});

export function mayEnter(area: PageArea, page: PageContext): boolean {
  if (area === "console") return isOperator(page.ctx.principal);
  return true;
}

/** What an area works with: in `/me` a role counts for nothing. */
export function toArea(area: PageArea, page: PageContext): PageContext {
  return area === "me" ? { ...page, ctx: asPersonConcerned(page.ctx) } : page;
}

/**
 * The person a page is for. Without one the browser is sent to sign in and back; without the right, to /forbidden.
 * Services check again what the person may do.
 */
export async function requirePage(area: PageArea): Promise<PageContext> {
  const page = await findPage();
  if (!page) {
    const path = (await headers()).get("x-keepsake-path");
    redirect(path && path !== "/" ? `/sign-in?callbackUrl=${encodeURIComponent(path)}` : "/sign-in");
  }
  if (!mayEnter(area, page)) redirect("/forbidden");
  return toArea(area, page);
}
