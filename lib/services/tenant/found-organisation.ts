import type { FoundOrganisationInput, Role } from "@/lib/contracts/principals";
import { EngineError } from "@/lib/engine/errors";
import { hashPassword } from "@/lib/platform/hashing";
import { requireInstanceAdmin } from "@/lib/services/authorise/require-admin";
import type { ServiceContext } from "@/lib/services/context";
import { createTenant } from "@/lib/services/tenant/create-tenant";
import { hasOrganisation } from "@/lib/services/has-organisation";
import { insertPerson } from "@/lib/services/insert-person";

/** Whoever sets an installation up does all of it until there are others. What needs two people still needs two. */
const FOUNDER: readonly Role[] = ["user", "reviewer", "privacy_officer", "admin"];

/**
 * The first organisation and the person who runs it, both or neither.
 * @throws EngineError `already_founded` once there is an organisation; `already_exists` when the slug is taken
 */
export async function foundOrganisation({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: FoundOrganisationInput;
}): Promise<{ tenant_id: string; slug: string }> {
  requireInstanceAdmin(ctx);
  if (await hasOrganisation(ctx))
    throw new EngineError("already_founded", "This installation has its first organisation already.");
  const { organisation, slug, password, time_zone, ...person } = input;
  const passwordHash = await hashPassword(password);
  return createTenant({
    ctx,
    input: { slug, name: organisation, ...(time_zone && { time_zone }) },
    alongside: async (tx, made) => {
      await insertPerson(tx, ctx, made.tenant_id, {
        ...person,
        ...(time_zone && { time_zone }),
        roles: [...FOUNDER],
        passwordHash,
      });
    },
  });
}
