import type { Reindexing, ReindexInput } from "@/lib/contracts/reindex";
import { EngineError } from "@/lib/engine/errors";
import { requireAdmin } from "@/lib/services/authorise/require-admin";
import type { ServiceContext } from "@/lib/services/context";
import { resolveTenant } from "@/lib/services/tenant/resolve-tenant";

/**
 * Makes a tenant's vectors with another model while the old ones go on answering; or, of the model that answers already,
 * all index rows anew. @throws EngineError `not_found`, `role_required`, `meaningless`; `unavailable` without an embedder
 */
export async function startReindex({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: ReindexInput;
}): Promise<Reindexing> {
  const { tenantId } = await resolveTenant({ ctx, input: { ref: input.tenant } });
  requireAdmin(ctx, tenantId);
  const call = { ...ctx, principal: { ...ctx.principal, tenantId } };
  const started = await ctx.engine.requestReindex(call, input.model ?? null);
  if (started === null)
    throw new EngineError("unavailable", "This server has no embedder: it is switched off.");
  return started;
}
