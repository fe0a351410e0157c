import type { DeletionWorks, ListDeletionWorkQuery } from "@/lib/contracts/jobs";
import { deletionId } from "@/lib/contracts/deletions";
import { EngineError } from "@/lib/engine/errors";
import { requireRole } from "@/lib/services/authorise/require-role";
import type { ServiceContext } from "@/lib/services/context";
import { listDeletionWork as listRows } from "@/lib/store/erasure/list-deletion-work";

/** The tenant's deletions, each with every place. @throws EngineError `role_required`, `meaningless` */
export async function listDeletionWork({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: ListDeletionWorkQuery;
}): Promise<DeletionWorks> {
  requireRole(ctx, "viewer", "reviewer", "privacy_officer", "admin");
  if (input.cursor !== undefined && !deletionId.safeParse(input.cursor).success)
    throw new EngineError("meaningless", "This cursor is not one of ours.");
  const { tenantId } = ctx.principal;
  return ctx.database.withTenant(tenantId, (tx) => listRows(tx, tenantId, input, input.limit ?? 50));
}
