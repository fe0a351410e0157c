import type { CreateKeyInput } from "@/lib/contracts/principals";
import { EngineError, notFound } from "@/lib/engine/errors";
import { describeApiKey, formatApiKey } from "@/lib/platform/api-key";
import { requireCleanNames } from "@/lib/engine/policy/require-clean-names";
import { createId } from "@/lib/platform/ids";
import { auditChange } from "@/lib/services/audit-change";
import { requireAdmin } from "@/lib/services/authorise/require-admin";
import type { ServiceContext } from "@/lib/services/context";
import { findAgent, findTenantOfKey, insertAgentKey } from "@/lib/store/principals/agents";

export const DEFAULT_RATE_PER_MINUTE = 6_000;

/**
 * Makes a key for an agent. Its secret is in this answer and nowhere else.
 * @throws EngineError `not_found` for the agent, also one of another tenant; `meaningless` for an expiry in the past
 */
export async function createKey({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: CreateKeyInput & { agent_id: string };
}): Promise<{ key_id: string; secret: string }> {
  const tenantId = await ctx.database.withoutTenant((tx) => findTenantOfKey(tx, input.agent_id));
  const foreign = ctx.principal.actor.kind !== "admin" && tenantId !== ctx.principal.tenantId;
  if (tenantId === null || foreign) throw notFound("agent");
  requireAdmin(ctx, tenantId);
  requireCleanNames({ name: input.name });
  const at = ctx.clock.now();
  const expiresAt = input.expires_at === undefined ? null : new Date(input.expires_at);
  if (expiresAt && expiresAt <= at) throw new EngineError("meaningless", "expires_at lies in the past.");
  const keyId = createId("key", at);
  const secret = formatApiKey(keyId);
  await ctx.database.withTenant(tenantId, async (tx) => {
    const agent = await findAgent(tx, { tenantId, agentId: input.agent_id });
    if (!agent) throw notFound("agent");
    await insertAgentKey(tx, {
      tenantId,
      keyId,
      agentId: input.agent_id,
      name: input.name ?? null,
      ...describeApiKey(secret),
      secretDigest: ctx.keys.digestApiKey(secret),
      ratePerMinute: input.rate_per_minute ?? DEFAULT_RATE_PER_MINUTE,
      createdAt: at,
      expiresAt,
      revokedAt: null,
      lastUsedAt: null,
    });
    await auditChange(
      tx,
      { ctx, tenantId, at },
      { action: "key.created", objectType: "key", objectId: keyId, details: { agent_id: input.agent_id } },
    );
  });
  return { key_id: keyId, secret };
}
