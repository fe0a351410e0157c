import type { RetrievalTrace } from "@/lib/contracts/retrievals";
import { requireMember } from "@/lib/services/authorise/require-member";
import type { ServiceContext } from "@/lib/services/context";

/** @throws EngineError `not_found` */
export async function getTrace({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { id: string };
}): Promise<RetrievalTrace> {
  requireMember(ctx);
  return ctx.engine.getTrace(ctx, input.id);
}
