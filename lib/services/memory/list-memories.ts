import type { Page } from "@/lib/contracts/common";
import type { ListMemoriesQuery, Memory } from "@/lib/contracts/memories";
import { isOperator } from "@/lib/engine/model/principal";
import { requireMember } from "@/lib/services/authorise/require-member";
import { requireScope } from "@/lib/services/authorise/require-scope";
import type { ServiceContext } from "@/lib/services/context";

/** @throws EngineError `scope_not_allowed` when an agent narrows to a scope its key does not hold */
export async function listMemories({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: ListMemoriesQuery;
}): Promise<Page<Memory>> {
  requireMember(ctx);
  // A person may ask for any scope: what is shown is what concerns them.
  if (input.scope && ctx.principal.self === null && !isOperator(ctx.principal))
    requireScope(ctx, input.scope);
  return ctx.engine.listMemories(ctx, input);
}
