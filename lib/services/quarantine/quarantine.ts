import type { Quarantined, QuarantineInput } from "@/lib/contracts/reviews";
import { requireWriter } from "@/lib/services/authorise/require-member";
import type { ServiceContext } from "@/lib/services/context";

/**
 * A reviewer holds a memory for safety: it is recalled no more until somebody decides.
 * @throws EngineError `not_found`, `not_entitled`, `illegal_transition`
 */
export async function quarantine({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: QuarantineInput;
}): Promise<Quarantined> {
  requireWriter(ctx);
  return ctx.engine.quarantine(ctx, input);
}
