import type { ReleasedQuarantine, ReleaseInput } from "@/lib/contracts/reviews";
import { requireWriter } from "@/lib/services/authorise/require-member";
import type { ServiceContext } from "@/lib/services/context";

/**
 * Lets a held version out, as what its origin makes of it and no more.
 * @throws EngineError `not_found`, `not_entitled`, `stale_revision`, `illegal_transition`
 */
export async function release({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: ReleaseInput & { id: string };
}): Promise<ReleasedQuarantine> {
  requireWriter(ctx);
  return ctx.engine.release(ctx, input.id, input);
}
