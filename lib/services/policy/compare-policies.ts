import type { PolicyDifference } from "@/lib/contracts/policies";
import { comparePolicies as compare } from "@/lib/engine/policy/check-policy";
import { composePolicy } from "@/lib/engine/policy/compose-policy";
import { partsOf } from "@/lib/engine/policy/policy";
import { requireAdmin } from "@/lib/services/authorise/require-admin";
import type { ServiceContext } from "@/lib/services/context";
import { requirePolicyVersion } from "@/lib/services/policy/to-policy-version";
import { resolveTenant } from "@/lib/services/tenant/resolve-tenant";

/** Where two versions differ in what they amount to. @throws EngineError `role_required`, `not_found` */
export async function comparePolicies({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { tenant: string; from: number; to: number };
}): Promise<PolicyDifference> {
  const { tenantId } = await resolveTenant({ ctx, input: { ref: input.tenant } });
  requireAdmin(ctx, tenantId);
  return ctx.database.withTenant(tenantId, async (tx) => {
    const from = composePolicy(await requirePolicyVersion(ctx, tx, tenantId, input.from));
    const to = composePolicy(await requirePolicyVersion(ctx, tx, tenantId, input.to));
    const changes = compare(partsOf(from), partsOf(to));
    return { from: input.from, to: input.to, changes: JSON.parse(JSON.stringify(changes)) };
  });
}
