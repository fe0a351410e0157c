import { sql } from "drizzle-orm";
import { type BackupTable, listTables } from "@/lib/store/backup/list-tables";
import type { Tx } from "@/lib/store/client";
import { queryRows } from "@/lib/store/rows";

/** @param json an array of rows as `copyRows` gave it */
export async function loadRows(tx: Tx, table: BackupTable, json: string): Promise<void> {
  const name = sql.identifier(table.name);
  const columns = table.columns.map((column) => sql.identifier(column));
  const values = table.columns.map((column) =>
    table.jsonColumns.includes(column)
      ? sql`(j.value ->> ${sql.param(column)}::text)::jsonb`
      : sql`r.${sql.identifier(column)}`,
  );
  await tx.execute(
    sql`insert into ${name} (${sql.join(columns, sql`, `)}) select ${sql.join(values, sql`, `)}
      from json_array_elements(${json}::text::json) j, json_populate_record(null::${name}, j.value) r`,
  );
}

/** Rows of a table; of the tenant that is looked at where it has tenants. */
export async function countRows(tx: Tx, table: BackupTable, tenantId: string | null): Promise<number> {
  const where = tenantId === null ? sql`` : sql`where tenant_id = ${tenantId}`;
  const [row] = await queryRows<{ rows: number }>(
    tx,
    sql`select count(*)::int as rows from ${sql.identifier(table.name)} ${where}`,
  );
  return row?.rows ?? 0;
}

/** Whether nobody has used this database: no organisation in it. */
export async function isUnused(tx: Tx): Promise<boolean> {
  const rows = await queryRows<{ tenant_id: string }>(tx, sql`select tenant_id from tenants limit 1`);
  return rows.length === 0;
}

/**
 * Empties every table, also those that refuse to be emptied: what a restore replaces. Their guards stand again before
 * the transaction ends.
 */
export async function clearTables(tx: Tx): Promise<void> {
  const tables = await listTables(tx);
  const names = tables.map(({ name }) => sql.identifier(name));
  for (const name of names) await tx.execute(sql`alter table ${name} disable trigger user`);
  await tx.execute(sql`truncate ${sql.join(names, sql`, `)}`);
  for (const name of names) await tx.execute(sql`alter table ${name} enable trigger user`);
}
