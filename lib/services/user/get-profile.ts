import { type Locale, locale, type Role } from "@/lib/contracts/principals";
import { notFound } from "@/lib/engine/errors";
import { requireSelf } from "@/lib/services/authorise/require-self";
import type { ServiceContext } from "@/lib/services/context";
import { findPerson } from "@/lib/store/principals/users";

export interface Profile {
  user_id: string;
  external_id: string;
  email: string;
  display_name: string;
  roles: Role[];
  locale: Locale | null;
  time_zone: string | null;
  theme: "system" | "light" | "dark";
}

/** The signed-in person's own settings. @throws EngineError `not_entitled`, `not_found` */
export async function getProfile({ ctx }: { ctx: ServiceContext }): Promise<Profile> {
  requireSelf(ctx);
  const { tenantId, actor } = ctx.principal;
  const person = await ctx.database.withTenant(tenantId, (tx) =>
    findPerson(tx, { tenantId, userId: actor.id }),
  );
  if (!person) throw notFound("user");
  const theme = person.preferences.theme;
  return {
    user_id: person.userId,
    external_id: person.externalId,
    email: person.email,
    display_name: person.displayName,
    roles: person.roles,
    locale: locale.safeParse(person.locale).data ?? null,
    time_zone: person.timeZone,
    theme: theme === "light" || theme === "dark" ? theme : "system",
  };
}
