import type { PolicyBody, PolicyPreview } from "@/lib/contracts/policies";
import { checkPolicy, comparePolicies } from "@/lib/engine/policy/check-policy";
import { composePolicy } from "@/lib/engine/policy/compose-policy";
import { partsOf } from "@/lib/engine/policy/policy";
import { requireAdmin } from "@/lib/services/authorise/require-admin";
import type { ServiceContext } from "@/lib/services/context";
import { resolveTenant } from "@/lib/services/tenant/resolve-tenant";
import { readPolicy } from "@/lib/store/read-policy";

/** What would change if this were published now; nothing is. @throws EngineError `role_required`, `not_found` */
export async function previewPolicy({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { tenant: string; body: PolicyBody };
}): Promise<PolicyPreview> {
  const { tenantId } = await resolveTenant({ ctx, input: { ref: input.tenant } });
  requireAdmin(ctx, tenantId);
  const stored = await ctx.database.withTenant(tenantId, (tx) => readPolicy(tx, tenantId));
  const problems = checkPolicy(input.body);
  const now = composePolicy(stored);
  const then = composePolicy({ version: 0, body: input.body });
  const changes = problems.length > 0 ? [] : comparePolicies(partsOf(now), partsOf(then));
  return { in_force: stored?.version ?? 0, problems, changes: JSON.parse(JSON.stringify(changes)) };
}
