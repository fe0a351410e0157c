import type { BlockedSource } from "@/lib/contracts/reviews";
import { requireWriter } from "@/lib/services/authorise/require-member";
import type { ServiceContext } from "@/lib/services/context";

/** Takes from a source again. @throws EngineError `not_found`, `not_entitled` */
export async function liftBlock({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { id: string; reason: string };
}): Promise<BlockedSource> {
  requireWriter(ctx);
  return ctx.engine.liftBlock(ctx, input.id, { reason: input.reason });
}
