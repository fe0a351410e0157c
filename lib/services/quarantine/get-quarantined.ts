import type { Quarantined } from "@/lib/contracts/reviews";
import { requireMember } from "@/lib/services/authorise/require-member";
import type { ServiceContext } from "@/lib/services/context";

/**
 * One held version with its signals, its evidence and what came of it. @throws EngineError `not_found`
 */
export async function getQuarantined({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { id: string };
}): Promise<Quarantined> {
  requireMember(ctx);
  return ctx.engine.getQuarantined(ctx, input.id);
}
