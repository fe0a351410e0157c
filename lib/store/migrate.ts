import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import type { Database, Tx } from "@/lib/store/client";
import { queryRows } from "@/lib/store/rows";

interface Migration {
  name: string;
  hash: string;
  statements: string[];
}

/** The migrations in the order of drizzle-kit's journal. */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const journal: unknown = JSON.parse(await readFile(join(folder, "meta", "_journal.json"), "utf8"));
  const entries = (journal as { entries: { tag: string }[] }).entries;
  return Promise.all(
    entries.map(async ({ tag }) => {
      const text = await readFile(join(folder, `${tag}.sql`), "utf8");
      return {
        name: tag,
        hash: createHash("sha256").update(text).digest("hex"),
        statements: text.split("--> statement-breakpoint").map((statement) => statement.trim()),
      };
    }),
  );
}

/** Which migrations stand here, in the order of their names. */
export async function listAppliedMigrations(tx: Tx): Promise<string[]> {
  const rows = await queryRows<{ name: string }>(tx, sql`select name from keepsake_migrations order by name`);
  return rows.map((row) => row.name);
}

/** What an update of the schema would apply, and what stands; changes nothing. */
export async function findPendingMigrations(
  database: Database,
  folder = join(process.cwd(), "drizzle"),
): Promise<{ pending: string[]; standing: string[] }> {
  const known = await readMigrations(folder);
  const standing = await database.asOwner(async (tx): Promise<string[]> => {
    const [found] = await queryRows<{ made: boolean }>(
      tx,
      sql`select to_regclass('public.keepsake_migrations') is not null as made`,
    );
    return found?.made ? listAppliedMigrations(tx) : [];
  });
  return { pending: known.map(({ name }) => name).filter((name) => !standing.includes(name)), standing };
}

/** Everything acknowledged is in the files themselves after it. */
export async function writeCheckpoint(tx: Tx): Promise<void> {
  await tx.execute(sql`checkpoint`);
}

export interface MigrationReport {
  applied: string[];
  total: number;
  /** All that stand here now. */
  standing: string[];
}

/**
 * Brings the schema up to date, as the owner, all in one transaction under a lock: two processes that start at once do
 * not both migrate. A migration that was changed after it ran is refused, because nobody can say what stands then.
 * drizzle's own migrator is not used: it has one function for each driver and skips a changed file silently.
 * @param only these and no others: the schema as it was when a backup was made
 * @throws Error naming the migration that failed or was changed
 */
export async function migrateDatabase(
  database: Database,
  folder = join(process.cwd(), "drizzle"),
  only: readonly string[] | null = null,
): Promise<MigrationReport> {
  const migrations = await readMigrations(folder);
  return database.asOwner(async (tx) => {
    await tx.execute(
      sql`create table if not exists keepsake_migrations (name text primary key, hash text not null, applied_at timestamptz not null)`,
    );
    await tx.execute(sql`lock table keepsake_migrations in exclusive mode`);
    const done = new Map(
      (
        await queryRows<{ name: string; hash: string }>(tx, sql`select name, hash from keepsake_migrations`)
      ).map((row) => [row.name, row.hash]),
    );
    const applied: string[] = [];
    for (const migration of migrations) {
      const before = done.get(migration.name);
      if (before === migration.hash) continue;
      if (only !== null && !only.includes(migration.name)) continue;
      if (before !== undefined)
        throw new Error(`Migration ${migration.name} was changed after it had been applied here.`);
      for (const statement of migration.statements) {
        if (statement !== "") await tx.execute(sql.raw(statement));
      }
      await tx.execute(
        sql`insert into keepsake_migrations (name, hash, applied_at) values (${migration.name}, ${migration.hash}, now())`,
      );
      applied.push(migration.name);
    }
    const unknown = [...done.keys()].filter(
      (name) => !migrations.some((migration) => migration.name === name),
    );
    if (unknown.length > 0) {
      throw new Error(
        `This database was migrated by a newer Keepsake (${unknown.join(", ")}). Start that version, or restore a backup.`,
      );
    }
    return { applied, total: migrations.length, standing: [...done.keys(), ...applied] };
  });
}
