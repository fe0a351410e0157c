import type { Memory } from "@/lib/contracts/memories";
import { requireWriter } from "@/lib/services/authorise/require-member";
import { requireSelf } from "@/lib/services/authorise/require-self";
import type { ServiceContext } from "@/lib/services/context";

/**
 * Undoes one's own confirmation, as long as nothing else has happened to the memory since.
 * @throws EngineError `not_entitled`, `not_found`, `illegal_transition`
 */
export async function takeBackConfirmation({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { id: string };
}): Promise<Memory> {
  requireWriter(ctx);
  requireSelf(ctx);
  return ctx.engine.takeBackConfirmation(ctx, input.id);
}
