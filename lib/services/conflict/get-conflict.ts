import type { Conflict } from "@/lib/contracts/reviews";
import { auditView } from "@/lib/services/audit-view";
import { requireMember } from "@/lib/services/authorise/require-member";
import type { ServiceContext } from "@/lib/services/context";

/** Both sides with their evidence. @throws EngineError `not_found` */
export async function getConflict({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { id: string };
}): Promise<Conflict> {
  requireMember(ctx);
  const conflict = await ctx.engine.getConflict(ctx, input.id);
  await auditView(ctx, "conflict", [conflict.incumbent, conflict.challenger]);
  return conflict;
}
