import type { Page } from "@/lib/contracts/common";
import type { Conflict, ListConflictsQuery } from "@/lib/contracts/reviews";
import { requireMember } from "@/lib/services/authorise/require-member";
import type { ServiceContext } from "@/lib/services/context";

/** What disagrees, or did, newest first. */
export async function listConflicts({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: ListConflictsQuery;
}): Promise<Page<Conflict>> {
  requireMember(ctx);
  return ctx.engine.listConflicts(ctx, input);
}
