import type { Hold, PlaceHoldInput } from "@/lib/contracts/holds";
import { requireWriter } from "@/lib/services/authorise/require-member";
import type { ServiceContext } from "@/lib/services/context";

/** Proposes that something must not be erased for now; another person puts it in force. @throws EngineError `not_entitled` */
export async function placeHold({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: PlaceHoldInput;
}): Promise<Hold> {
  requireWriter(ctx);
  return ctx.engine.placeHold(ctx, input);
}
