import { rm, stat } from "node:fs/promises";
import type { Clock } from "@/lib/platform/clock";
import { type BackupRecord, listBackups, lockBackups, writeBackups } from "@/lib/store/backup/backup-records";
import type { Database } from "@/lib/store/client";

/** For so long it is still told that there was one. */
const TELL_MS = 400 * 86_400_000;

/**
 * Removes what has aged out, and notes what is gone already. Receipts of erasures wait for a backup until it was seen to
 * be gone, not until it should be.
 * @returns how many were removed
 */
export async function pruneBackups({
  database,
  clock,
}: {
  database: Database;
  clock: Clock;
}): Promise<number> {
  const now = clock.now();
  const before = await database.withoutTenant(listBackups);
  const over = before.filter((item) => item.removed_at === null && new Date(item.expires_at) <= now);
  for (const { path } of over) await rm(path, { recursive: true, force: true });
  const missing = new Set<string>();
  for (const item of before)
    if (item.removed_at === null && !(await exists(item.path))) missing.add(item.path);
  if (missing.size === 0) return 0;
  await database.withoutTenant(async (tx) => {
    await lockBackups(tx);
    const seen = (item: BackupRecord) =>
      // Only what was known before looking: one that is being written is not missing.
      item.removed_at === null &&
      missing.has(item.path) &&
      before.some(({ made_at }) => made_at === item.made_at)
        ? { ...item, removed_at: now.toISOString() }
        : item;
    const told = (item: BackupRecord) =>
      item.removed_at === null || now.getTime() - new Date(item.removed_at).getTime() < TELL_MS;
    await writeBackups(tx, (await listBackups(tx)).map(seen).filter(told), now);
  });
  return over.length;
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
