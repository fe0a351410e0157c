import NextAuth from "next-auth";
import { getAuthOptions } from "@/lib/server/auth-options";

// The sign-in library's own handler: it carries its CSRF token, and needs Next's own request.
async function handler(
  request: Request,
  context: { params: Promise<{ nextauth: string[] }> },
): Promise<Response> {
  const handle: unknown = NextAuth(await getAuthOptions());
  return (handle as (request: Request, context: unknown) => Promise<Response>)(request, context);
}

export { handler as GET, handler as POST };
