import type { Engine } from "@/lib/engine/engine";
import type { CallContext } from "@/lib/engine/model/context";
import { containsPosition, type LedgerContent, readLedger } from "@/lib/jobs/backup/erasure-ledger";
import { type OpenedBackup, openBackup } from "@/lib/jobs/backup/read-backup";
import { BACKUP_KIND, type BackupManifest, KEYS_KIND } from "@/lib/jobs/backup/write-backup";
import type { Clock } from "@/lib/platform/clock";
import { createId } from "@/lib/platform/ids";
import { appendAudit } from "@/lib/store/audit";
import { type AuditReport, verifyAudit } from "@/lib/store/audit-chain";
import {
  listBackups,
  RESTORING_SETTING,
  writeBackups,
  writeSetting,
} from "@/lib/store/backup/backup-records";
import { listAllTenants, lookAtTenant } from "@/lib/store/backup/copy-rows";
import {
  applyErasureEntry,
  type ErasureEntry,
  listBegunErasures,
  readErasureEntry,
} from "@/lib/store/backup/erasure-entry";
import { type BackupTable, KEY_TABLES, listTables } from "@/lib/store/backup/list-tables";
import { findSetting, MASTER_KEY_SETTING } from "@/lib/store/principals/instance-settings";
import { clearTables, countRows, isUnused, loadRows } from "@/lib/store/backup/load-rows";
import type { Database, Tx } from "@/lib/store/client";
import { migrateDatabase, readMigrations } from "@/lib/store/migrate";

export interface RestoreInput {
  path: string;
  key: Uint8Array;
  /** The newest generation of data keys; null to go on without: what they sealed stays closed. */
  keysPath: string | null;
  /** The ledger of erasures; null to go on without: what was erased since the backup comes back. */
  ledgerPath: string | null;
  /** Put it in the place of what stands in the database. Its own erasures are applied as well. */
  replace: boolean;
  /** Folder of the migrations. */
  migrations: string;
  /** Of the master key in use: one that is not the backup's would open nothing of it. */
  masterKeyCheck: string;
}

export interface RestoreReport {
  manifest: BackupManifest;
  rows: Record<string, number>;
  tenants: { tenantId: string; audit: AuditReport; erasedAgain: number; indexed: number }[];
}

/**
 * Puts a backup into a database and erases again what was erased since it was made; until that is done the database is
 * marked and nobody can open it. All rows are one transaction: what fails leaves the database as it was.
 * @param openEngine an engine over the restored database
 * @throws Error saying why the backup, its keys or its ledger are not fit, or that the database is in use
 */
export async function restoreBackup(
  database: Database,
  clock: Clock,
  input: RestoreInput,
  openEngine: () => Promise<Engine>,
): Promise<RestoreReport> {
  const backup = await openBackup(input.path, input.key, BACKUP_KIND);
  try {
    return await restoreOpened(database, clock, input, openEngine, backup);
  } finally {
    await backup.close();
  }
}

async function restoreOpened(
  database: Database,
  clock: Clock,
  input: RestoreInput,
  openEngine: () => Promise<Engine>,
  backup: OpenedBackup,
): Promise<RestoreReport> {
  const { manifest } = backup;
  const ledger = input.ledgerPath === null ? null : await readLedger(input.ledgerPath, input.key);
  requireWholeLedger(manifest, ledger);
  await requireKnownSchema(database, input.migrations, manifest);

  const rows: Record<string, number> = {};
  const due = await database.asOwner(async (tx) => {
    const own = await makeRoom(tx, input.replace);
    const tables = await listTables(tx);
    const tableOf = (name: string): BackupTable => {
      const table = tables.find((known) => known.name === name);
      if (!table) throw new Error(`There is no table ${name} here.`);
      return table;
    };
    const loadPart = async (part: { table: string; tenant: string | null; rows: number; json: string }) => {
      if (part.tenant !== null) await lookAtTenant(tx, part.tenant);
      await loadRows(tx, tableOf(part.table), part.json);
      rows[part.table] = (rows[part.table] ?? 0) + part.rows;
    };
    for await (const part of backup.parts()) await loadPart(part);
    if (input.keysPath !== null) {
      const keys = await openBackup(input.keysPath, input.key, KEYS_KIND);
      try {
        for await (const part of keys.parts()) {
          const ours = KEY_TABLES.includes(part.table) && manifest.tenants.includes(part.tenant ?? "");
          if (ours) await loadPart(part);
        }
      } finally {
        await keys.close();
      }
    }
    await requireRows(tx, tables, manifest.tenants, rows);
    if ((await findSetting(tx, MASTER_KEY_SETTING)) !== input.masterKeyCheck) {
      throw new Error(
        "KEEPSAKE_MASTER_KEY is not the key under which this backup was made: nothing encrypted would open.",
      );
    }
    const entries = [...own, ...(ledger?.entries ?? [])];
    const again = await applyEntries(tx, manifest.tenants, entries);
    const at = clock.now();
    for (const tenantId of manifest.tenants) {
      await lookAtTenant(tx, tenantId);
      await appendAudit(tx, restoreCall(tenantId, at), {
        auditId: createId("aud", at),
        at,
        action: "backup.restored",
        objectType: "tenant",
        objectId: tenantId,
        details: { made_at: manifest.madeAt, erasures: again.get(tenantId)?.length ?? 0 },
      });
    }
    await rememberBackup(tx, manifest, input.path, at);
    const open = [...again].map(([tenantId, deletionIds]) => ({ tenantId, deletionIds }));
    await writeSetting(tx, RESTORING_SETTING, { since: at.toISOString(), open }, at);
    return again;
  });
  await migrateDatabase(database, input.migrations);
  return { manifest, rows, tenants: await finishRestore(database, clock, manifest, due, await openEngine()) };
}

async function finishRestore(
  database: Database,
  clock: Clock,
  manifest: BackupManifest,
  due: ReadonlyMap<string, string[]>,
  engine: Engine,
): Promise<RestoreReport["tenants"]> {
  const tenants: RestoreReport["tenants"] = [];
  for (const tenantId of manifest.tenants) {
    const audit = await database.withTenant(tenantId, (tx) => verifyAudit(tx, tenantId));
    const erasedAgain = await engine.reapplyErasures(tenantId, due.get(tenantId) ?? []);
    const indexed = await engine.indexAll(tenantId);
    tenants.push({ tenantId, audit, erasedAgain, indexed });
  }
  const broken = tenants.filter(({ audit }) => audit.problems.length > 0);
  if (broken.length > 0) {
    throw new Error(
      `The audit chain of ${broken.map(({ tenantId }) => tenantId).join(", ")} does not hold in this backup; the database stays closed.`,
    );
  }
  await database.withoutTenant((tx) => writeSetting(tx, RESTORING_SETTING, null, clock.now()));
  return tenants;
}

/** @returns erasures that the database to be replaced knows of itself */
async function makeRoom(tx: Tx, replace: boolean): Promise<ErasureEntry[]> {
  if (await isUnused(tx)) {
    // A first start writes a few settings before there is any organisation.
    await clearTables(tx);
    return [];
  }
  if (!replace) {
    throw new Error(
      "This database is in use. Restore into an empty one, or say --replace to lose what stands in it.",
    );
  }
  const own = await listOwnErasures(tx);
  await clearTables(tx);
  return own;
}

async function listOwnErasures(tx: Tx): Promise<ErasureEntry[]> {
  const found: ErasureEntry[] = [];
  for (const tenantId of await listAllTenants(tx)) {
    await lookAtTenant(tx, tenantId);
    for (const deletionId of await listBegunErasures(tx, tenantId)) {
      const entry = await readErasureEntry(tx, tenantId, deletionId);
      if (entry) found.push(entry);
    }
  }
  return found;
}

async function applyEntries(
  tx: Tx,
  tenants: readonly string[],
  entries: readonly ErasureEntry[],
): Promise<Map<string, string[]>> {
  const again = new Map<string, string[]>();
  for (const entry of entries) {
    // Of an organisation that came later nothing stands in this backup.
    if (!tenants.includes(entry.tenantId)) continue;
    await lookAtTenant(tx, entry.tenantId);
    if (!(await applyErasureEntry(tx, entry))) continue;
    const ids = again.get(entry.tenantId) ?? [];
    if (!ids.includes(entry.deletionId)) again.set(entry.tenantId, [...ids, entry.deletionId]);
  }
  return again;
}

function requireWholeLedger(manifest: BackupManifest, ledger: LedgerContent | null): void {
  if (ledger === null || manifest.ledger === null || containsPosition(ledger, manifest.ledger)) return;
  throw new Error(
    `The ledger of erasures does not contain the place at which this backup was made (${manifest.ledger.entries} entries): it is an older one, or another's. Give the right one, or say --without-ledger and take back what was erased.`,
  );
}

/** The schema as it was when the backup was made; later migrations run after the rows are in. */
async function requireKnownSchema(
  database: Database,
  folder: string,
  manifest: BackupManifest,
): Promise<void> {
  const known = new Set((await readMigrations(folder)).map(({ name }) => name));
  const newer = manifest.migrations.filter((name) => !known.has(name));
  if (newer.length > 0) {
    throw new Error(
      `This backup was made by a newer Keepsake (${newer.join(", ")}). Restore it with that version.`,
    );
  }
  const { standing } = await migrateDatabase(database, folder, manifest.migrations);
  const more = standing.filter((name) => !manifest.migrations.includes(name));
  if (more.length > 0) {
    throw new Error(
      `The database is newer than the backup (${more.join(", ")}): rows of the one do not fit the other. Restore into an empty one.`,
    );
  }
}

async function requireRows(
  tx: Tx,
  tables: readonly BackupTable[],
  tenants: readonly string[],
  rows: Readonly<Record<string, number>>,
): Promise<void> {
  for (const table of tables) {
    let found = 0;
    if (!table.ofTenant) found = await countRows(tx, table, null);
    else {
      for (const tenantId of tenants) {
        await lookAtTenant(tx, tenantId);
        found += await countRows(tx, table, tenantId);
      }
    }
    if (found !== (rows[table.name] ?? 0)) {
      throw new Error(
        `${table.name} has ${found} rows after the restore, and ${rows[table.name] ?? 0} were read.`,
      );
    }
  }
}

/** The backup that is restored was made after its own list of backups: it is added, so that receipts wait for it. */
async function rememberBackup(tx: Tx, manifest: BackupManifest, path: string, at: Date): Promise<void> {
  const items = await listBackups(tx);
  if (items.some((item) => item.path === path)) return;
  const times = { made_at: manifest.madeAt, expires_at: manifest.expiresAt };
  await writeBackups(tx, [...items, { ...times, kind: "backup", path, bytes: 0, removed_at: null }], at);
}

function restoreCall(tenantId: string, at: Date): CallContext {
  return {
    requestId: createId("req", at),
    principal: {
      tenantId,
      actor: { kind: "job", id: "restore", name: null },
      via: "job",
      roles: [],
      scopes: [],
      purposes: null,
      sourceTypes: [],
      writeMode: "full",
      self: null,
      keyId: null,
    },
  };
}
