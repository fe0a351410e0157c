import { asc, eq, or } from "drizzle-orm";
import type { Tx } from "@/lib/store/client";
import { sqlState } from "@/lib/store/rows";
import { tenants } from "@/lib/store/schema/tenancy";

export interface TenantRow {
  tenantId: string;
  slug: string;
  name: string;
  timeZone: string;
  isDemo: boolean;
}

type Row = typeof tenants.$inferSelect;
const toTenant = (row: Row): TenantRow => ({
  tenantId: row.tenantId,
  slug: row.slug,
  name: row.name,
  timeZone: row.timeZone,
  isDemo: row.isDemo === 1,
});

/** Global on purpose: a tenant is named before anyone can belong to it. @returns false when the slug is taken */
export async function insertTenant(tx: Tx, tenant: TenantRow & { createdAt: Date }): Promise<boolean> {
  const { isDemo, ...row } = tenant;
  const inserted = await tx
    .insert(tenants)
    .values({ ...row, isDemo: isDemo ? 1 : 0 })
    .onConflictDoNothing({ target: tenants.slug })
    .returning({ tenantId: tenants.tenantId });
  return inserted.length === 1;
}

/** By slug or by id. */
export async function findTenant(tx: Tx, ref: string): Promise<TenantRow | null> {
  const [row] = await tx
    .select()
    .from(tenants)
    .where(or(eq(tenants.tenantId, ref), eq(tenants.slug, ref)))
    .limit(1);
  return row ? toTenant(row) : null;
}

/** All of them, oldest first: for the worker and for sign-in's choice, never for a page. */
export async function listTenants(tx: Tx): Promise<TenantRow[]> {
  return (await tx.select().from(tenants).orderBy(asc(tenants.tenantId))).map(toTenant);
}

/** Whether a statement failed because such a row stands already. */
export function isUniqueViolation(error: unknown): boolean {
  return sqlState(error) === "23505";
}
