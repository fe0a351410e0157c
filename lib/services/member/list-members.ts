import { type ListMembersQuery, type Members, userId } from "@/lib/contracts/members";
import { EngineError } from "@/lib/engine/errors";
import { requireRole } from "@/lib/services/authorise/require-role";
import type { ServiceContext } from "@/lib/services/context";
import { listMembers as listRows } from "@/lib/store/principals/members";

/** Everybody who can sign in to the tenant, by name. @throws EngineError `role_required` */
export async function listMembers({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: ListMembersQuery;
}): Promise<Members> {
  requireRole(ctx, "admin");
  if (input.cursor !== undefined && !userId.safeParse(input.cursor).success)
    throw new EngineError("meaningless", "This cursor is not one of ours.");
  const { tenantId } = ctx.principal;
  return ctx.database.withTenant(tenantId, (tx) => listRows(tx, tenantId, input, input.limit ?? 50));
}
