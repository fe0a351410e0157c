import type { AmendInput, AmendVerb, Decision } from "@/lib/contracts/memories";
import { requireWriter } from "@/lib/services/authorise/require-member";
import { requireSteward } from "@/lib/services/authorise/require-steward";
import type { ServiceContext } from "@/lib/services/context";

/**
 * Confirm, correct, retract, revoke, expire or restore one version.
 * @throws EngineError `not_found`, `not_entitled`, `stale_revision`, `illegal_transition`
 */
export async function amendMemory({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: AmendInput & { verb: AmendVerb; id: string };
}): Promise<Decision> {
  requireWriter(ctx);
  const { verb, id, ...change } = input;
  // Only an operator sees what is not their own to change.
  if (ctx.principal.roles.length > 0) {
    requireSteward(ctx, await ctx.engine.getMemory(ctx, id), "reviewer", "privacy_officer", "admin");
  }
  return ctx.engine.amend(ctx, verb, id, change);
}
