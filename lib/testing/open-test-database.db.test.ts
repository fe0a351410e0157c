import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { queryRows } from "@/lib/store/rows";
import { openTestDatabase, type TestDatabase } from "@/lib/testing/open-test-database";

describe("a test database", () => {
  let one: TestDatabase;
  let other: TestDatabase;
  beforeAll(async () => {
    [one, other] = await Promise.all([openTestDatabase(), openTestDatabase()]);
  });
  afterAll(async () => {
    await Promise.all([one?.close(), other?.close()]);
  });

  test("is of the kind the project names, migrated, and requests are not superuser", async () => {
    expect(one.database.kind).toBe(process.env.KEEPSAKE_TEST_DB);
    const migrations = await one.database.asOwner((tx) =>
      queryRows<{ name: string }>(tx, sql`select name from keepsake_migrations order by name`),
    );
    expect(migrations.map(({ name }) => name)).toContain("0001_create_tables");
    const [seen] = await one.database.withoutTenant((tx) =>
      queryRows<{ role: string; unbound: boolean }>(
        tx,
        sql`select current_user as role, (select rolsuper or rolbypassrls from pg_roles where rolname = current_user) as unbound`,
      ),
    );
    expect(seen).toEqual({ role: "keepsake_app", unbound: false });
  });

  test("shares nothing with the next one", async () => {
    await one.database.asOwner((tx) => queryRows(tx, sql`create table only_here (a int)`));
    const found = await other.database.asOwner((tx) =>
      queryRows<{ there: string | null }>(tx, sql`select to_regclass('only_here')::text as there`),
    );
    expect(found).toEqual([{ there: null }]);
  });
});
