import type { DecidedApproval, RejectInput } from "@/lib/contracts/reviews";
import { requireWriter } from "@/lib/services/authorise/require-member";
import type { ServiceContext } from "@/lib/services/context";

/**
 * Decides against it; the record stays.
 * @throws EngineError `not_found`, `not_entitled`, `stale_revision`
 */
export async function reject({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: RejectInput & { id: string };
}): Promise<DecidedApproval> {
  requireWriter(ctx);
  return ctx.engine.reject(ctx, input.id, input);
}
