import type { PolicyBody, PolicyVersion, RollBackPolicyInput } from "@/lib/contracts/policies";
import { requireAdmin } from "@/lib/services/authorise/require-admin";
import type { ServiceContext } from "@/lib/services/context";
import { appendPolicy } from "@/lib/services/policy/publish-policy";
import { requirePolicyVersion } from "@/lib/services/policy/to-policy-version";
import { resolveTenant } from "@/lib/services/tenant/resolve-tenant";

/**
 * An earlier version's values in force again, as a new version: what was decided in between keeps its number.
 * @throws EngineError `role_required`, `not_found`, `stale_revision`
 */
export async function rollBackPolicy({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: RollBackPolicyInput;
}): Promise<PolicyVersion> {
  const { tenantId } = await resolveTenant({ ctx, input: { ref: input.tenant } });
  requireAdmin(ctx, tenantId);
  return appendPolicy(
    ctx,
    tenantId,
    input,
    async (tx) =>
      ((await requirePolicyVersion(ctx, tx, tenantId, input.to_version))?.body ?? {}) as PolicyBody,
    "policy.rolled_back",
  );
}
