import { sql } from "drizzle-orm";
import type { Tx } from "@/lib/store/client";
import type { EraseRule } from "@/lib/testing/erase-rules";
import { queryRows } from "@/lib/store/rows";

/** Types that can hold words or something made from them. Numbers, times, booleans and ranges cannot. */
const CONTENT_TYPES = [
  "text",
  "varchar",
  "bpchar",
  "json",
  "jsonb",
  "xml",
  "bytea",
  "tsvector",
  "vector",
  "halfvec",
  "sparsevec",
  "name",
];

/** Columns without a rule, and rules without a column; empty when each column is accounted for. */
export async function checkEraseRules(tx: Tx, rules: Readonly<Record<string, EraseRule>>): Promise<string[]> {
  const columns = await listContentColumns(tx);
  const known = new Set(columns);
  return [
    ...columns.filter((column) => !(column in rules)).map((column) => `${column} has no erase rule`),
    ...Object.keys(rules)
      .filter((column) => !known.has(column))
      .map((column) => `${column} has a rule and is no column that can hold content`),
  ];
}

/** `table.column` of every tenant table whose type, or the type of its elements, can hold content. */
async function listContentColumns(tx: Tx): Promise<string[]> {
  const rows = await queryRows<{ column: string }>(
    tx,
    sql`select c.relname || '.' || a.attname as "column"
      from pg_class c
        join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        join pg_type t on t.oid = a.atttypid
        left join pg_type e on e.oid = t.typelem and t.typcategory = 'A'
        left join pg_type b on b.oid = t.typbasetype
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attname <> 'tenant_id'
        and exists (select 1 from pg_attribute x where x.attrelid = c.oid and x.attname = 'tenant_id')
        and c.relname not in ('tenants', 'sign_in_directory', 'key_directory')
        and coalesce(e.typname, b.typname, t.typname)::text in (${sql.join(
          CONTENT_TYPES.map((type) => sql`${type}`),
          sql`, `,
        )})
      order by 1`,
  );
  return rows.map((row) => row.column);
}

/** Columns that go and of which the planner still samples values: words would outlive their row in pg_statistic. */
export async function listSampledColumns(
  tx: Tx,
  rules: Readonly<Record<string, EraseRule>>,
): Promise<string[]> {
  const rows = await queryRows<{ column: string }>(
    tx,
    sql`select c.relname || '.' || a.attname as "column"
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and coalesce(a.attstattarget, -1) <> 0 order by 1`,
  );
  return rows
    .map((row) => row.column)
    .filter((column) => {
      const rule = rules[column];
      return rule !== undefined && "place" in rule;
    });
}
