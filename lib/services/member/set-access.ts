import type { SetAccessInput } from "@/lib/contracts/members";
import { EngineError, notFound } from "@/lib/engine/errors";
import { auditChange } from "@/lib/services/audit-change";
import { requireRole } from "@/lib/services/authorise/require-role";
import type { ServiceContext } from "@/lib/services/context";
import { changeAccess, countOtherAdmins, lockMember } from "@/lib/store/principals/members";

/**
 * Whether somebody may sign in. Who may no longer is signed out everywhere with their next request; what is remembered
 * about them stays. @throws EngineError `role_required`, `not_found`, `illegal_transition` for oneself, `last_admin`
 */
export async function setAccess({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: SetAccessInput;
}): Promise<{ user_id: string; enabled: boolean }> {
  requireRole(ctx, "admin");
  const { tenantId, actor } = ctx.principal;
  const key = { tenantId, userId: input.user_id };
  const at = ctx.clock.now();
  if (actor.id === input.user_id)
    throw new EngineError("illegal_transition", "Nobody takes their own access away.");
  return ctx.database.withTenant(tenantId, async (tx) => {
    const member = await lockMember(tx, key);
    if (!member) throw notFound("member");
    const { enabled } = input;
    if ((member.disabled_at === null) === enabled) return { user_id: input.user_id, enabled };
    if (!enabled && member.roles.includes("admin") && (await countOtherAdmins(tx, key)) === 0)
      throw new EngineError("last_admin", "Nobody else could act as administrator of this organisation.");
    await changeAccess(tx, key, enabled ? null : at);
    await auditChange(
      tx,
      { ctx, tenantId, at },
      {
        action: enabled ? "user.enabled" : "user.disabled",
        objectType: "user",
        objectId: input.user_id,
      },
    );
    return { user_id: input.user_id, enabled };
  });
}
