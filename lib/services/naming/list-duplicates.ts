import type { DuplicateList, ListDuplicatesQuery } from "@/lib/contracts/naming";
import { requireMember } from "@/lib/services/authorise/require-member";
import type { ServiceContext } from "@/lib/services/context";

/** Pairs of memories that may say the same. */
export async function listDuplicates({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: ListDuplicatesQuery;
}): Promise<DuplicateList> {
  requireMember(ctx);
  return ctx.engine.listDuplicates(ctx, input);
}
