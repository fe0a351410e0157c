import type { Memory } from "@/lib/contracts/memories";
import { requireMember } from "@/lib/services/authorise/require-member";
import type { ServiceContext } from "@/lib/services/context";

/** @throws EngineError `not_found`, also when it is another's or was erased */
export async function getMemory({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { id: string };
}): Promise<Memory> {
  requireMember(ctx);
  return ctx.engine.getMemory(ctx, input.id);
}
