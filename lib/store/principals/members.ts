import { ROLES } from "@/lib/contracts/choices";
import { sql } from "drizzle-orm";
import type { ListMembersQuery, Member, Members } from "@/lib/contracts/members";
import type { Role } from "@/lib/contracts/principals";
import type { Tx } from "@/lib/store/client";
import { queryRows, toInstant, toInstantOrNull } from "@/lib/store/rows";
import { memberships, users } from "@/lib/store/schema/tenancy";
import { and, eq, inArray } from "drizzle-orm";

interface Row {
  user_id: string;
  display_name: string;
  email: string;
  external_id: string;
  roles: string[] | null;
  created_at: unknown;
  disabled_at: unknown;
}

const rolesOf = (names: readonly string[] | null): Role[] => ROLES.filter((role) => names?.includes(role));

/** People of a tenant by name; the cursor is the last id of the page before, and its name is looked up again. */
export async function listMembers(
  tx: Tx,
  tenantId: string,
  query: ListMembersQuery,
  limit: number,
): Promise<Members> {
  const q = query.q?.trim().toLowerCase() ?? "";
  const where = sql`u.tenant_id = ${tenantId}
    and (${q} = '' or position(${q} in lower(u.display_name)) > 0 or position(${q} in lower(u.email)) > 0
      or u.external_id = ${query.q ?? ""})
    and (${query.role ?? null}::text is null or exists (select 1 from memberships m
      where m.tenant_id = ${tenantId} and m.user_id = u.user_id and m.role = ${query.role ?? null}))`;
  const [count] = await queryRows<{ total: number; whole: number; administrators: number }>(
    tx,
    sql`select (select count(*)::int from users u where ${where}) as total,
      (select count(*)::int from users u where u.tenant_id = ${tenantId}) as whole,
      (select count(*)::int from memberships m join users u on u.tenant_id = m.tenant_id and u.user_id = m.user_id
        where m.tenant_id = ${tenantId} and m.role = 'admin' and u.disabled_at is null) as administrators`,
  );
  const cursor = query.cursor ?? null;
  const rows = await queryRows<Row>(
    tx,
    sql`select u.user_id, u.display_name, u.email, u.external_id, u.created_at, u.disabled_at,
        (select jsonb_agg(m.role) from memberships m where m.tenant_id = ${tenantId} and m.user_id = u.user_id) as roles
      from users u where ${where}
        and (${cursor}::text is null or (u.display_name, u.user_id) > (
          select c.display_name, c.user_id from users c where c.tenant_id = ${tenantId} and c.user_id = ${cursor}))
      order by u.display_name, u.user_id limit ${limit + 1}::int`,
  );
  const page = rows.slice(0, limit);
  return {
    items: page.map(toMember),
    next_cursor: rows.length > limit ? (page.at(-1)?.user_id ?? null) : null,
    total: count?.total ?? 0,
    all: count?.whole ?? 0,
    administrators: count?.administrators ?? 0,
  };
}

function toMember(row: Row): Member {
  return {
    user_id: row.user_id,
    display_name: row.display_name,
    email: row.email,
    scope: `user:${row.external_id}`,
    roles: rolesOf(row.roles),
    created_at: toInstant(row.created_at).toISOString(),
    disabled_at: toInstantOrNull(row.disabled_at)?.toISOString() ?? null,
  };
}

/**
 * One member as they are, behind a lock that everybody takes who changes roles or access in this tenant: of two
 * administrators who take each other's role away at once, the second finds that they would be the last.
 */
export async function lockMember(tx: Tx, key: { tenantId: string; userId: string }): Promise<Member | null> {
  const { tenantId, userId } = key;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`keepsake members ${tenantId}`}, 0))`);
  const [row] = await queryRows<Row>(
    tx,
    sql`select u.*, (select jsonb_agg(m.role) from memberships m
        where m.tenant_id = ${tenantId} and m.user_id = u.user_id) as roles
      from users u where u.tenant_id = ${tenantId} and u.user_id = ${userId}`,
  );
  return row ? toMember(row) : null;
}

/** How many other people could still act as administrators. */
export async function countOtherAdmins(tx: Tx, key: { tenantId: string; userId: string }): Promise<number> {
  const [row] = await queryRows<{ count: number }>(
    tx,
    sql`select count(*)::int as count from memberships m
      join users u on u.tenant_id = m.tenant_id and u.user_id = m.user_id
      where m.tenant_id = ${key.tenantId} and m.role = 'admin' and u.disabled_at is null
        and m.user_id <> ${key.userId}`,
  );
  return row?.count ?? 0;
}

export async function changeRoles(
  tx: Tx,
  key: { tenantId: string; userId: string },
  change: { add: Role[]; remove: Role[] },
  at: Date,
): Promise<void> {
  if (change.remove.length > 0)
    await tx
      .delete(memberships)
      .where(
        and(
          eq(memberships.tenantId, key.tenantId),
          eq(memberships.userId, key.userId),
          inArray(memberships.role, change.remove),
        ),
      );
  if (change.add.length > 0)
    await tx.insert(memberships).values(change.add.map((role) => ({ ...key, role, createdAt: at })));
}

/** Who may no longer sign in is also signed out: their sessions carry an older number. */
export async function changeAccess(
  tx: Tx,
  key: { tenantId: string; userId: string },
  disabledAt: Date | null,
): Promise<void> {
  await tx
    .update(users)
    .set({ disabledAt, sessionEpoch: sql`${users.sessionEpoch} + 1` })
    .where(and(eq(users.tenantId, key.tenantId), eq(users.userId, key.userId)));
}

export async function setPasswordHash(
  tx: Tx,
  key: { tenantId: string; userId: string },
  passwordHash: string,
): Promise<void> {
  await tx
    .update(users)
    .set({ passwordHash, sessionEpoch: sql`${users.sessionEpoch} + 1` })
    .where(and(eq(users.tenantId, key.tenantId), eq(users.userId, key.userId)));
}
