import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { hashPassword, verifyPassword } from "@/lib/platform/hashing";
import type { Runtime } from "@/lib/server/runtime";
import { findPerson, findSignIns, type PersonRow } from "@/lib/store/principals/users";

/** Ten wrong passwords for one e-mail address in a quarter of an hour; right ones do not count. */
const ATTEMPTS = 10;
const WINDOW_S = 900;
/** More accounts than this under one address and password are not looked at: each costs a slow hash. */
const MOST_TENANTS = 8;
const limiter = new RateLimiterMemory({ points: ATTEMPTS, duration: WINDOW_S, keyPrefix: "sign-in" });

export type SignInResult =
  | { outcome: "signed_in"; person: PersonRow }
  | { outcome: "choose_tenant"; tenants: { slug: string; name: string }[] }
  | { outcome: "refused" }
  | { outcome: "rate_limited" };

let decoy: Promise<string> | null = null;

/**
 * Who this is, by e-mail and password. An unknown address costs the same slow hash as a wrong password, so that time
 * does not tell which addresses exist; the organisations of an address are named only to who knows its password.
 */
export async function signIn(
  runtime: Runtime,
  input: { email: string; password: string; tenant?: string },
): Promise<SignInResult> {
  const digest = runtime.keys.digestEmail(input.email);
  try {
    await limiter.consume(digest);
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return { outcome: "rate_limited" };
    throw refusal;
  }
  const known = await runtime.database.withoutTenant((tx) => findSignIns(tx, digest));
  const people: PersonRow[] = [];
  for (const key of known.slice(0, MOST_TENANTS)) {
    const person = await runtime.database.withTenant(key.tenantId, (tx) => findPerson(tx, key));
    if (!person || person.disabledAt || (input.tenant && person.tenant.slug !== input.tenant)) continue;
    if (person.tenant.isDemo && !runtime.demo) continue;
    people.push(person);
  }
  decoy ??= hashPassword("nobody has this password");
  const stored = people.length === 0 ? [await decoy] : people.map((person) => person.passwordHash);
  const matches = await Promise.all(
    stored.map(async (hash) => hash !== null && verifyPassword(input.password, hash)),
  );
  const entitled = people.filter((_, index) => matches[index]);
  const [person, second] = entitled;
  if (!person) return { outcome: "refused" };
  await limiter.delete(digest);
  if (second) {
    return {
      outcome: "choose_tenant",
      tenants: entitled.map(({ tenant }) => ({ slug: tenant.slug, name: tenant.name })),
    };
  }
  return { outcome: "signed_in", person };
}
