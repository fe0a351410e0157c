import { notFound } from "@/lib/engine/errors";
import { auditChange } from "@/lib/services/audit-change";
import { requireAdmin } from "@/lib/services/authorise/require-admin";
import type { ServiceContext } from "@/lib/services/context";
import { findTenantOfKey, revokeAgentKey } from "@/lib/store/principals/agents";

/** A key that stops working within a second. Revoking it again changes nothing. @throws EngineError `not_found` */
export async function revokeKey({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { key_id: string };
}): Promise<{ key_id: string; revoked_at: string }> {
  const tenantId = await ctx.database.withoutTenant((tx) => findTenantOfKey(tx, input.key_id));
  const foreign = ctx.principal.actor.kind !== "admin" && tenantId !== ctx.principal.tenantId;
  if (tenantId === null || foreign) throw notFound("key");
  requireAdmin(ctx, tenantId);
  const at = ctx.clock.now();
  const revokedAt = await ctx.database.withTenant(tenantId, async (tx) => {
    const moment = await revokeAgentKey(tx, { tenantId, keyId: input.key_id }, at);
    if (!moment) throw notFound("key");
    await auditChange(
      tx,
      { ctx, tenantId, at },
      { action: "key.revoked", objectType: "key", objectId: input.key_id },
    );
    return moment;
  });
  return { key_id: input.key_id, revoked_at: revokedAt.toISOString() };
}
