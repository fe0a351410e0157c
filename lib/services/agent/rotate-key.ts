import type { RotateKeyInput } from "@/lib/contracts/principals";
import { EngineError, notFound } from "@/lib/engine/errors";
import { describeApiKey, formatApiKey } from "@/lib/platform/api-key";
import { createId } from "@/lib/platform/ids";
import { auditChange } from "@/lib/services/audit-change";
import { requireAdmin } from "@/lib/services/authorise/require-admin";
import type { ServiceContext } from "@/lib/services/context";
import { endAgentKey, findCredential, findTenantOfKey, insertAgentKey } from "@/lib/store/principals/agents";

const HOUR_MS = 3_600_000;

/**
 * A key in the place of another, with the same name, rate and length of life. The old one works on for the overlap, so
 * that nothing stands still while the new one is put in; an earlier end of its own it keeps.
 * @throws EngineError `not_found`, `role_required`, `illegal_transition` for a key that works no longer
 */
export async function rotateKey({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: RotateKeyInput;
}): Promise<{ key_id: string; secret: string; old_ends_at: string }> {
  const tenantId = await ctx.database.withoutTenant((tx) => findTenantOfKey(tx, input.key_id));
  const foreign = ctx.principal.actor.kind !== "admin" && tenantId !== ctx.principal.tenantId;
  if (tenantId === null || foreign) throw notFound("key");
  requireAdmin(ctx, tenantId);
  const at = ctx.clock.now();
  const keyId = createId("key", at);
  const secret = formatApiKey(keyId);
  return ctx.database.withTenant(tenantId, async (tx) => {
    const old = await findCredential(tx, { tenantId, keyId: input.key_id });
    if (!old) throw notFound("key");
    if (old.key.revokedAt || (old.key.expiresAt && old.key.expiresAt <= at))
      throw new EngineError("illegal_transition", "This key works no longer; make a new one.");
    const life = old.key.expiresAt ? old.key.expiresAt.getTime() - old.key.createdAt.getTime() : null;
    const overlap = new Date(at.getTime() + input.overlap_hours * HOUR_MS);
    const endsAt = old.key.expiresAt && old.key.expiresAt < overlap ? old.key.expiresAt : overlap;
    await insertAgentKey(tx, {
      ...old.key,
      keyId,
      ...describeApiKey(secret),
      secretDigest: ctx.keys.digestApiKey(secret),
      createdAt: at,
      expiresAt: life === null ? null : new Date(at.getTime() + life),
      lastUsedAt: null,
    });
    await endAgentKey(tx, { tenantId, keyId: input.key_id }, endsAt);
    const call = { ctx, tenantId, at };
    await auditChange(tx, call, {
      action: "key.created",
      objectType: "key",
      objectId: keyId,
      details: { agent_id: old.agent.agentId, instead_of: input.key_id },
    });
    await auditChange(tx, call, {
      action: "key.ends_early",
      objectType: "key",
      objectId: input.key_id,
      details: { ends_at: endsAt.toISOString() },
    });
    return { key_id: keyId, secret, old_ends_at: endsAt.toISOString() };
  });
}
