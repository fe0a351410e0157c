import type { Approval } from "@/lib/contracts/reviews";
import { auditView } from "@/lib/services/audit-view";
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
  const approval = await ctx.engine.getApproval(ctx, input.id);
  await auditView(ctx, "approval", [approval.proposed, approval.target, approval.current]);
  return approval;
}
