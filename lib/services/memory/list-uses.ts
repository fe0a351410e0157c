import type { MemoryUse } from "@/lib/contracts/pages";
import { requireMember } from "@/lib/services/authorise/require-member";
import type { ServiceContext } from "@/lib/services/context";
import { listUsesOf } from "@/lib/store/principals/list-uses";

const MOST = 100;

/** Who was handed this memory, newest first, at most 100. @throws EngineError `not_found` for a memory not theirs to see */
export async function listUses({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { id: string };
}): Promise<MemoryUse[]> {
  requireMember(ctx);
  // Whoever may read the memory may know who used it.
  const memory = await ctx.engine.getMemory(ctx, input.id);
  const { tenantId } = ctx.principal;
  return ctx.database.withTenant(tenantId, (tx) => listUsesOf(tx, tenantId, memory.memory_id, MOST));
}
