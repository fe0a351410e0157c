import type { Jobs, ListJobsQuery } from "@/lib/contracts/jobs";
import { EngineError } from "@/lib/engine/errors";
import { requireRole } from "@/lib/services/authorise/require-role";
import type { ServiceContext } from "@/lib/services/context";
import { listJobs as listRows } from "@/lib/store/list-jobs";

/** What is still owed, oldest first, with exact counts. @throws EngineError `role_required`, `meaningless` */
export async function listJobs({ ctx, input }: { ctx: ServiceContext; input: ListJobsQuery }): Promise<Jobs> {
  requireRole(ctx, "viewer", "reviewer", "privacy_officer", "admin");
  const [at = ""] = input.cursor?.split("~") ?? [];
  if (input.cursor !== undefined && !/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(at))
    throw new EngineError("meaningless", "This cursor is not one of ours.");
  const { tenantId } = ctx.principal;
  return ctx.database.withTenant(tenantId, (tx) => listRows(tx, tenantId, input, input.limit ?? 50));
}
