import type { Role } from "@/lib/contracts/principals";
import { asPersonConcerned, findPersonContext, type Person } from "@/lib/server/person-context";
import type { ServiceContext } from "@/lib/services/context";
import { findTenant } from "@/lib/store/principals/tenants";
import type { TestServer } from "@/lib/testing/open-test-server";

export interface EnteredPage {
  /** As the pages about oneself call services: without any role. */
  me: ServiceContext;
  /** As the console calls them. */
  console: ServiceContext;
  person: Person;
}

/** A new person of a tenant, as whom pages and their actions call services. */
export async function enterPage(
  server: TestServer,
  of: { tenant: string; externalId: string; roles?: Role[] },
): Promise<EnteredPage> {
  const made = await server.admin("POST", "/users", {
    tenant: of.tenant,
    email: `${of.externalId}@${of.tenant}.test`,
    password: "a long password",
    external_id: of.externalId,
    display_name: of.externalId,
    roles: of.roles ?? ["user"],
  });
  if (made.status !== 201) throw new Error(`no such person could be made: ${made.text}`);
  const tenant = await server.runtime.database.withoutTenant((tx) => findTenant(tx, of.tenant));
  if (!tenant) throw new Error(`no tenant ${of.tenant}`);
  const found = await findPersonContext(
    server.runtime,
    { tenantId: tenant.tenantId, sub: made.body.user_id, epoch: 0 },
    "req_test-page",
  );
  if (!found) throw new Error("the person could not enter");
  return { me: asPersonConcerned(found.ctx), console: found.ctx, person: found.person };
}
