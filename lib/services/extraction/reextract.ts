import type { ReextractInput, ReextractOutput } from "@/lib/contracts/extractions";
import { EngineError } from "@/lib/engine/errors";
import { requireAdmin } from "@/lib/services/authorise/require-admin";
import type { ServiceContext } from "@/lib/services/context";
import { resolveTenant } from "@/lib/services/tenant/resolve-tenant";

/**
 * Lets the configured model read events that it has not read: those recorded before there was one, or by another one.
 * Nothing that was drawn from them before is drawn again.
 * @throws EngineError `not_found`, `role_required`; `unavailable` when no model is configured
 */
export async function reextract({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: ReextractInput;
}): Promise<ReextractOutput> {
  const { tenantId } = await resolveTenant({ ctx, input: { ref: input.tenant } });
  requireAdmin(ctx, tenantId);
  const call = { ...ctx, principal: { ...ctx.principal, tenantId } };
  const requested = await ctx.engine.requestExtraction(call, {
    since: input.since === undefined ? null : new Date(input.since),
    retryDead: input.retry_dead ?? false,
  });
  if (requested === null) {
    throw new EngineError("unavailable", "No language model is configured: set KEEPSAKE_LLM_BASE_URL.");
  }
  return requested;
}
