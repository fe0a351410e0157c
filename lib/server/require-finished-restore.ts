import { RESTORING_SETTING } from "@/lib/store/backup/backup-records";
import type { Database } from "@/lib/store/client";
import { findSetting } from "@/lib/store/principals/instance-settings";

/**
 * A restored database still holds what was erased since its backup was made, until the restore has erased it again.
 * @throws Error as long as that is not done
 */
export async function requireFinishedRestore(database: Database): Promise<void> {
  const restoring = await database.withoutTenant((tx) => findSetting(tx, RESTORING_SETTING));
  if (restoring === null) return;
  throw new Error(
    "A restore of this database did not come to its end: what was erased since the backup may be back in it. Run it again: npm run keepsake -- restore <file> --replace.",
  );
}
