import type { Page } from "@/lib/contracts/common";
import type { ListQuarantineQuery, Quarantined } from "@/lib/contracts/reviews";
import { requireMember } from "@/lib/services/authorise/require-member";
import type { ServiceContext } from "@/lib/services/context";

/** What is or was held for safety, newest first. */
export async function listQuarantine({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: ListQuarantineQuery;
}): Promise<Page<Quarantined>> {
  requireMember(ctx);
  return ctx.engine.listQuarantine(ctx, input);
}
