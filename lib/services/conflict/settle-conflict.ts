import type { ResolveConflictInput, ResolvedConflict } from "@/lib/contracts/reviews";
import { requireWriter } from "@/lib/services/authorise/require-member";
import type { ServiceContext } from "@/lib/services/context";

/**
 * The person concerned, or a reviewer, decides which side stands.
 * @throws EngineError `not_found`, `not_entitled`, `stale_revision`, `illegal_transition`
 */
export async function settleConflict({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: ResolveConflictInput & { id: string };
}): Promise<ResolvedConflict> {
  requireWriter(ctx);
  return ctx.engine.settleConflict(ctx, input.id, input);
}
