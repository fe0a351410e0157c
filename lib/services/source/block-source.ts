import type { BlockedSource, BlockSourceInput } from "@/lib/contracts/reviews";
import { requireWriter } from "@/lib/services/authorise/require-member";
import type { ServiceContext } from "@/lib/services/context";

/** Refuses a host, an address, a reference or a writer from now on. @throws EngineError `not_entitled` */
export async function blockSource({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: BlockSourceInput;
}): Promise<BlockedSource> {
  requireWriter(ctx);
  return ctx.engine.blockSource(ctx, input);
}
