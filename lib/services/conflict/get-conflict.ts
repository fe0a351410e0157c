import type { Conflict } from "@/lib/contracts/reviews";
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
  return ctx.engine.getConflict(ctx, input.id);
}
