import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterEach, expect, test } from "vitest";
import { copyBeforeMigration } from "@/lib/jobs/backup/copy-before-migration";
import { createSettableClock } from "@/lib/platform/clock";
import { listBackups } from "@/lib/store/backup/backup-records";
import { openDatabase } from "@/lib/store/client";
import { findPendingMigrations, migrateDatabase } from "@/lib/store/migrate";
import { queryRows } from "@/lib/store/rows";

const clock = createSettableClock(new Date("2026-10-01T08:00:00Z"));
let folder = "";
afterEach(() => rm(folder, { recursive: true, force: true }));

// A directory is the embedded database's affair, whichever database the rest of the suite runs on.
test("the embedded directory is copied before its schema changes, as it was, and only then", async () => {
  folder = await mkdtemp(join(tmpdir(), "keepsake-migration-"));
  const dataDir = join(folder, "database");
  const database = await openDatabase({ kind: "embedded", dataDir });
  const deps = { database, clock };
  expect(await copyBeforeMigration(deps, dataDir)).toBeNull();
  const { pending } = await findPendingMigrations(database);
  await migrateDatabase(database, undefined, pending.slice(0, -1));
  await database.asOwner((tx) =>
    tx.execute(sql`insert into tenants (tenant_id, slug, name, time_zone, is_demo, created_at)
    values ('ten_00000000000000000000000000', 'before', 'Before', 'UTC', 0, '2026-10-01T08:00:00Z')`),
  );
  const copy = await copyBeforeMigration(deps, dataDir);
  expect(copy).toContain(`before-${pending.at(-1)}`);
  await migrateDatabase(database);
  expect(await copyBeforeMigration(deps, dataDir)).toBeNull();
  const known = await database.withoutTenant(listBackups);
  expect(known).toMatchObject([
    { kind: "before_migration", path: copy, expires_at: "2026-10-08T08:00:00.000Z" },
  ]);
  await database.close();
  expect(await readdir(join(folder, "before-migration"))).toHaveLength(1);

  const former = await openDatabase({ kind: "embedded", dataDir: copy ?? "" });
  try {
    expect((await findPendingMigrations(former)).pending).toEqual(pending.slice(-1));
    const rows = await former.withoutTenant((tx) => queryRows(tx, sql`select slug from tenants`));
    expect(rows).toEqual([{ slug: "before" }]);
  } finally {
    await former.close();
  }
});
