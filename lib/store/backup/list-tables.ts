import { sql } from "drizzle-orm";
import type { Tx } from "@/lib/store/client";
import { queryRows } from "@/lib/store/rows";

export interface BackupTable {
  name: string;
  /** False for the few tables of the whole installation. */
  ofTenant: boolean;
  columns: string[];
  /** Those of JSON: kept as text, so that a JSON null and no value stay two things. */
  jsonColumns: string[];
}

/** Made from the truth and made again after a restore: what was erased must not lie about in clear in a copy. */
export const DERIVED_TABLES: readonly string[] = [
  "search_index",
  "search_vectors",
  "embedding_cache",
  "vector_models",
];
/** Kept apart from what they open, in the newest generation only. */
export const KEY_TABLES: readonly string[] = ["subject_keys"];
/** Written by the migrator itself. */
const OWN_TABLES: readonly string[] = ["keepsake_migrations"];

/**
 * All tables in an order in which they can be filled: what a reference points to comes first. Read from the catalogue,
 * so that a table of a later migration is not forgotten.
 */
export async function listTables(tx: Tx): Promise<BackupTable[]> {
  const tables = await queryRows<{ name: string; of_tenant: boolean; columns: string; json: string }>(
    tx,
    sql`select c.relname as name,
        (select coalesce(json_agg(a.attname order by a.attnum), '[]')::text from pg_attribute a
          where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
        (select coalesce(json_agg(a.attname order by a.attnum), '[]')::text from pg_attribute a
          where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.atttypid in ('json'::regtype, 'jsonb'::regtype)) as json,
        exists (select 1 from pg_attribute a where a.attrelid = c.oid
          and a.attname = 'tenant_id' and not a.attisdropped) and c.relrowsecurity as of_tenant
      from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
        and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e')
      order by 1`,
  );
  const references = await queryRows<{ name: string; needs: string }>(
    tx,
    sql`select k.conrelid::regclass::text as name, k.confrelid::regclass::text as needs
      from pg_constraint k where k.contype = 'f' and k.connamespace = 'public'::regnamespace
        and k.conrelid <> k.confrelid`,
  );
  const ordered: BackupTable[] = [];
  const left = new Map(tables.filter(({ name }) => !OWN_TABLES.includes(name)).map((t) => [t.name, t]));
  while (left.size > 0) {
    const ready = [...left.values()].filter(
      ({ name }) => !references.some((one) => one.name === name && left.has(one.needs)),
    );
    if (ready.length === 0) throw new Error("tables refer to one another in a circle");
    for (const { name, of_tenant, columns, json } of ready) {
      const listed = { columns: JSON.parse(columns) as string[], jsonColumns: JSON.parse(json) as string[] };
      ordered.push({ name, ofTenant: of_tenant, ...listed });
      left.delete(name);
    }
  }
  return ordered;
}
