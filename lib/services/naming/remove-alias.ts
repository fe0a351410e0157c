import type { RemovedAlias } from "@/lib/contracts/naming";
import { requireWriter } from "@/lib/services/authorise/require-member";
import type { ServiceContext } from "@/lib/services/context";

/** Takes a name away again. @throws EngineError `not_found`, `not_entitled`, `scope_not_allowed` */
export async function removeAlias({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { id: string };
}): Promise<RemovedAlias> {
  requireWriter(ctx);
  return ctx.engine.removeAlias(ctx, input.id);
}
