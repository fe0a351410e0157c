import type { Page } from "@/lib/contracts/common";
import type { PolicyVersion } from "@/lib/contracts/policies";
import { requireAdmin } from "@/lib/services/authorise/require-admin";
import type { ServiceContext } from "@/lib/services/context";
import { toPolicyVersion } from "@/lib/services/policy/to-policy-version";
import { resolveTenant } from "@/lib/services/tenant/resolve-tenant";
import { listPolicyVersions } from "@/lib/store/policies";
import { readPolicy } from "@/lib/store/read-policy";

/** All versions, newest first; the defaults are version 0 and not listed. @throws EngineError `role_required` */
export async function listPolicies({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { tenant: string; cursor?: string | undefined; limit?: number | undefined };
}): Promise<Page<PolicyVersion>> {
  const { tenantId } = await resolveTenant({ ctx, input: { ref: input.tenant } });
  requireAdmin(ctx, tenantId);
  const limit = input.limit ?? 50;
  const below = input.cursor !== undefined && /^\d{1,7}$/.test(input.cursor) ? Number(input.cursor) : null;
  return ctx.database.withTenant(tenantId, async (tx) => {
    const inForce = (await readPolicy(tx, tenantId))?.version ?? 0;
    const { rows, total } = await listPolicyVersions(tx, tenantId, { below, limit });
    const last = rows.length === limit ? rows.at(-1) : undefined;
    return {
      items: rows.map((row) => toPolicyVersion(row, inForce)),
      next_cursor: last && last.version > 1 ? String(last.version) : null,
      total,
    };
  });
}
