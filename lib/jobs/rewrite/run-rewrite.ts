import type { Clock } from "@/lib/platform/clock";
import type { Logger } from "@/lib/platform/logger";
import { writeSetting } from "@/lib/store/backup/backup-records";
import type { Database } from "@/lib/store/client";
import { FILES_SETTING, findFilesState, findNewestErasure } from "@/lib/store/erasure/files-state";
import { rewriteFiles } from "@/lib/store/erasure/rewrite-files";
import { listTenants } from "@/lib/store/principals/tenants";

const HOUR_MS = 3_600_000;
/** Larger tables are not held still for it: at some 100 MB a second this is two seconds. */
const MOST_BYTES = 256 * 1024 * 1024;

export interface RewritePlan {
  /** At most this often, and only after something was erased; null never. */
  everyHours: number | null;
  mostBytes?: number;
}

/**
 * Writes the files anew in which erased rows still lie, when something was erased since the last time, and leaves word of
 * it for the receipts. @returns whether it did
 */
export async function runRewrite(
  { database, clock, logger }: { database: Database; clock: Clock; logger: Logger },
  plan: RewritePlan,
): Promise<boolean> {
  const now = clock.now();
  const { everyHours, mostBytes = MOST_BYTES } = plan;
  const known = await database.withoutTenant(findFilesState);
  const keep = (state: Omit<NonNullable<typeof known>, "every_hours">) =>
    database.withoutTenant((tx) =>
      writeSetting(tx, FILES_SETTING, { ...state, every_hours: everyHours }, now),
    );
  const before = known ?? { rewritten_at: null, left: [], log: null };
  if (known?.every_hours !== everyHours) await keep(before);
  if (everyHours === null) return false;
  const last = before.rewritten_at === null ? null : new Date(before.rewritten_at);
  if (last !== null && now.getTime() - last.getTime() < everyHours * HOUR_MS) return false;
  const erasures = await Promise.all(
    (await database.withoutTenant(listTenants)).map(({ tenantId }) =>
      database.withTenant(tenantId, (tx) => findNewestErasure(tx, tenantId)),
    ),
  );
  const newest = Math.max(0, ...erasures.map((at) => at?.getTime() ?? 0));
  if (newest === 0 || (last !== null && newest < last.getTime())) return false;
  const { left, log } = await rewriteFiles(database, mostBytes);
  await keep({ rewritten_at: now.toISOString(), left, log });
  logger.info({ tables_left: left.length, log }, "the files in which erased rows lay were written anew");
  return true;
}
