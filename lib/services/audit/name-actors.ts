import { requireRole } from "@/lib/services/authorise/require-role";
import type { ServiceContext } from "@/lib/services/context";
import { nameActors as readNames } from "@/lib/store/list-audit";

/** What agents and people are called, by their ids. @throws EngineError `role_required` */
export async function nameActors({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { ids: string[] };
}): Promise<Record<string, string>> {
  requireRole(ctx, "viewer", "reviewer", "privacy_officer", "admin");
  const { tenantId } = ctx.principal;
  return ctx.database.withTenant(tenantId, (tx) => readNames(tx, tenantId, input.ids));
}
