import type { CreateUserInput } from "@/lib/contracts/principals";
import { EngineError } from "@/lib/engine/errors";
import { hashPassword } from "@/lib/platform/hashing";
import { createId } from "@/lib/platform/ids";
import { auditChange } from "@/lib/services/audit-change";
import { requireAdmin } from "@/lib/services/authorise/require-admin";
import type { ServiceContext } from "@/lib/services/context";
import { resolveTenant } from "@/lib/services/tenant/resolve-tenant";
import { isUniqueViolation } from "@/lib/store/principals/tenants";
import { insertUser } from "@/lib/store/principals/users";

/**
 * A person who can sign in, and whose scope is `user:<external_id>`.
 * @throws EngineError `not_found` for the tenant, `already_exists` when the e-mail or the external id is taken in it
 */
export async function createUser({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: CreateUserInput;
}): Promise<{ user_id: string; external_id: string; scope: string }> {
  const { tenantId } = await resolveTenant({ ctx, input: { ref: input.tenant } });
  requireAdmin(ctx, tenantId);
  const at = ctx.clock.now();
  const userId = createId("usr", at);
  const externalId = input.external_id ?? userId.slice("usr_".length);
  const email = input.email.trim().toLowerCase();
  const passwordHash = await hashPassword(input.password);
  const roles = [...new Set(input.roles)];
  try {
    await ctx.database.withTenant(tenantId, async (tx) => {
      await insertUser(tx, {
        user: {
          tenantId,
          userId,
          externalId,
          email,
          displayName: input.display_name ?? email.slice(0, email.indexOf("@")),
          passwordHash,
          scopes: [...new Set(input.scopes ?? [])],
          locale: input.locale ?? null,
          timeZone: input.time_zone ?? null,
          preferences: {},
          sessionEpoch: 0,
          createdAt: at,
          disabledAt: null,
        },
        roles,
        emailDigest: ctx.keys.digestEmail(email),
      });
      await auditChange(
        tx,
        { ctx, tenantId, at },
        { action: "user.created", objectType: "user", objectId: userId, details: { roles } },
      );
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new EngineError("already_exists", "The e-mail address or the external id is taken in this tenant.");
  }
  return { user_id: userId, external_id: externalId, scope: `user:${externalId}` };
}
