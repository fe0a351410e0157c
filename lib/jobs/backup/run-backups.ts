import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { type BackupSetting, writeBackup } from "@/lib/jobs/backup/write-backup";
import { pruneBackups } from "@/lib/jobs/backup/prune-backups";
import type { Clock } from "@/lib/platform/clock";
import type { Signer } from "@/lib/platform/hashing";
import type { Logger } from "@/lib/platform/logger";
import { listBackups } from "@/lib/store/backup/backup-records";
import type { Database } from "@/lib/store/client";

const HOUR_MS = 3_600_000;

export interface BackupPlan extends BackupSetting {
  directory: string;
  /** How often the server makes one by itself; null when it is not asked to. */
  everyHours: number | null;
  /** Where the audit chains stand, signed; a file beside the backups. */
  checkpoints: { path: string; signer: Pick<Signer, "keyId" | "sign"> };
}

/** Named after its moment, so that they sort and none takes another's place. */
export function backupPath(directory: string, at: Date): string {
  return join(directory, `${at.toISOString().replaceAll(/[:.]/g, "-")}.keepsake`);
}

/** What is due of backups: one by schedule, and the removal of those that have aged out. */
export async function runBackups(
  deps: { database: Database; clock: Clock; logger: Logger },
  plan: BackupPlan,
): Promise<void> {
  const { database, clock, logger } = deps;
  if (plan.everyHours !== null) {
    const made = (await database.withoutTenant(listBackups)).filter(({ kind }) => kind === "backup");
    const last = Math.max(0, ...made.map((item) => new Date(item.made_at).getTime()));
    const now = clock.now();
    if (now.getTime() - last >= plan.everyHours * HOUR_MS) {
      const { bytes, end } = await writeBackup(deps, backupPath(plan.directory, now), plan);
      logger.info({ bytes, memories: end.rows.memories ?? 0 }, "a backup was made");
    }
  }
  await pruneBackups(deps);
}

/** The newest backup of a directory, or null. */
export async function findNewestBackup(directory: string): Promise<string | null> {
  const names = await readdir(directory).catch(() => [] as string[]);
  const newest = names
    .filter((name) => /^\d{4}-.*\.keepsake$/.test(name))
    .sort()
    .at(-1);
  return newest === undefined ? null : join(directory, newest);
}
