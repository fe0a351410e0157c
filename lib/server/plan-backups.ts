import { join, resolve } from "node:path";
import { createErasureLedger } from "@/lib/jobs/backup/erasure-ledger";
import type { BackupPlan } from "@/lib/jobs/backup/run-backups";
import { keysPathIn } from "@/lib/jobs/backup/write-backup";
import { dataDirectory, type Environment } from "@/lib/platform/env";
import { createSigner, deriveKey } from "@/lib/platform/hashing";

/** The key that backups and the ledger of erasures are encrypted with. */
export function backupKey(environment: Environment, masterKey: string): Uint8Array {
  return deriveKey(environment.KEEPSAKE_BACKUP_KEY ?? masterKey, "backup");
}

export function backupDirectory(environment: Environment): string {
  return resolve(
    /* turbopackIgnore: true */ environment.KEEPSAKE_BACKUP_DIR ??
      join(dataDirectory(environment), "backups"),
  );
}

/** Where the ledger of erasures stands: beside the backups, never inside one. */
export function ledgerPathIn(directory: string): string {
  return join(directory, "erasures.log");
}

/** Signed places of the audit chains. */
export function checkpointsPathIn(directory: string): string {
  return join(directory, "audit-checkpoints.log");
}

export function planBackups(environment: Environment, masterKey: string): BackupPlan {
  const directory = backupDirectory(environment);
  const key = backupKey(environment, masterKey);
  return {
    directory,
    key,
    keysPath: keysPathIn(directory),
    keepDays: environment.KEEPSAKE_BACKUP_KEEP_DAYS,
    ledger: createErasureLedger(ledgerPathIn(directory), key),
    checkpoints: { path: checkpointsPathIn(directory), signer: createSigner(masterKey, "receipt") },
    everyHours: environment.KEEPSAKE_BACKUP_EVERY_HOURS ?? null,
  };
}
