import type { ServiceContext } from "@/lib/services/context";
import { listTenants } from "@/lib/store/principals/tenants";
import { hasPeople } from "@/lib/store/principals/users";

/**
 * Whether an organisation beside the demo's has anybody in it. One without people, as an import makes it, has nobody who
 * could administer it.
 */
export async function hasOrganisation({ database }: Pick<ServiceContext, "database">): Promise<boolean> {
  const tenants = await database.withoutTenant((tx) => listTenants(tx));
  for (const { tenantId, isDemo } of tenants) {
    if (isDemo) continue;
    if (await database.withTenant(tenantId, (tx) => hasPeople(tx, tenantId))) return true;
  }
  return false;
}
