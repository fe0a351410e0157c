import type { WhyNot } from "@/lib/contracts/retrievals";
import { requireMember } from "@/lib/services/authorise/require-member";
import type { ServiceContext } from "@/lib/services/context";

/** Why a memory is not in a retrieval's pack: at which stage it fell, and by which rule. @throws EngineError `not_found` */
export async function explainAbsence({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { id: string; memory_id: string };
}): Promise<WhyNot> {
  requireMember(ctx);
  return ctx.engine.explainAbsence(ctx, input.id, input.memory_id);
}
