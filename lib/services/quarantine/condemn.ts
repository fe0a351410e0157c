import type { CondemnedQuarantine, CondemnInput } from "@/lib/contracts/reviews";
import { requireWriter } from "@/lib/services/authorise/require-member";
import type { ServiceContext } from "@/lib/services/context";

/**
 * Withdraws a held version and all that came of it; on wish its source is refused from now on.
 * @throws EngineError `not_found`, `not_entitled`, `stale_revision`
 */
export async function condemn({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: CondemnInput & { id: string };
}): Promise<CondemnedQuarantine> {
  requireWriter(ctx);
  return ctx.engine.condemn(ctx, input.id, input);
}
