import type { Deletion } from "@/lib/contracts/deletions";
import { requireWriter } from "@/lib/services/authorise/require-member";
import type { ServiceContext } from "@/lib/services/context";

/**
 * Takes an erasure back while its window is open.
 * @throws EngineError `not_found`, `not_entitled`, `write_mode_forbids`, `illegal_transition` when it is too late
 */
export async function cancelDeletion({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { id: string };
}): Promise<Deletion> {
  requireWriter(ctx);
  return ctx.engine.cancelDeletion(ctx, input.id);
}
