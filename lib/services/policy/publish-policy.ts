import type { PolicyBody, PolicyVersion, PublishPolicyInput } from "@/lib/contracts/policies";
import { EngineError } from "@/lib/engine/errors";
import { checkPolicy } from "@/lib/engine/policy/check-policy";
import { auditChange } from "@/lib/services/audit-change";
import { requireAdmin } from "@/lib/services/authorise/require-admin";
import type { ServiceContext } from "@/lib/services/context";
import { toPolicyVersion } from "@/lib/services/policy/to-policy-version";
import { resolveTenant } from "@/lib/services/tenant/resolve-tenant";
import type { Tx } from "@/lib/store/client";
import { insertPolicy } from "@/lib/store/policies";
import { isUniqueViolation } from "@/lib/store/principals/tenants";
import { readPolicy } from "@/lib/store/read-policy";

function stale(version: number): EngineError {
  return new EngineError(
    "stale_revision",
    `Version ${version} is in force, not the one this was written against: read it before publishing.`,
  );
}

/**
 * The next version of a tenant's policy, in force for every decision from then on.
 * @throws EngineError `role_required`, `meaningless` naming the fields, `stale_revision` when another is in force
 */
export async function publishPolicy({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: PublishPolicyInput;
}): Promise<PolicyVersion> {
  const { tenantId } = await resolveTenant({ ctx, input: { ref: input.tenant } });
  requireAdmin(ctx, tenantId);
  const fields = checkPolicy(input.body).map(({ path, message }) => ({ path: `body.${path}`, message }));
  if (fields.length > 0)
    throw new EngineError("meaningless", "This is no policy that can be in force.", { fields });
  return appendPolicy(ctx, tenantId, input, async () => input.body, "policy.published");
}

/** Appends a version if the expected one is in force; of two at once one wins by the key. */
export async function appendPolicy(
  ctx: ServiceContext,
  tenantId: string,
  input: { reason: string; expected_version: number },
  bodyOf: (tx: Tx) => Promise<PolicyBody>,
  action: "policy.published" | "policy.rolled_back",
): Promise<PolicyVersion> {
  requireAdmin(ctx, tenantId);
  const at = ctx.clock.now();
  const version = input.expected_version + 1;
  try {
    return await ctx.database.withTenant(tenantId, async (tx) => {
      const inForce = (await readPolicy(tx, tenantId))?.version ?? 0;
      if (inForce !== input.expected_version) throw stale(inForce);
      const row = {
        tenantId,
        version,
        body: await bodyOf(tx),
        reason: input.reason,
        createdBy: ctx.principal.actor.id,
        createdAt: at,
      };
      await insertPolicy(tx, row);
      await auditChange(
        tx,
        { ctx, tenantId, at },
        { action, objectType: "policy", objectId: String(version), details: { version, after: inForce } },
      );
      return toPolicyVersion(row, version);
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw stale(version);
    throw error;
  }
}
