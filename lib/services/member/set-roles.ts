import type { SetRolesInput } from "@/lib/contracts/members";
import type { Role } from "@/lib/contracts/principals";
import { EngineError, notFound } from "@/lib/engine/errors";
import { auditChange } from "@/lib/services/audit-change";
import { requireRole } from "@/lib/services/authorise/require-role";
import type { ServiceContext } from "@/lib/services/context";
import { changeRoles, countOtherAdmins, lockMember } from "@/lib/store/principals/members";

const same = (one: readonly Role[], other: readonly Role[]): boolean =>
  one.length === other.length && one.every((role) => other.includes(role));

/**
 * The roles somebody has from now on; rights are read anew with each request.
 * @throws EngineError `role_required`, `not_found`, `stale_revision` when they changed since, `last_admin`
 */
export async function setRoles({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: SetRolesInput;
}): Promise<{ user_id: string; roles: Role[] }> {
  requireRole(ctx, "admin");
  const { tenantId } = ctx.principal;
  const key = { tenantId, userId: input.user_id };
  const at = ctx.clock.now();
  const wanted = [...new Set(input.roles)];
  return ctx.database.withTenant(tenantId, async (tx) => {
    const member = await lockMember(tx, key);
    if (!member) throw notFound("member");
    if (!same(member.roles, input.seen))
      throw new EngineError("stale_revision", "These roles changed since they were shown.");
    const add = wanted.filter((role) => !member.roles.includes(role));
    const remove = member.roles.filter((role) => !wanted.includes(role));
    if (remove.includes("admin") && (await countOtherAdmins(tx, key)) === 0)
      throw new EngineError("last_admin", "Nobody else could act as administrator of this organisation.");
    if (add.length + remove.length === 0) return { user_id: input.user_id, roles: member.roles };
    await changeRoles(tx, key, { add, remove }, at);
    await auditChange(
      tx,
      { ctx, tenantId, at },
      { action: "user.roles_set", objectType: "user", objectId: input.user_id, details: { add, remove } },
    );
    return { user_id: input.user_id, roles: wanted };
  });
}
