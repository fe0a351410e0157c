import { sql } from "drizzle-orm";
import type { Tx } from "@/lib/store/client";
import { BACKUPS_SETTING } from "@/lib/store/erasure/probe-surroundings";
import { findSetting } from "@/lib/store/principals/instance-settings";

/** A copy of the data that somebody made, until when it is kept, and when it was seen to be gone. */
export interface BackupRecord {
  made_at: string;
  expires_at: string;
  /** backup · before_migration */
  kind: "backup" | "before_migration";
  path: string;
  bytes: number;
  removed_at: string | null;
}

/** Receipts of erasures wait for these. */
export async function listBackups(tx: Tx): Promise<BackupRecord[]> {
  const value = await findSetting(tx, BACKUPS_SETTING);
  return ((value as { items?: BackupRecord[] } | null)?.items ?? []).map((item) => ({
    ...item,
    removed_at: item.removed_at ?? null,
  }));
}

export async function writeBackups(tx: Tx, items: readonly BackupRecord[], at: Date): Promise<void> {
  await writeSetting(tx, BACKUPS_SETTING, { items }, at);
}

/** Set while a restored database is not erased again yet: nobody may read it before. */
export const RESTORING_SETTING = "restoring";

export async function writeSetting(tx: Tx, name: string, value: unknown, at: Date): Promise<void> {
  await tx.execute(sql`insert into instance_settings (name, value, updated_at)
    values (${name}, ${JSON.stringify(value)}::text::jsonb, ${at.toISOString()}::timestamptz)
    on conflict (name) do update set value = excluded.value, updated_at = excluded.updated_at`);
}

/** So that two backups that end at once do not forget one another. */
export async function lockBackups(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('keepsake backups', 0))`);
}
