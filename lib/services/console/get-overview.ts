import type { ConsoleOverview } from "@/lib/contracts/pages";
import { requireRole } from "@/lib/services/authorise/require-role";
import type { ServiceContext } from "@/lib/services/context";
import { countTenant } from "@/lib/store/principals/count-tenant";

/** What of a tenant needs a person now. @throws EngineError `role_required` */
export async function getOverview({
  ctx,
}: {
  ctx: ServiceContext;
  input: Record<string, never>;
}): Promise<ConsoleOverview> {
  requireRole(ctx, "viewer", "reviewer", "privacy_officer", "admin");
  const { tenantId } = ctx.principal;
  return ctx.database.withTenant(tenantId, (tx) => countTenant(tx, tenantId, ctx.clock.now()));
}
