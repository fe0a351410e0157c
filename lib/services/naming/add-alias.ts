import type { AddAliasInput, AddedAlias } from "@/lib/contracts/naming";
import { requireWriter } from "@/lib/services/authorise/require-member";
import type { ServiceContext } from "@/lib/services/context";

/** Gives something one more name. @throws EngineError `not_entitled`, `scope_not_allowed`, `already_exists`, `meaningless` */
export async function addAlias({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: AddAliasInput;
}): Promise<AddedAlias> {
  requireWriter(ctx);
  return ctx.engine.addAlias(ctx, input);
}
