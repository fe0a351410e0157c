import { sql } from "drizzle-orm";
import type { Database, Tx } from "@/lib/store/client";
import { queryRows } from "@/lib/store/rows";

/** What became of the files in which erased rows lay, as it is kept and told on receipts. */
export interface FilesRewritten {
  /** Tables that were too large to be held still for it. */
  left: string[];
  /** `replaced`: the database's log holds nothing from before; `not_ours`: whoever runs the server keeps and recycles it. */
  log: "replaced" | "not_ours";
}

/** Tables with columns that hold what somebody said: the planner keeps no samples of those (see drizzle/0002). */
async function listContentTables(tx: Tx): Promise<{ name: string; bytes: number }[]> {
  const rows = await queryRows<{ name: string; bytes: string }>(
    tx,
    sql`select c.relname as name, pg_total_relation_size(c.oid)::text as bytes from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relrowsecurity and exists (
        select 1 from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and a.attstattarget = 0)
      order by 1`,
  );
  return rows.map(({ name, bytes }) => ({ name, bytes: Number(bytes) }));
}

/**
 * A deleted row lies in the file until something else is written over it. This writes each table that held content anew,
 * without what is gone, and on the embedded database replaces the log as well. Each table is closed to everybody while
 * its turn lasts, so one that is larger than `mostBytes` is left and named.
 */
export async function rewriteFiles(database: Database, mostBytes: number): Promise<FilesRewritten> {
  const tables = await database.asOwner(listContentTables);
  const left: string[] = [];
  for (const { name, bytes } of tables) {
    if (bytes > mostBytes) left.push(name);
    // The name is one of our own tables', from the catalogue.
    else await database.maintain(`vacuum (full) public."${name}"`);
  }
  if (database.kind !== "embedded") return { left, log: "not_ours" };
  // An old piece of the log is else renamed to be used again, with what was in it.
  await database.maintain("set wal_recycle = off");
  for (let turn = 0; turn < 2; turn++) {
    await database.maintain("select pg_switch_wal()");
    await database.maintain("checkpoint");
  }
  return { left, log: "replaced" };
}
