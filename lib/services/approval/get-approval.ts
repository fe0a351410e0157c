import type { Approval } from "@/lib/contracts/reviews";
import { requireMember } from "@/lib/services/authorise/require-member";
import type { ServiceContext } from "@/lib/services/context";

/** One approval with all that a decision needs. @throws EngineError `not_found` */
export async function getApproval({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { id: string };
}): Promise<Approval> {
  requireMember(ctx);
  return ctx.engine.getApproval(ctx, input.id);
}
