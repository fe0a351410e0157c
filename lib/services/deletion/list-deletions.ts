import type { Page } from "@/lib/contracts/common";
import type { Deletion } from "@/lib/contracts/deletions";
import { requireMember } from "@/lib/services/authorise/require-member";
import type { ServiceContext } from "@/lib/services/context";
import { dropUnstorable } from "@/lib/services/drop-unstorable";

/** Newest first: a person's own, an operator's whole tenant. */
export async function listDeletions({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { cursor?: string; limit?: number };
}): Promise<Page<Deletion>> {
  requireMember(ctx);
  return ctx.engine.listDeletions(ctx, { ...dropUnstorable(input), limit: input.limit ?? 50 });
}
