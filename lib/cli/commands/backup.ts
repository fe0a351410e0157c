import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import type { Command } from "@/lib/cli/command";
import { backupPath } from "@/lib/jobs/backup/run-backups";
import { writeBackup } from "@/lib/jobs/backup/write-backup";
import { systemClock } from "@/lib/platform/clock";
import { dataDirectory, type Environment, readEnvironment } from "@/lib/platform/env";
import { planBackups } from "@/lib/server/plan-backups";
import { readSecrets } from "@/lib/server/read-secrets";
import { createBackupOutput } from "@/lib/contracts/backups";
import { type DatabaseLocation, openDatabase } from "@/lib/store/client";
import { DirectoryLockedError } from "@/lib/store/lock-directory";

/** The database that the environment names. */
export function locateDatabase(environment: Environment): DatabaseLocation {
  const { DATABASE_URL: url } = environment;
  return url
    ? { kind: "server", url, connections: 2 }
    : { kind: "embedded", dataDir: join(resolve(dataDirectory(environment)), "database") };
}

/** With the embedded database in use by a server, that server makes it: it alone can read consistently. */
export const backup: Command = {
  name: "backup",
  usage: "[<file>]",
  summary: "write an encrypted, consistent copy of everything; also while the server runs",
  async run(args) {
    const { positionals } = parseArgs({ args, allowPositionals: true });
    if (positionals.length > 1) {
      console.error(`npm run keepsake -- backup ${backup.usage}`);
      return 2;
    }
    const environment = readEnvironment();
    const location = locateDatabase(environment);
    const plan = planBackups(environment, readSecrets(environment, location).masterKey);
    const [named] = positionals;
    const file = named
      ? resolve(environment.INIT_CWD ?? ".", named)
      : backupPath(plan.directory, systemClock.now());
    if (existsSync(file)) {
      console.error(`${file} exists; a backup takes no other's place.`);
      return 2;
    }
    try {
      const database = await openDatabase(location);
      try {
        const made = await writeBackup({ database, clock: systemClock }, file, plan);
        console.log(`${file}: ${made.bytes} bytes, sha256 ${made.sha256}`);
        for (const [table, rows] of Object.entries(made.end.rows).sort()) console.log(`  ${rows} ${table}`);
        console.log(
          `Kept until ${made.manifest.expiresAt}; receipts of erasures wait for it until it is gone.`,
        );
      } finally {
        await database.close();
      }
    } catch (error) {
      if (!(error instanceof DirectoryLockedError)) throw error;
      return askServer(environment, named !== undefined);
    }
    console.log(`The data keys of what is sealed stand apart, in ${plan.keysPath}: keep them apart.`);
    return 0;
  },
};

async function askServer(environment: Environment, named: boolean): Promise<number> {
  if (named) {
    console.error(
      "A server has the database in use: it writes into its own folder of backups. Leave the file out.",
    );
    return 2;
  }
  const key = environment.KEEPSAKE_ADMIN_KEY;
  if (key === undefined) {
    console.error(
      "A server has the database in use. Set KEEPSAKE_ADMIN_KEY, and it is asked to make the backup.",
    );
    return 1;
  }
  const url = environment.KEEPSAKE_URL ?? `http://localhost:${environment.PORT}`;
  const response = await fetch(`${url}/api/v1/admin/backups`, {
    method: "POST",
    headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
    body: "{}",
  });
  const body: unknown = await response.json();
  if (!response.ok) {
    console.error((body as { detail?: string }).detail ?? `The server answered ${response.status}.`);
    return 1;
  }
  const made = createBackupOutput.parse(body);
  console.log(`${made.path}: ${made.bytes} bytes, sha256 ${made.sha256}, made by the running server`);
  for (const [table, rows] of Object.entries(made.rows).sort()) console.log(`  ${rows} ${table}`);
  return 0;
}
