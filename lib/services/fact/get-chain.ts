import type { MemoryHistory } from "@/lib/contracts/memories";
import { notFound } from "@/lib/engine/errors";
import { requireRole } from "@/lib/services/authorise/require-role";
import type { ServiceContext } from "@/lib/services/context";
import { findNewestOfFact } from "@/lib/store/memory/find-newest-of-fact";

/** All versions of a fact with both clocks. @throws EngineError `role_required`, `not_found` */
export async function getChain({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { fact_id: string };
}): Promise<MemoryHistory> {
  requireRole(ctx, "viewer", "reviewer", "privacy_officer", "admin");
  const { tenantId } = ctx.principal;
  const memoryId = await ctx.database.withTenant(tenantId, (tx) =>
    findNewestOfFact(tx, tenantId, input.fact_id),
  );
  if (memoryId === null) throw notFound("fact");
  return ctx.engine.getHistory(ctx, memoryId);
}
