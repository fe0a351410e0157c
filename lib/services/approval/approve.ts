import type { ApproveInput, DecidedApproval } from "@/lib/contracts/reviews";
import { requireWriter } from "@/lib/services/authorise/require-member";
import type { ServiceContext } from "@/lib/services/context";

/**
 * Approves what waits; of the highest class this is the first or the second of two.
 * @throws EngineError `not_found`, `not_entitled`, `stale_revision`, `illegal_transition`
 */
export async function approve({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: ApproveInput & { id: string };
}): Promise<DecidedApproval> {
  requireWriter(ctx);
  return ctx.engine.approve(ctx, input.id, input);
}
