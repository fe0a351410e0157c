import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { openDatabase } from "@/lib/store/client";
import { migrateDatabase } from "@/lib/store/migrate";
import { startCluster } from "@/lib/testing/cluster.mjs";
import type {} from "@/lib/testing/database-template";
import { databaseUrl, runAsOwner } from "@/lib/testing/server-databases";

/**
 * Once for each run: a PostgreSQL server and a migrated template database on it. Returns what takes both away again.
 * @throws Error when there is no PostgreSQL: a run on the server that tests nothing must not look like a pass
 */
export default async function prepareServer(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startCluster();
  const template = `keepsake_template_${process.pid}`;
  try {
    await runAsOwner(cluster.ownerUrl, `DROP DATABASE IF EXISTS ${template}`, `CREATE DATABASE ${template}`);
    const database = await openDatabase({ kind: "server", url: databaseUrl(cluster.ownerUrl, template) });
    try {
      await migrateDatabase(database, join(project.config.root, "drizzle"));
    } finally {
      await database.close();
    }
  } catch (error) {
    cluster.stop();
    throw error;
  }
  const { ownerUrl, appUrl, superuserUrl } = cluster;
  project.provide("databaseTemplate", { kind: "server", ownerUrl, appUrl, superuserUrl, template });
  return async () => {
    await runAsOwner(ownerUrl, `DROP DATABASE IF EXISTS ${template}`);
    cluster.stop();
  };
}
