import type { Alias, ListAliasesQuery } from "@/lib/contracts/naming";
import { requireMember } from "@/lib/services/authorise/require-member";
import type { ServiceContext } from "@/lib/services/context";

/** Names that stand for somebody or something, as far as the caller may see whom. */
export async function listAliases({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: ListAliasesQuery;
}): Promise<{ items: Alias[] }> {
  requireMember(ctx);
  return ctx.engine.listAliases(ctx, input);
}
