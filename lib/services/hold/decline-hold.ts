import type { Hold } from "@/lib/contracts/holds";
import { requireWriter } from "@/lib/services/authorise/require-member";
import type { ServiceContext } from "@/lib/services/context";

/** Declines a proposed hold, or takes it back. @throws EngineError `not_found`, `not_entitled`, `illegal_transition` */
export async function declineHold({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { id: string };
}): Promise<Hold> {
  requireWriter(ctx);
  return ctx.engine.declineHold(ctx, input.id);
}
