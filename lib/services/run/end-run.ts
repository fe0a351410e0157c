import type { EndedRun } from "@/lib/contracts/runs";
import { requireWriter } from "@/lib/services/authorise/require-member";
import type { ServiceContext } from "@/lib/services/context";

/**
 * Ends a run and with it what was remembered in it. Whether the caller holds the run is the engine's to say: one they
 * do not hold does not exist for them.
 * @throws EngineError `not_found`, `write_mode_forbids`
 */
export async function endRun({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { id: string };
}): Promise<EndedRun> {
  requireWriter(ctx);
  return ctx.engine.endRun(ctx, input.id);
}
