import type { Hold } from "@/lib/contracts/holds";
import { requireWriter } from "@/lib/services/authorise/require-member";
import type { ServiceContext } from "@/lib/services/context";

/** Asks for the release of a hold; by another person, releases it. @throws EngineError `not_found`, `not_entitled`, `illegal_transition` */
export async function releaseHold({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { id: string };
}): Promise<Hold> {
  requireWriter(ctx);
  return ctx.engine.releaseHold(ctx, input.id);
}
