import { ROLES } from "@/lib/contracts/choices";
import { and, asc, eq, or, sql } from "drizzle-orm";
import type { Role } from "@/lib/contracts/principals";
import type { Tx } from "@/lib/store/client";
import { queryRows } from "@/lib/store/rows";
import { memberships, signInDirectory, tenants, users } from "@/lib/store/schema/tenancy";

export interface UserRow {
  tenantId: string;
  userId: string;
  externalId: string;
  email: string;
  displayName: string;
  passwordHash: string | null;
  scopes: string[];
  locale: string | null;
  timeZone: string | null;
  preferences: Record<string, unknown>;
  sessionEpoch: number;
  createdAt: Date;
  disabledAt: Date | null;
}

/** A user, their roles, and the directory entry that lets them sign in. @throws on a taken e-mail or external id (23505) */
export async function insertUser(
  tx: Tx,
  input: { user: UserRow; roles: readonly Role[]; emailDigest: string },
): Promise<void> {
  const { user, roles, emailDigest } = input;
  await tx.insert(users).values(user);
  await tx.insert(memberships).values(
    roles.map((role) => ({
      tenantId: user.tenantId,
      userId: user.userId,
      role,
      createdAt: user.createdAt,
    })),
  );
  await tx.insert(signInDirectory).values({ emailDigest, tenantId: user.tenantId, userId: user.userId });
}

/** Outside any tenant, through the definer function: who could be signing in. */
export async function findSignIns(
  tx: Tx,
  emailDigest: string,
): Promise<{ tenantId: string; userId: string }[]> {
  const rows = await queryRows<{ tenant_id: string; user_id: string }>(
    tx,
    sql`select tenant_id, user_id from find_sign_in(${emailDigest})`,
  );
  return rows.map((row) => ({ tenantId: row.tenant_id, userId: row.user_id }));
}

/** Whether anybody belongs to this tenant. */
export async function hasPeople(tx: Tx, tenantId: string): Promise<boolean> {
  const rows = await tx
    .select({ userId: users.userId })
    .from(users)
    .where(eq(users.tenantId, tenantId))
    .limit(1);
  return rows.length > 0;
}

export interface PersonRow extends UserRow {
  roles: Role[];
  tenant: { id: string; slug: string; name: string; timeZone: string; isDemo: boolean };
}

/** A user with their present roles and tenant; also a disabled one. */
export async function findPerson(
  tx: Tx,
  key: { tenantId: string; userId: string },
): Promise<PersonRow | null> {
  const rows = await tx
    .select({ user: users, role: memberships.role, tenant: tenants })
    .from(users)
    .innerJoin(tenants, eq(tenants.tenantId, users.tenantId))
    .leftJoin(
      memberships,
      and(eq(memberships.tenantId, users.tenantId), eq(memberships.userId, users.userId)),
    )
    .where(and(eq(users.tenantId, key.tenantId), eq(users.userId, key.userId)))
    .orderBy(asc(memberships.role));
  const first = rows[0];
  if (!first) return null;
  const { tenant } = first;
  return {
    ...first.user,
    roles: ROLES.filter((role) => rows.some((row) => row.role === role)),
    tenant: {
      id: tenant.tenantId,
      slug: tenant.slug,
      name: tenant.name,
      timeZone: tenant.timeZone,
      isDemo: tenant.isDemo === 1,
    },
  };
}

/** By user id, external id or e-mail; null when there is none. */
export async function findUserId(tx: Tx, tenantId: string, who: string): Promise<string | null> {
  const [row] = await tx
    .select({ userId: users.userId })
    .from(users)
    .where(
      and(
        eq(users.tenantId, tenantId),
        or(eq(users.userId, who), eq(users.externalId, who), eq(users.email, who)),
      ),
    )
    .limit(1);
  return row?.userId ?? null;
}

export async function updateProfile(
  tx: Tx,
  key: { tenantId: string; userId: string },
  change: { locale?: string; timeZone?: string; preferences?: Record<string, unknown> },
): Promise<void> {
  await tx
    .update(users)
    .set(change)
    .where(and(eq(users.tenantId, key.tenantId), eq(users.userId, key.userId)));
}
