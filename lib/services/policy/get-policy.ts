import type { PolicyDetail } from "@/lib/contracts/policies";
import { composePolicy } from "@/lib/engine/policy/compose-policy";
import { partsOf } from "@/lib/engine/policy/policy";
import { requireAdmin } from "@/lib/services/authorise/require-admin";
import type { ServiceContext } from "@/lib/services/context";
import { requirePolicyVersion, toPolicyVersion } from "@/lib/services/policy/to-policy-version";
import { resolveTenant } from "@/lib/services/tenant/resolve-tenant";
import { readPolicy } from "@/lib/store/read-policy";

/** One version with what it amounts to over the defaults. @throws EngineError `not_found`, `role_required` */
export async function getPolicy({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { tenant: string; version: number };
}): Promise<PolicyDetail> {
  const { tenantId } = await resolveTenant({ ctx, input: { ref: input.tenant } });
  requireAdmin(ctx, tenantId);
  return ctx.database.withTenant(tenantId, async (tx) => {
    const row = await requirePolicyVersion(ctx, tx, tenantId, input.version);
    const inForce = (await readPolicy(tx, tenantId))?.version ?? 0;
    return {
      ...toPolicyVersion(row, inForce),
      effective: JSON.parse(JSON.stringify(partsOf(composePolicy(row)))),
    };
  });
}
