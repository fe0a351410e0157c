import type { z } from "zod";
import type { getReindexQuery, Reindexing } from "@/lib/contracts/reindex";
import { requireAdmin } from "@/lib/services/authorise/require-admin";
import type { ServiceContext } from "@/lib/services/context";
import { resolveTenant } from "@/lib/services/tenant/resolve-tenant";

/** The models of a tenant's vectors and how far each is. @throws EngineError `not_found`, `role_required` */
export async function getReindexing({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: z.output<typeof getReindexQuery>;
}): Promise<Reindexing> {
  const { tenantId } = await resolveTenant({ ctx, input: { ref: input.tenant } });
  requireAdmin(ctx, tenantId);
  return ctx.engine.getReindexing({ ...ctx, principal: { ...ctx.principal, tenantId } });
}
