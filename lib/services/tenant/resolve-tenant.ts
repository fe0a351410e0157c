import { notFound } from "@/lib/engine/errors";
import { requireAdmin } from "@/lib/services/authorise/require-admin";
import type { ServiceContext } from "@/lib/services/context";
import { findTenant, type TenantRow } from "@/lib/store/principals/tenants";

/**
 * The tenant that an administrator's request names by slug or id. A tenant's own administrator knows no other one.
 * @throws EngineError `not_found`, `role_required`
 */
export async function resolveTenant({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { ref: string };
}): Promise<TenantRow> {
  const tenant = await ctx.database.withoutTenant((tx) => findTenant(tx, input.ref));
  const foreign = ctx.principal.actor.kind !== "admin" && tenant?.tenantId !== ctx.principal.tenantId;
  if (!tenant || foreign) throw notFound("tenant");
  requireAdmin(ctx, tenant.tenantId);
  return tenant;
}
