import type { SourceType } from "@/lib/contracts/common";
import { type Preferences, preferences } from "@/lib/contracts/pages";
import { type Locale, locale, type Role } from "@/lib/contracts/principals";
import type { Principal } from "@/lib/engine/model/principal";
import type { SessionClaims } from "@/lib/server/auth-options";
import type { Runtime } from "@/lib/server/runtime";
import type { ServiceContext } from "@/lib/services/context";
import { findPerson, type PersonRow } from "@/lib/store/principals/users";

/** The signed-in person, as pages show them. */
export interface Person {
  userId: string;
  displayName: string;
  email: string;
  externalId: string;
  roles: Role[];
  locale: Locale | null;
  timeZone: string | null;
  preferences: Preferences;
  tenant: { id: string; slug: string; name: string; timeZone: string };
  isDemo: boolean;
}

/** What a person says on a page is their own statement or confirmation, never anything else. */
const PERSON_SOURCE_TYPES: readonly SourceType[] = ["user_statement", "user_confirmation"];

/**
 * The person behind a session, with the rights they have at this moment.
 * @returns null when the session was ended, the person disabled, or demo data switched off
 */
export async function findPersonContext(
  runtime: Runtime,
  claims: SessionClaims,
  requestId: string,
): Promise<{ ctx: ServiceContext; person: Person } | null> {
  const { tenantId, sub: userId, epoch } = claims;
  const row = await runtime.database.withTenant(tenantId, (tx) => findPerson(tx, { tenantId, userId }));
  if (!row || row.disabledAt || row.sessionEpoch !== epoch || row.roles.length === 0) return null;
  if (row.tenant.isDemo && !runtime.demo) return null;
  return { ctx: toServiceContext(runtime, toPrincipal(row), requestId), person: toPerson(row) };
}

export function toServiceContext(runtime: Runtime, principal: Principal, requestId: string): ServiceContext {
  const { engine, database, clock, keys } = runtime;
  return { principal, requestId, engine, database, clock, keys };
}

/**
 * The same call by somebody who is only themselves: on the pages about oneself nobody is an operator, so that whoever
 * holds a role sees and changes there what is theirs and nothing of other people's.
 */
export function asPersonConcerned(ctx: ServiceContext): ServiceContext {
  return { ...ctx, principal: { ...ctx.principal, roles: ["user"] } };
}

export function toPrincipal(row: PersonRow): Principal {
  const self = `user:${row.externalId}`;
  return {
    tenantId: row.tenantId,
    actor: { kind: "user", id: row.userId, name: row.displayName },
    via: "page",
    roles: row.roles,
    scopes: [...new Set([self, ...row.scopes])],
    purposes: null,
    sourceTypes: PERSON_SOURCE_TYPES,
    // Everybody may steer what is remembered about themselves; what they may do beyond that hangs on their roles.
    writeMode: "full",
    self,
    keyId: null,
  };
}

function toPerson(row: PersonRow): Person {
  const { isDemo, ...tenant } = row.tenant;
  return {
    userId: row.userId,
    displayName: row.displayName,
    email: row.email,
    externalId: row.externalId,
    roles: row.roles,
    locale: locale.safeParse(row.locale).data ?? null,
    timeZone: row.timeZone,
    preferences: preferences.parse({ ...row.preferences }),
    tenant,
    isDemo,
  };
}
