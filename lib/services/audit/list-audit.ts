import { EngineError } from "@/lib/engine/errors";
import type { AuditLines, ListAuditQuery } from "@/lib/contracts/audit";
import type { Actor } from "@/lib/contracts/pages";
import { requireRole } from "@/lib/services/authorise/require-role";
import type { ServiceContext } from "@/lib/services/context";
import { listActors, listAudit as listAuditRows } from "@/lib/store/list-audit";

/** Who did what, newest first, and whom the list can be narrowed to. @throws EngineError `role_required` */
export async function listAudit({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: ListAuditQuery;
}): Promise<AuditLines & { actors: Actor[] }> {
  requireRole(ctx, "viewer", "reviewer", "privacy_officer", "admin");
  if (input.cursor !== undefined && !/^aud_[0-9a-z]{26}$/.test(input.cursor))
    throw new EngineError("meaningless", "This cursor is not one of ours.");
  const { tenantId } = ctx.principal;
  return ctx.database.withTenant(tenantId, async (tx) => ({
    ...(await listAuditRows(tx, tenantId, input, input.limit ?? 50)),
    actors: await listActors(tx, tenantId),
  }));
}
