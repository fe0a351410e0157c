import { notFound } from "@/lib/engine/errors";
import { createPassword } from "@/lib/platform/create-password";
import { hashPassword } from "@/lib/platform/hashing";
import { auditChange } from "@/lib/services/audit-change";
import { requireRole } from "@/lib/services/authorise/require-role";
import type { ServiceContext } from "@/lib/services/context";
import { lockMember, setPasswordHash } from "@/lib/store/principals/members";

/**
 * A new password for somebody who has lost theirs, in this answer and nowhere else; the old one and every session end.
 * @throws EngineError `role_required`, `not_found`
 */
export async function resetPassword({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { user_id: string };
}): Promise<{ user_id: string; password: string }> {
  requireRole(ctx, "admin");
  const { tenantId } = ctx.principal;
  const key = { tenantId, userId: input.user_id };
  const password = createPassword();
  // Slow on purpose, so before the transaction.
  const passwordHash = await hashPassword(password);
  const at = ctx.clock.now();
  await ctx.database.withTenant(tenantId, async (tx) => {
    if (!(await lockMember(tx, key))) throw notFound("member");
    await setPasswordHash(tx, key, passwordHash);
    await auditChange(
      tx,
      { ctx, tenantId, at },
      { action: "user.password_reset", objectType: "user", objectId: input.user_id },
    );
  });
  return { user_id: input.user_id, password };
}
