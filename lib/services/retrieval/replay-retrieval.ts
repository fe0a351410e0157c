import type { Replay, ReplayInput } from "@/lib/contracts/replays";
import { requireMember } from "@/lib/services/authorise/require-member";
import type { ServiceContext } from "@/lib/services/context";

/**
 * An earlier retrieval asked again, and where that differs.
 * @throws EngineError `not_found`, `text_erased`, `scope_not_allowed`, `role_required`, `degraded_high_risk`
 */
export async function replayRetrieval({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: ReplayInput & { id: string };
}): Promise<Replay> {
  requireMember(ctx);
  const { id, ...terms } = input;
  return ctx.engine.replay(ctx, id, terms);
}
