import type { DecidedDuplicate, DecideDuplicateInput } from "@/lib/contracts/naming";
import { requireWriter } from "@/lib/services/authorise/require-member";
import type { ServiceContext } from "@/lib/services/context";

/** One of two is enough, or both stay. @throws EngineError `not_found`, `not_entitled`, `stale_revision` */
export async function decideDuplicate({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: DecideDuplicateInput & { id: string };
}): Promise<DecidedDuplicate> {
  requireWriter(ctx);
  return ctx.engine.decideDuplicate(ctx, input.id, input);
}
