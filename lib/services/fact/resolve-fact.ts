import type { ResolvedFact } from "@/lib/contracts/memories";
import { isOperator } from "@/lib/engine/model/principal";
import { requireMember } from "@/lib/services/authorise/require-member";
import { requireScope } from "@/lib/services/authorise/require-scope";
import type { ServiceContext } from "@/lib/services/context";

/** What held for one fact, at a valid time, as known at a transaction time. @throws EngineError `scope_not_allowed` */
export async function resolveFact({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { scope: string; subject: string; predicate: string; valid_at?: string; known_at?: string };
}): Promise<ResolvedFact> {
  requireMember(ctx);
  if (ctx.principal.self === null && !isOperator(ctx.principal)) requireScope(ctx, input.scope);
  return ctx.engine.resolveFact(ctx, input);
}
