import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import type { Command } from "@/lib/cli/command";
import { requireValidReceipt } from "@/lib/cli/commands/verify-receipt";
import { readCheckpoints } from "@/lib/jobs/audit/checkpoints";
import { locateDatabase } from "@/lib/cli/commands/backup";
import { createSigner } from "@/lib/platform/hashing";
import { backupDirectory, checkpointsPathIn } from "@/lib/server/plan-backups";
import { readSecrets } from "@/lib/server/read-secrets";
import { dataDirectory, type Environment, readEnvironment } from "@/lib/platform/env";
import { type AuditPosition, type AuditProblemKind, verifyAudit } from "@/lib/store/audit-chain";
import { type Database, openDatabase } from "@/lib/store/client";
import { listTenants } from "@/lib/store/principals/tenants";

/** The server's own checkpoints, where there are any; a file that is named must be there. */
async function readKept(
  environment: Environment,
  named: string | undefined,
): Promise<{ kept: Map<string, AuditPosition[]>; notes: string[]; wrong: boolean }> {
  const path = named
    ? resolve(environment.INIT_CWD ?? ".", named)
    : checkpointsPathIn(backupDirectory(environment));
  if (named === undefined && !existsSync(path)) {
    return {
      kept: new Map(),
      notes: [`No checkpoints at ${path}: only what the chains say themselves.`],
      wrong: false,
    };
  }
  const { masterKey } = readSecrets(environment, locateDatabase(environment));
  const { kept, wrong } = await readCheckpoints(path, createSigner(masterKey, "receipt").publicKey);
  const places = [...kept.values()].reduce((sum, one) => sum + one.length, 0);
  return {
    kept,
    notes: [
      `${places} signed places read from ${path}.`,
      ...wrong.map(
        (line) =>
          `  line ${line} is no checkpoint of this installation: it was changed, or made with another key`,
      ),
    ],
    wrong: wrong.length > 0,
  };
}

const WORDS: Record<AuditProblemKind, string> = {
  missing: "an entry is missing",
  changed: "the text of an entry is not the one that was linked",
  columns_differ: "the columns of an entry say something else than its text",
  broken_link: "an entry does not follow the one before it",
  position_not_found:
    "the chain does not contain the place that a receipt or a checkpoint names: cut off, or made anew",
};

/**
 * Whether the audit log still is what was linked into each tenant's chain.
 * @param kept places named by receipts, by tenant
 * @returns lines to print, and whether anything was wrong
 */
export async function verifyTenants(
  database: Database,
  only: string | null,
  kept: ReadonlyMap<string, AuditPosition[]>,
): Promise<{ lines: string[]; wrong: boolean }> {
  const tenants = await database.withoutTenant(listTenants);
  const chosen = tenants.filter(
    (tenant) => only === null || tenant.slug === only || tenant.tenantId === only,
  );
  if (only !== null && chosen.length === 0) return { lines: [`There is no tenant ${only}.`], wrong: true };
  const lines: string[] = [];
  let wrong = false;
  for (const { tenantId, slug } of chosen) {
    const positions = kept.get(tenantId) ?? [];
    const report = await database.withTenant(tenantId, (tx) => verifyAudit(tx, tenantId, positions));
    const tail =
      report.unlinked > 0 ? `; ${report.unlinked} not linked yet, since ${report.oldestUnlinkedAt}` : "";
    const matched = positions.length > 0 ? `; ${positions.length} kept places compared` : "";
    const verdict = report.problems.length === 0 ? "whole" : "BROKEN";
    lines.push(`${slug}: ${verdict}, ${report.linked} entries linked${tail}${matched}`);
    for (const { kind, seq, auditId } of report.problems) {
      lines.push(`  at ${seq}${auditId ? ` (${auditId})` : ""}: ${WORDS[kind]}`);
    }
    wrong ||= report.problems.length > 0;
  }
  for (const tenantId of kept.keys()) {
    if (chosen.some((tenant) => tenant.tenantId === tenantId)) continue;
    lines.push(`A kept place speaks of tenant ${tenantId}, which was not looked at here.`);
    wrong = true;
  }
  return { lines, wrong };
}

/** A chain alone cannot show a cut at its end; receipts, which left the house, can. */
export const verifyAuditLog: Command = {
  name: "verify-audit",
  usage: "[--tenant <slug>] [--receipt <file>]… [--checkpoints <file>]",
  summary: "check the audit chain of every tenant, with the server stopped or on a server database",
  async run(args) {
    const { values } = parseArgs({
      args,
      options: {
        tenant: { type: "string" },
        receipt: { type: "string", multiple: true },
        checkpoints: { type: "string" },
      },
    });
    const environment = readEnvironment();
    const { kept, notes, wrong: unsigned } = await readKept(environment, values.checkpoints);
    for (const note of notes) console.log(note);
    for (const file of values.receipt ?? []) {
      const { receipt } = requireValidReceipt(
        await readFile(resolve(environment.INIT_CWD ?? ".", file), "utf8"),
      );
      if (receipt.audit) kept.set(receipt.tenant_id, [...(kept.get(receipt.tenant_id) ?? []), receipt.audit]);
    }
    const { DATABASE_URL: url, KEEPSAKE_APP_DATABASE_URL: appUrl } = environment;
    const database = await openDatabase(
      url
        ? { kind: "server", url, ...(appUrl && { appUrl }), connections: 1 }
        : { kind: "embedded", dataDir: join(resolve(dataDirectory(environment)), "database") },
    );
    try {
      const { lines, wrong } = await verifyTenants(database, values.tenant ?? null, kept);
      for (const line of lines) console.log(line);
      return wrong || unsigned ? 1 : 0;
    } finally {
      await database.close();
    }
  },
};
