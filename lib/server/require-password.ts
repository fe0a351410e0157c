import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { EngineError } from "@/lib/engine/errors";
import { verifyPassword } from "@/lib/platform/hashing";
import type { ServiceContext } from "@/lib/services/context";
import { requireSelf } from "@/lib/services/authorise/require-self";
import { findPerson } from "@/lib/store/principals/users";

/** As many as at the front door: whoever sits down at somebody else's open page may not guess at leisure. */
const limiter = new RateLimiterMemory({ points: 10, duration: 900, keyPrefix: "again" });

const refuse = (message: string) =>
  new EngineError("not_entitled", message, { fields: [{ path: "password", message }] });

/**
 * The signed-in person says once more who they are, before what cannot be undone. Who signs in elsewhere has no password
 * here, and is asked for none.
 * @throws EngineError `not_entitled`, with the field `password`
 */
export async function requirePassword(ctx: ServiceContext, password: string): Promise<void> {
  requireSelf(ctx);
  const { tenantId, actor } = ctx.principal;
  const person = await ctx.database.withTenant(tenantId, (tx) =>
    findPerson(tx, { tenantId, userId: actor.id }),
  );
  if (!person) throw refuse("no such person");
  if (person.passwordHash === null) return;
  const key = `${tenantId}/${actor.id}`;
  try {
    await limiter.consume(key);
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) throw refuse("too many attempts");
    throw refusal;
  }
  if (!(await verifyPassword(password, person.passwordHash))) throw refuse("the password is not right");
  await limiter.delete(key);
}
