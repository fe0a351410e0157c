import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { btree_gist } from "@electric-sql/pglite/contrib/btree_gist";
import { vector } from "@electric-sql/pglite-pgvector";
import type { TestProject } from "vitest/node";
import { openDatabase } from "@/lib/store/client";
import { migrateDatabase } from "@/lib/store/migrate";
import type {} from "@/lib/testing/database-template";

/** Once for each run: a migrated database as a file, which every test file loads in two seconds instead of twenty. */
export default async function prepareEmbedded(project: TestProject): Promise<void> {
  project.provide("databaseTemplate", { kind: "embedded", file: await makeTemplate(project.config.root) });
}

async function makeTemplate(root: string): Promise<string> {
  const cache = join(root, "node_modules", ".cache", "keepsake");
  const file = join(cache, `template-${await templateKey(root)}.tar.gz`);
  if (existsSync(file)) return file;

  const folder = await mkdtemp(join(tmpdir(), "keepsake-template-"));
  try {
    const dataDir = join(folder, "db");
    const database = await openDatabase({ kind: "embedded", dataDir });
    try {
      await migrateDatabase(database, join(root, "drizzle"));
    } finally {
      await database.close();
    }
    const closed = await PGlite.create({ dataDir, extensions: { vector, btree_gist } });
    const dump = await closed.dumpDataDir("gzip");
    await closed.close();
    await mkdir(cache, { recursive: true });
    await removeOlder(cache);
    // Renamed into place, so that a run started meanwhile never loads half a file.
    const draft = `${file}.${process.pid}`;
    await writeFile(draft, Buffer.from(await dump.arrayBuffer()));
    await rename(draft, file);
    return file;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The database's own version and every migration: a change of either makes a new template. */
async function templateKey(root: string): Promise<string> {
  const hash = createHash("sha256");
  const manifest = await readFile(join(root, "node_modules/@electric-sql/pglite/package.json"), "utf8");
  hash.update(String((JSON.parse(manifest) as { version: unknown }).version));
  for (const name of (await readdir(join(root, "drizzle")))
    .filter((entry) => entry.endsWith(".sql"))
    .sort()) {
    hash.update(name).update(await readFile(join(root, "drizzle", name)));
  }
  return hash.digest("hex").slice(0, 16);
}

async function removeOlder(cache: string): Promise<void> {
  for (const name of await readdir(cache)) {
    if (name.startsWith("template-")) await rm(join(cache, name), { force: true });
  }
}
