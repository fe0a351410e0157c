import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import type { Command } from "@/lib/cli/command";
import { locateDatabase } from "@/lib/cli/commands/backup";
import { type RestoreReport, restoreBackup } from "@/lib/jobs/backup/restore-backup";
import { writeCheckpoints } from "@/lib/jobs/audit/checkpoints";
import { createSigner } from "@/lib/platform/hashing";
import { systemClock } from "@/lib/platform/clock";
import { type Environment, readEnvironment } from "@/lib/platform/env";
import { backupDirectory, backupKey, checkpointsPathIn } from "@/lib/server/plan-backups";
import { readSecrets } from "@/lib/server/read-secrets";
import { masterKeyCheck } from "@/lib/server/require-same-master-key";
import { createRuntime, type Runtime } from "@/lib/server/runtime";
import { type Database, openDatabase } from "@/lib/store/client";

const OPTIONS = {
  keys: { type: "string" },
  ledger: { type: "string" },
  "without-keys": { type: "boolean" },
  "without-ledger": { type: "boolean" },
  replace: { type: "boolean" },
} as const;

export interface RestorePlaces {
  path: string;
  keysPath: string | null;
  ledgerPath: string | null;
  replace: boolean;
}

/** Shared with the rehearsal, which restores into a place of its own. @returns the open runtime beside the report */
export async function restoreInto(
  database: Database,
  environment: Environment,
  masterKey: string,
  places: RestorePlaces,
): Promise<{ report: RestoreReport; runtime: Runtime }> {
  let runtime: Runtime | null = null;
  const report = await restoreBackup(
    database,
    systemClock,
    {
      ...places,
      key: backupKey(environment, masterKey),
      migrations: join(process.cwd(), "drizzle"),
      masterKeyCheck: masterKeyCheck(masterKey),
    },
    async () => {
      const secrets = { masterKey, sessionSecret: "not used: nobody signs in here" };
      runtime = await createRuntime({
        environment,
        database,
        secrets,
        restoring: true,
        worker: false,
        demo: false,
      });
      return runtime.engine;
    },
  );
  if (runtime === null) throw new Error("the restored database was not opened");
  return { report, runtime };
}

/** Where keys and ledger are looked for: as told, else in the folder of backups, else beside the backup. */
export function findBeside(
  environment: Environment,
  path: string,
  told: string | undefined,
  name: string,
): string {
  if (told !== undefined) return resolve(environment.INIT_CWD ?? ".", told);
  const folders = [backupDirectory(environment), dirname(path)];
  return (
    folders.map((folder) => join(folder, name)).find(existsSync) ?? join(backupDirectory(environment), name)
  );
}

export function describeRestore({ manifest, rows, tenants }: RestoreReport): string[] {
  return [
    `Backup of ${manifest.madeAt} (${manifest.database}), ${manifest.tenants.length} tenants.`,
    ...Object.entries(rows)
      .sort()
      .map(([table, count]) => `  ${count} ${table}`),
    ...tenants.map(
      ({ tenantId, audit, erasedAgain, indexed }) =>
        `${tenantId}: audit chain whole (${audit.linked} entries), ${erasedAgain} erasures applied again, ${indexed} memories indexed`,
    ),
  ];
}

/** Nobody may have the database open: the embedded one is locked, and a server's must have been stopped. */
export const restore: Command = {
  name: "restore",
  usage: "<file> [--replace] [--keys <file>|--without-keys] [--ledger <file>|--without-ledger]",
  summary: "put a backup back, and erase again what was erased since, with the server stopped",
  async run(args) {
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options: OPTIONS });
    const [named] = positionals;
    if (named === undefined || positionals.length > 1) {
      console.error(`npm run keepsake -- restore ${restore.usage}`);
      return 2;
    }
    const environment = readEnvironment();
    const path = resolve(environment.INIT_CWD ?? ".", named);
    if (!existsSync(path)) {
      console.error(
        `There is no backup at ${path}. Those of this installation are in ${backupDirectory(environment)}.`,
      );
      return 2;
    }
    const keysPath = findBeside(environment, path, values.keys, "subject-keys.keepsake");
    const ledgerPath = findBeside(environment, path, values.ledger, "erasures.log");
    const missing = [
      ...(values["without-keys"] || existsSync(keysPath)
        ? []
        : [`the data keys (${keysPath}): --keys or --without-keys`]),
      ...(values["without-ledger"] || existsSync(ledgerPath)
        ? []
        : [`the ledger of erasures (${ledgerPath}): --ledger or --without-ledger`]),
    ];
    if (missing.length > 0) {
      console.error(
        [
          "Something that belongs to the backup is not there:",
          ...missing.map((line) => `  ${line}`),
          "Without the keys what is of high sensitivity stays closed; without the ledger what was erased since the backup comes back.",
        ].join("\n"),
      );
      return 2;
    }
    const location = locateDatabase(environment);
    const { masterKey } = readSecrets(environment, location);
    const database = await openDatabase(location);
    try {
      const { report } = await restoreInto(database, environment, masterKey, {
        path,
        keysPath: values["without-keys"] ? null : keysPath,
        ledgerPath: values["without-ledger"] ? null : ledgerPath,
        replace: values.replace ?? false,
      });
      for (const line of describeRestore(report)) console.log(line);
      // The chains stand where the backup left them: what is verified from now on counts from there.
      const signer = createSigner(masterKey, "receipt");
      const places = checkpointsPathIn(backupDirectory(environment));
      await writeCheckpoints(database, signer, places, systemClock.now(), { restored: true });
    } finally {
      await database.close();
    }
    return 0;
  },
};
