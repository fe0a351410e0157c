import type { UpdateProfileInput } from "@/lib/contracts/pages";
import { notFound } from "@/lib/engine/errors";
import { auditChange } from "@/lib/services/audit-change";
import { requireSelf } from "@/lib/services/authorise/require-self";
import type { ServiceContext } from "@/lib/services/context";
import { findPerson, updateProfile as updateProfileRow } from "@/lib/store/principals/users";

/** Language, time zone and look of the pages for the signed-in person. What is not named stays. @throws EngineError `not_entitled` */
export async function updateProfile({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: UpdateProfileInput;
}): Promise<{ updated: string[] }> {
  requireSelf(ctx);
  const { tenantId, actor } = ctx.principal;
  const updated = Object.entries(input).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  if (updated.length === 0) return { updated };
  const at = ctx.clock.now();
  await ctx.database.withTenant(tenantId, async (tx) => {
    const key = { tenantId, userId: actor.id };
    const person = await findPerson(tx, key);
    if (!person) throw notFound("user");
    const { locale, time_zone, ...chosen } = input;
    await updateProfileRow(tx, key, {
      ...(locale !== undefined && { locale }),
      ...(time_zone !== undefined && { timeZone: time_zone }),
      ...(Object.keys(chosen).length > 0 && { preferences: { ...person.preferences, ...chosen } }),
    });
    await auditChange(
      tx,
      { ctx, tenantId, at },
      {
        action: "user.profile_updated",
        objectType: "user",
        objectId: actor.id,
        details: { fields: updated },
      },
    );
  });
  return { updated };
}
