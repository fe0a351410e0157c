import { hashPassword } from "@/lib/platform/hashing";
import { auditChange } from "@/lib/services/audit-change";
import { requireSelf } from "@/lib/services/authorise/require-self";
import type { ServiceContext } from "@/lib/services/context";
import { lockMember, setPasswordHash } from "@/lib/store/principals/members";
import { notFound } from "@/lib/engine/errors";

/**
 * Another password of one's own; every session ends, this one too: whoever knew the old one is out. That the old one was
 * given is checked by who calls this.
 * @throws EngineError `not_found`
 */
export async function changePassword({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { next: string };
}): Promise<{ changed: true }> {
  requireSelf(ctx);
  const { tenantId, actor } = ctx.principal;
  const key = { tenantId, userId: actor.id };
  // Slow on purpose, so before the transaction.
  const passwordHash = await hashPassword(input.next);
  const at = ctx.clock.now();
  await ctx.database.withTenant(tenantId, async (tx) => {
    if (!(await lockMember(tx, key))) throw notFound("member");
    await setPasswordHash(tx, key, passwordHash);
    await auditChange(
      tx,
      { ctx, tenantId, at },
      { action: "user.password_changed", objectType: "user", objectId: actor.id },
    );
  });
  return { changed: true };
}
