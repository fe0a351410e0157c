import type { RetrievalInput, RetrievalOutput } from "@/lib/contracts/retrievals";
import { requireMember } from "@/lib/services/authorise/require-member";
import { requireScope } from "@/lib/services/authorise/require-scope";
import type { ServiceContext } from "@/lib/services/context";

/** @throws EngineError `scope_not_allowed`, `memory_paused`, `degraded_high_risk` */
export async function retrieve({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: RetrievalInput;
}): Promise<RetrievalOutput> {
  requireMember(ctx);
  // Scopes in a request narrow; they never widen.
  requireScope(ctx, ...(input.scopes ?? []));
  return ctx.engine.retrieve(ctx, input);
}
