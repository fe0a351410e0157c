import type { Hold } from "@/lib/contracts/holds";
import { requireWriter } from "@/lib/services/authorise/require-member";
import type { ServiceContext } from "@/lib/services/context";

/** Puts a proposed hold in force: by another person than the one who proposed it. @throws EngineError `not_found`, `not_entitled`, `illegal_transition` */
export async function approveHold({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { id: string };
}): Promise<Hold> {
  requireWriter(ctx);
  return ctx.engine.approveHold(ctx, input.id);
}
