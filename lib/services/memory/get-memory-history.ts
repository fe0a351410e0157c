import type { MemoryHistory } from "@/lib/contracts/memories";
import { requireMember } from "@/lib/services/authorise/require-member";
import type { ServiceContext } from "@/lib/services/context";

/** All versions of the memory's fact, newest first. @throws EngineError `not_found` */
export async function getMemoryHistory({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { id: string };
}): Promise<MemoryHistory> {
  requireMember(ctx);
  return ctx.engine.getHistory(ctx, input.id);
}
