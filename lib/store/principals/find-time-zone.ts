import { sql } from "drizzle-orm";
import type { Tx } from "@/lib/store/client";
import { queryRows } from "@/lib/store/rows";

/** On whose wall clock a text's times are read: the first of these people who chose a zone, else the tenant's. */
export async function findTimeZone(tx: Tx, tenantId: string, subjects: readonly string[]): Promise<string> {
  const people = subjects
    .filter((name) => name.startsWith("user:"))
    .map((name) => name.slice("user:".length));
  const list = sql.join(
    people.map((id) => sql`${id}`),
    sql`, `,
  );
  const own =
    people.length === 0
      ? sql`null`
      : sql`(select u.time_zone from users u
      where u.tenant_id = ${tenantId} and u.external_id in (${list}) and u.time_zone is not null limit 1)`;
  const [row] = await queryRows<{ zone: string }>(
    tx,
    sql`select coalesce(${own}, t.time_zone) as zone from tenants t where t.tenant_id = ${tenantId}`,
  );
  return row?.zone ?? "UTC";
}
