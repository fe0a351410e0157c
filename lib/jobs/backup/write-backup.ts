import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { ErasureLedger, LedgerPosition } from "@/lib/jobs/backup/erasure-ledger";
import type { Clock } from "@/lib/platform/clock";
import { sha256Hex } from "@/lib/platform/hashing";
import { createSealedFile, type SealedWriter } from "@/lib/platform/sealed-lines";
import { listBackups, lockBackups, writeBackups } from "@/lib/store/backup/backup-records";
import { beginSnapshot, copyRows, listAllTenants, lookAtTenant } from "@/lib/store/backup/copy-rows";
import { type BackupTable, DERIVED_TABLES, KEY_TABLES, listTables } from "@/lib/store/backup/list-tables";
import type { Database } from "@/lib/store/client";
import { listAppliedMigrations } from "@/lib/store/migrate";

/** First line of a backup. */
export interface BackupManifest {
  database: Database["kind"];
  madeAt: string;
  expiresAt: string;
  migrations: string[];
  tenants: string[];
  /** Where the ledger of erasures stood; null when none was kept. */
  ledger: LedgerPosition | null;
}

/** Last line: what must be there after all the rest was read. */
export interface BackupEnd {
  rows: Record<string, number>;
  /** SHA-256 over all lines of rows, in order. */
  sha256: string;
}

/** Before each line of rows. */
export interface BackupPart {
  table: string;
  tenant: string | null;
  rows: number;
}

export const BACKUP_KIND = "backup";
export const KEYS_KIND = "subject keys";
const DAY_MS = 86_400_000;

export interface BackupSetting {
  /** 32 bytes, derived from the backup key or the master key. */
  key: Uint8Array;
  /** Where the key store of the newest generation stands; never inside a backup. */
  keysPath: string;
  keepDays: number;
  ledger: ErasureLedger | null;
}

/** Beside the backups, one for all of them: only its newest generation is kept, without destroyed keys. */
export function keysPathIn(directory: string): string {
  return join(directory, "subject-keys.keepsake");
}

/**
 * One consistent copy of everything that cannot be made again, encrypted, beside it the data keys. Of one moment: all
 * rows are read in one snapshot. Index tables are left out; a restore makes them anew from what may still be read.
 */
export async function writeBackup(
  { database, clock }: { database: Database; clock: Clock },
  path: string,
  setting: BackupSetting,
): Promise<{ manifest: BackupManifest; end: BackupEnd; bytes: number; sha256: string }> {
  const madeAt = clock.now();
  const expiresAt = new Date(madeAt.getTime() + setting.keepDays * DAY_MS);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const ledger = (await setting.ledger?.position()) ?? null;
  const about = { madeAt };
  const rows = await createSealedFile(path, setting.key, { kind: BACKUP_KIND, ...about });
  const keys = await createSealedFile(setting.keysPath, setting.key, { kind: KEYS_KIND, ...about });
  try {
    const { manifest, end } = await database.asOwner(async (tx) => {
      await beginSnapshot(tx);
      const tables = (await listTables(tx)).filter(({ name }) => !DERIVED_TABLES.includes(name));
      const tenants = await listAllTenants(tx);
      const manifest: BackupManifest = {
        database: database.kind,
        madeAt: madeAt.toISOString(),
        expiresAt: expiresAt.toISOString(),
        migrations: await listAppliedMigrations(tx),
        tenants,
        ledger,
      };
      const data = createTally(rows);
      const secret = createTally(keys);
      await rows.write(JSON.stringify(manifest));
      await keys.write(JSON.stringify({ ...manifest, ledger: null }));
      const copyTable = async (table: BackupTable, tenant: string | null) => {
        const tally = KEY_TABLES.includes(table.name) ? secret : data;
        for await (const part of copyRows(tx, table, tenant)) await tally.put(table.name, tenant, part);
      };
      for (const table of tables.filter(({ ofTenant }) => !ofTenant)) await copyTable(table, null);
      for (const tenant of tenants) {
        await lookAtTenant(tx, tenant);
        for (const table of tables.filter(({ ofTenant }) => ofTenant)) await copyTable(table, tenant);
      }
      await keys.write(JSON.stringify({ end: secret.end() }));
      const end = data.end();
      await rows.write(JSON.stringify({ end }));
      return { manifest, end };
    });
    // The keys first: a backup that stands has its keys beside it.
    await keys.finish();
    const done = await rows.finish();
    await database.asOwner(async (tx) => {
      await lockBackups(tx);
      const record = { path, bytes: done.bytes, removed_at: null, kind: "backup" as const };
      const times = { made_at: manifest.madeAt, expires_at: manifest.expiresAt };
      await writeBackups(tx, [...(await listBackups(tx)), { ...times, ...record }], clock.now());
    });
    return { manifest, end, ...done };
  } catch (error) {
    await rows.abort();
    await keys.abort();
    throw error;
  }
}

function createTally(writer: SealedWriter) {
  const rows: Record<string, number> = {};
  let sha256 = sha256Hex("");
  return {
    async put(table: string, tenant: string | null, part: { rows: number; json: string }): Promise<void> {
      rows[table] = (rows[table] ?? 0) + part.rows;
      sha256 = sha256Hex(sha256, part.json);
      await writer.write(JSON.stringify({ table, tenant, rows: part.rows } satisfies BackupPart));
      await writer.write(part.json);
    },
    end: (): BackupEnd => ({ rows, sha256 }),
  };
}
