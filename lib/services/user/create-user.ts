import type { CreateUserInput } from "@/lib/contracts/principals";
import { EngineError } from "@/lib/engine/errors";
import { hashPassword } from "@/lib/platform/hashing";
import { requireAdmin } from "@/lib/services/authorise/require-admin";
import type { ServiceContext } from "@/lib/services/context";
import { insertPerson } from "@/lib/services/insert-person";
import { resolveTenant } from "@/lib/services/tenant/resolve-tenant";
import { isUniqueViolation } from "@/lib/store/principals/tenants";

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
  // A slow hash, outside of the transaction: an embedded database has one session for everybody.
  const passwordHash = await hashPassword(input.password);
  try {
    return await ctx.database.withTenant(tenantId, (tx) =>
      insertPerson(tx, ctx, tenantId, { ...input, passwordHash }),
    );
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new EngineError("already_exists", "The e-mail address or the external id is taken in this tenant.");
  }
}
