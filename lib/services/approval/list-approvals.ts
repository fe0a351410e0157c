import type { Page } from "@/lib/contracts/common";
import type { Approval, ListApprovalsQuery } from "@/lib/contracts/reviews";
import { requireMember } from "@/lib/services/authorise/require-member";
import type { ServiceContext } from "@/lib/services/context";

/**
 * What waits for a person, and what was decided: a person's own, a key's scopes, an operator's whole tenant.
 */
export async function listApprovals({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: ListApprovalsQuery;
}): Promise<Page<Approval>> {
  requireMember(ctx);
  return ctx.engine.listApprovals(ctx, input);
}
