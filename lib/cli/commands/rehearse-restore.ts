import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import type { Command } from "@/lib/cli/command";
import { locateDatabase } from "@/lib/cli/commands/backup";
import { describeRestore, findBeside, restoreInto } from "@/lib/cli/commands/restore";
import { recallCanaries } from "@/lib/cli/recall-canaries";
import { findNewestBackup } from "@/lib/jobs/backup/run-backups";
import { readEnvironment } from "@/lib/platform/env";
import { backupDirectory } from "@/lib/server/plan-backups";
import { readSecrets } from "@/lib/server/read-secrets";
import { openDatabase } from "@/lib/store/client";

/** A backup that was never restored is a hope. Touches nothing: the copy is made in this process's memory. */
export const rehearseRestore: Command = {
  name: "rehearse-restore",
  usage: "[<file>] [--keys <file>] [--ledger <file>]",
  summary: "restore the newest backup in memory, recall from it, and say what was seen",
  async run(args) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { keys: { type: "string" }, ledger: { type: "string" } },
    });
    const environment = readEnvironment();
    const [named] = positionals;
    const path = named
      ? resolve(environment.INIT_CWD ?? ".", named)
      : await findNewestBackup(backupDirectory(environment));
    if (path === null || positionals.length > 1) {
      console.error(path === null ? "There is no backup yet." : `rehearse-restore ${rehearseRestore.usage}`);
      return 2;
    }
    const { masterKey } = readSecrets(environment, locateDatabase(environment));
    const keysPath = findBeside(environment, path, values.keys, "subject-keys.keepsake");
    const ledgerPath = findBeside(environment, path, values.ledger, "erasures.log");
    const database = await openDatabase({ kind: "embedded", dataDir: null });
    try {
      const { report, runtime } = await restoreInto(database, environment, masterKey, {
        path,
        keysPath: existsSync(keysPath) ? keysPath : null,
        ledgerPath: existsSync(ledgerPath) ? ledgerPath : null,
        replace: false,
      });
      console.log(`${path}, restored in memory.`);
      if (!existsSync(keysPath)) console.log(`  no data keys at ${keysPath}: what is sealed stays closed`);
      if (!existsSync(ledgerPath)) console.log(`  no ledger at ${ledgerPath}: nothing was erased again`);
      for (const line of describeRestore(report)) console.log(line);
      let wrong = 0;
      for (const { tenantId } of report.tenants) {
        const { asked, recalled, erased, left } = await recallCanaries(runtime, tenantId);
        console.log(
          `${tenantId}: ${recalled} of ${asked} memories recalled by their own words, ${left} of ${erased} erased memories have words left`,
        );
        wrong += asked - recalled + left;
      }
      console.log(wrong === 0 ? "The backup can be restored." : "SOMETHING IS MISSING, or came back.");
      return wrong === 0 ? 0 : 1;
    } finally {
      await database.close();
    }
  },
};
