import type { Quarantined } from "@/lib/contracts/reviews";
import { auditView } from "@/lib/services/audit-view";
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
  const held = await ctx.engine.getQuarantined(ctx, input.id);
  await auditView(ctx, "quarantine", [held.memory, held.current]);
  return held;
}
