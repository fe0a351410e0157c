import { type SQL, sql } from "drizzle-orm";
import type { BackupTable } from "@/lib/store/backup/list-tables";
import type { Tx } from "@/lib/store/client";
import { queryRows } from "@/lib/store/rows";

const BATCH = 500;

/** From here on everything read is of one moment, whatever others commit. The first statement of its transaction. */
export async function beginSnapshot(tx: Tx): Promise<void> {
  await tx.execute(sql`set transaction isolation level repeatable read`);
}

/**
 * Row-level security is forced on the owner too, and rightly: it sees the rows of one tenant at a time. Lasts until the
 * end of the transaction or the next call.
 */
export async function lookAtTenant(tx: Tx, tenantId: string): Promise<void> {
  await tx.execute(sql`select set_config('app.tenant_id', ${tenantId}, true)`);
}

/** Every tenant of the installation; the owner reads it without being one. */
export async function listAllTenants(tx: Tx): Promise<string[]> {
  const rows = await queryRows<{ tenant_id: string }>(
    tx,
    sql`select tenant_id from tenants order by tenant_id`,
  );
  return rows.map((row) => row.tenant_id);
}

/**
 * The rows of a table, of one tenant where it has tenants, as the database writes them in JSON: numbers, ranges and
 * bytes come back as they were, because nothing between here and `loadRows` reads them.
 */
export async function* copyRows(
  tx: Tx,
  table: BackupTable,
  tenantId: string | null,
): AsyncGenerator<{ rows: number; json: string }> {
  const where: SQL =
    tenantId === null ? sql`` : sql`where t.tenant_id = nullif(current_setting('app.tenant_id', true), '')`;
  const columns = table.columns.map((name) => {
    const column = sql.identifier(name);
    return table.jsonColumns.includes(name) ? sql`t.${column}::text as ${column}` : sql`t.${column}`;
  });
  await tx.execute(
    sql`declare copied_rows no scroll cursor for select row_to_json(r)::text as row
      from (select ${sql.join(columns, sql`, `)} from ${sql.identifier(table.name)} t ${where}) r`,
  );
  for (;;) {
    const rows = await queryRows<{ row: string }>(tx, sql`fetch 500 from copied_rows`);
    if (rows.length > 0) yield { rows: rows.length, json: `[${rows.map(({ row }) => row).join(",")}]` };
    if (rows.length < BATCH) break;
  }
  await tx.execute(sql`close copied_rows`);
}
