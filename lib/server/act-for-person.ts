import type { Principal } from "@/lib/engine/model/principal";
import { toPrincipal } from "@/lib/server/person-context";
import { HttpProblem } from "@/lib/server/problem";
import type { Runtime } from "@/lib/server/runtime";
import { findTenant } from "@/lib/store/principals/tenants";
import { findPerson, findUserId } from "@/lib/store/principals/users";

/**
 * The operator for whom the admin key acts: that person's own rights at this moment, nothing more, and it is they who
 * stand in the audit log, with `api` as the door, which no person comes through otherwise.
 * @throws HttpProblem 400 when nobody is named; 404 for a tenant or a person that does not exist
 */
export async function actForPerson(
  runtime: Runtime,
  named: { tenant?: string | undefined; acting_user?: string | undefined },
): Promise<Principal> {
  const { tenant: ref, acting_user: who } = named;
  if (ref === undefined || who === undefined) {
    throw new HttpProblem("invalid_request", "The admin key decides nothing itself: name for whom it acts.", {
      fields: [
        ...(ref === undefined ? [{ path: "tenant", message: "the tenant's slug or id is needed" }] : []),
        ...(who === undefined
          ? [{ path: "acting_user", message: "the person's user id or external id is needed" }]
          : []),
      ],
    });
  }
  const tenant = await runtime.database.withoutTenant((tx) => findTenant(tx, ref));
  if (!tenant) throw new HttpProblem("not_found", "No such tenant.");
  const { tenantId } = tenant;
  const person = await runtime.database.withTenant(tenantId, async (tx) => {
    const userId = await findUserId(tx, tenantId, who);
    return userId === null ? null : findPerson(tx, { tenantId, userId });
  });
  if (!person || person.disabledAt || person.roles.length === 0)
    throw new HttpProblem("not_found", "No such user.");
  return { ...toPrincipal(person), via: "api" };
}
