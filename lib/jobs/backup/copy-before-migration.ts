import { cp, mkdir, rename } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Clock } from "@/lib/platform/clock";
import { listBackups, writeBackups } from "@/lib/store/backup/backup-records";
import type { Database } from "@/lib/store/client";
import { findPendingMigrations, writeCheckpoint } from "@/lib/store/migrate";

const KEEP_DAYS = 7;
const DAY_MS = 86_400_000;

/**
 * Copies the files of the embedded database before its schema changes, so that a migration that goes wrong costs
 * nothing. Only when there is something to lose: a new database has none. The copy is in clear like its original, is
 * known to receipts of erasures, and goes after a week.
 * @param dataDir where the database stands; nothing else may write to it meanwhile
 * @returns where the copy stands, or null when none was needed
 */
export async function copyBeforeMigration(
  { database, clock }: { database: Database; clock: Clock },
  dataDir: string,
): Promise<string | null> {
  const { pending, standing } = await findPendingMigrations(database);
  if (pending.length === 0 || standing.length === 0) return null;
  const now = clock.now();
  const name = `${now.toISOString().replaceAll(/[:.]/g, "-")}-before-${pending[0]}`;
  const target = join(dirname(dataDir), "before-migration", name);
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  await database.asOwner(writeCheckpoint);
  await cp(dataDir, `${target}.part`, { recursive: true, force: false, errorOnExist: true });
  await rename(`${target}.part`, target);
  if (standing.some((migration) => migration.startsWith("0001_"))) {
    await database.asOwner(async (tx) => {
      const expires = new Date(now.getTime() + KEEP_DAYS * DAY_MS).toISOString();
      const record = {
        made_at: now.toISOString(),
        expires_at: expires,
        path: target,
        bytes: 0,
        removed_at: null,
      };
      await writeBackups(tx, [...(await listBackups(tx)), { ...record, kind: "before_migration" }], now);
    });
  }
  return target;
}
