import { sql } from "drizzle-orm";
import type { Database } from "@/lib/store/client";
import { queryRows } from "@/lib/store/rows";

/** Which columns name a row, of tables whose rows belong together. */
const TABLES: readonly [table: string, ids: readonly string[]][] = [
  ["facts", ["fact_id", "instance"]],
  ["memories", ["memory_id", "fact_id"]],
  ["memory_contents", ["memory_id"]],
  ["memory_sources", ["memory_id"]],
  ["approvals", ["approval_id", "memory_id", "fact_id"]],
  ["retrievals", ["retrieval_id"]],
  ["retrieval_texts", ["retrieval_id"]],
];

/**
 * Copies of one held memory with its approval, or of one retrieval, as many as are asked for: rows that the engine wrote,
 * each under ids of its own and in the order of the copies.
 */
export async function multiplyRows(
  database: Database,
  tenantId: string,
  one: { memoryId: string } | { retrievalId: string },
  copies: number,
): Promise<void> {
  const [column, id] = "memoryId" in one ? ["memory_id", one.memoryId] : ["retrieval_id", one.retrievalId];
  await database.withTenant(tenantId, async (tx) => {
    for (const [table, ids] of TABLES) {
      const rows = await queryRows<{ column_name: string }>(
        tx,
        sql`select a.attname as column_name from pg_attribute a
          where a.attrelid = ${table}::regclass and a.attnum > 0 and not a.attisdropped order by a.attnum`,
      );
      const columns = rows.map((row) => row.column_name);
      const origin =
        table === "facts" && "memoryId" in one
          ? sql`o.fact_id = (select m.fact_id from memories m where m.tenant_id = ${tenantId} and m.memory_id = ${id})`
          : columns.includes(column as string)
            ? sql`o.${sql.identifier(column as string)} = ${id}`
            : null;
      if (origin === null) continue;
      // The last digits of an id tell its copies apart.
      const value = (name: string) =>
        ids.includes(name)
          ? sql`left(o.${sql.identifier(name)}, -6) || lpad(g::text, 6, '0')`
          : sql`o.${sql.identifier(name)}`;
      await tx.execute(sql`insert into ${sql.identifier(table)} (${sql.join(
        columns.map((name) => sql.identifier(name)),
        sql`, `,
      )})
        select ${sql.join(columns.map(value), sql`, `)} from ${sql.identifier(table)} o, generate_series(1, ${copies}::int) g
        where o.tenant_id = ${tenantId} and ${origin}`);
    }
  });
}
