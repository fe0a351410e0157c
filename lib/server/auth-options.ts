import type { NextAuthOptions } from "next-auth";
import type { JWT } from "next-auth/jwt";
import CredentialsProvider from "next-auth/providers/credentials";
import { z } from "zod";
import { getRuntime, type Runtime } from "@/lib/server/runtime";
import { signIn } from "@/lib/server/sign-in";

/** What a session cookie says: who signed in and when sessions were last ended. Rights are read anew each time. */
export const sessionClaims = z.object({ sub: z.string(), tenantId: z.string(), epoch: z.number().int() });
export type SessionClaims = z.infer<typeof sessionClaims>;

const SESSION_S = 12 * 3_600;

const credentials = z.object({
  email: z.string().min(3).max(254),
  password: z.string().min(1).max(200),
  tenant: z.string().max(64).optional(),
});

/** `choose_tenant:slug=name,…`, each part URI-encoded: the sign-in page reads it. */
function toChoice(tenants: { slug: string; name: string }[]): string {
  return `choose_tenant:${tenants.map(({ slug, name }) => `${encodeURIComponent(slug)}=${encodeURIComponent(name)}`).join(",")}`;
}

/** Only a path of this very site: anything else leads to the start page. */
export function toOwnUrl(url: string, baseUrl: string): string {
  try {
    const target = new URL(url, baseUrl);
    return target.origin === new URL(baseUrl).origin ? target.toString() : baseUrl;
  } catch {
    return baseUrl;
  }
}

function buildOptions(runtime: Runtime): NextAuthOptions {
  return {
    secret: runtime.secrets.sessionSecret,
    session: { strategy: "jwt", maxAge: SESSION_S },
    pages: { signIn: "/sign-in", error: "/sign-in" },
    providers: [
      CredentialsProvider({
        credentials: { email: { type: "email" }, password: { type: "password" }, tenant: { type: "text" } },
        async authorize(input) {
          const parsed = credentials.safeParse(input);
          if (!parsed.success) return null;
          const { tenant, ...rest } = parsed.data;
          const result = await signIn(runtime, { ...rest, ...(tenant && { tenant }) });
          if (result.outcome === "rate_limited") throw new Error("rate_limited");
          if (result.outcome === "choose_tenant") throw new Error(toChoice(result.tenants));
          if (result.outcome === "refused") return null;
          const { person } = result;
          return { id: person.userId, tenantId: person.tenantId, epoch: person.sessionEpoch };
        },
      }),
    ],
    callbacks: {
      jwt({ token, user }): JWT {
        if (!user) return token;
        const { id, tenantId, epoch } = z
          .object({ id: z.string(), tenantId: z.string(), epoch: z.number().int() })
          .parse(user);
        return { sub: id, tenantId, epoch };
      },
      // What /api/auth/session tells the browser: that it is signed in, and until when; the server reads the claims itself.
      session: ({ session }) => ({ expires: session.expires, user: {} }),
      redirect: ({ url, baseUrl }) => toOwnUrl(url, baseUrl),
    },
    logger: {
      error: (code) => runtime.logger.warn({ code }, "the sign-in library reports an error"),
      warn: () => {},
      debug: () => {},
    },
  };
}

/** The same options for use inside this process, where a session also holds the cookie's claims. */
export function withClaims(options: NextAuthOptions): NextAuthOptions {
  return {
    ...options,
    callbacks: {
      ...options.callbacks,
      session: ({ session, token }) => ({ expires: session.expires, user: {}, claims: token }),
    },
  };
}

const built = new WeakMap<Runtime, NextAuthOptions>();

export async function getAuthOptions(): Promise<NextAuthOptions> {
  const runtime = await getRuntime();
  let options = built.get(runtime);
  if (!options) {
    options = buildOptions(runtime);
    built.set(runtime, options);
  }
  return options;
}
