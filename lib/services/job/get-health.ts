import type { Health } from "@/lib/contracts/jobs";
import { requireRole } from "@/lib/services/authorise/require-role";
import type { ServiceContext } from "@/lib/services/context";
import { readHealth } from "@/lib/store/read-health";

/** What the tenant's own records say of every part that works for it. @throws EngineError `role_required` */
export async function getHealth({ ctx }: { ctx: ServiceContext; input: object }): Promise<Health> {
  requireRole(ctx, "viewer", "reviewer", "privacy_officer", "admin");
  const { tenantId } = ctx.principal;
  return ctx.database.withTenant(tenantId, (tx) => readHealth(tx, tenantId, ctx.clock.now()));
}
