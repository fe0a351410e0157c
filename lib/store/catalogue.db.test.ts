import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { APPEND_ONLY_TABLES, checkCatalogue, GLOBAL_TABLES } from "@/lib/testing/check-catalogue";
import { queryRows } from "@/lib/store/rows";
import { openTestDatabase, type TestDatabase } from "@/lib/testing/open-test-database";

let opened: TestDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened?.close());

/** What the checker says of a database that was changed in this way; the change is undone. */
async function afterChange(...statements: string[]): Promise<string[]> {
  const undo = new Error("undo");
  let problems: string[] = [];
  await opened.database
    .asOwner(async (tx) => {
      for (const statement of statements) await tx.execute(sql.raw(statement));
      problems = await checkCatalogue(tx);
      throw undo;
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error;
    });
  return problems;
}

describe("the guard between tenants, as the database's own catalogue tells it", () => {
  test("stands whole on every table", async () => {
    expect(await opened.database.asOwner(checkCatalogue)).toEqual([]);
  });

  test("covers the tables there are: each is a tenant's, or global for a stated reason", async () => {
    const tables = await opened.database.asOwner((tx) =>
      queryRows<{ name: string; guarded: boolean }>(
        tx,
        sql`select relname as name, relrowsecurity as guarded from pg_class
          where relnamespace = 'public'::regnamespace and relkind = 'r'`,
      ),
    );
    const names = tables.map((table) => table.name);
    expect(names.length).toBeGreaterThan(30);
    expect(names).toEqual(expect.arrayContaining([...Object.keys(GLOBAL_TABLES), ...APPEND_ONLY_TABLES]));
    expect(
      tables
        .filter((table) => !table.guarded)
        .map((table) => table.name)
        .sort(),
    ).toEqual(Object.keys(GLOBAL_TABLES).sort());
  });

  // Each of these is a mistake that a later migration could make. A checker that misses one is no checker.
  const MISTAKES: [mistake: string, statements: string[], told: string][] = [
    [
      "a policy is dropped",
      ["DROP POLICY memories_tenant ON memories"],
      "memories has not exactly the one policy",
    ],
    [
      "a second, wider policy is added",
      ["CREATE POLICY all_of_it ON facts USING (true)"],
      "facts has not exactly the one policy",
    ],
    [
      "a policy without a check on what is written",
      [
        "DROP POLICY usage_tenant ON usage",
        "CREATE POLICY usage_tenant ON usage USING (true) WITH CHECK (true)",
      ],
      "usage has not exactly the one policy",
    ],
    [
      "row-level security is off",
      ["ALTER TABLE outbox DISABLE ROW LEVEL SECURITY"],
      "outbox has no row-level security",
    ],
    ["it is not forced", ["ALTER TABLE usage NO FORCE ROW LEVEL SECURITY"], "usage does not force"],
    ["a new table without a tenant", ["CREATE TABLE notes (id text primary key)"], "notes has no tenant_id"],
    [
      "a new table without a key",
      ["CREATE TABLE notes (tenant_id text not null)"],
      "its key of notes is missing",
    ],
    [
      "a key that does not begin with the tenant",
      ["CREATE TABLE notes (tenant_id text not null, id text, primary key (id, tenant_id))"],
      "notes_pkey of notes does not begin with tenant_id",
    ],
    [
      "a name unique across tenants",
      ["CREATE UNIQUE INDEX agents_everywhere ON agents (name)"],
      "agents_everywhere of agents is unique across tenants",
    ],
    [
      "a reference that ignores the tenant",
      ["ALTER TABLE usage ADD COLUMN t text REFERENCES tenants (tenant_id)"],
      "of usage does not begin with tenant_id",
    ],
    [
      "a reference that empties columns",
      [
        "ALTER TABLE usage ADD CONSTRAINT usage_memory_fk FOREIGN KEY (tenant_id, memory_id) REFERENCES memories ON DELETE SET NULL",
      ],
      "usage_memory_fk of usage sets columns to null",
    ],
    [
      "numbers that count across tenants",
      ["ALTER TABLE usage ADD COLUMN n bigserial"],
      "usage.n counts across tenants",
    ],
    [
      "an identity column",
      ["ALTER TABLE usage ADD COLUMN n int GENERATED ALWAYS AS IDENTITY"],
      "usage.n counts across",
    ],
    ["PUBLIC may read", ["GRANT SELECT ON memories TO PUBLIC"], "memories is open to PUBLIC"],
    ["PUBLIC may create", ["GRANT CREATE ON SCHEMA public TO PUBLIC"], "schema public grants PUBLIC CREATE"],
    [
      "the app may change whole rows",
      ["GRANT UPDATE ON memories TO keepsake_app"],
      "may UPDATE on all of memories",
    ],
    ["the app may truncate", ["GRANT TRUNCATE ON usage TO keepsake_app"], "may TRUNCATE on all of usage"],
    [
      "the app may read a directory",
      ["GRANT SELECT ON key_directory TO keepsake_app"],
      "may SELECT on all of key_directory",
    ],
    [
      "the app may change the ledger",
      ["GRANT UPDATE (type) ON events TO keepsake_app"],
      "may change rows of events",
    ],
    [
      "the app may delete from the audit log",
      ["GRANT DELETE ON audit_log TO keepsake_app"],
      "may change rows of audit_log",
    ],
    [
      "a trigger is gone",
      ["DROP TRIGGER audit_chain_append_only ON audit_chain"],
      "audit_chain has no trigger that refuses UPDATE",
    ],
    [
      "a trigger is off",
      ["ALTER TABLE events DISABLE TRIGGER events_no_truncate"],
      "events has no trigger that refuses TRUNCATE",
    ],
    [
      "periods may change",
      ["DROP TRIGGER memory_periods_close_once ON memory_periods"],
      "lets a period close only once",
    ],
    [
      "two may hold one instant",
      ["ALTER TABLE memory_periods DROP CONSTRAINT memory_periods_one_holder"],
      "memory_periods_one_holder of memory_periods is missing",
    ],
    [
      "a view with its owner's rights",
      ["CREATE VIEW v AS SELECT * FROM memories"],
      "v runs with its owner's rights",
    ],
    ["a materialised view", ["CREATE MATERIALIZED VIEW v AS SELECT 1 AS one"], "v is a materialised view"],
    [
      "a third function with its owner's rights",
      [
        "CREATE FUNCTION peek() RETURNS int LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS 'select 1'",
      ],
      "peek runs with its owner's rights",
    ],
    [
      "a search path that can be changed",
      ["ALTER FUNCTION find_sign_in(text) RESET search_path"],
      "find_sign_in does not fix",
    ],
    [
      "a look-up open to all",
      ["GRANT EXECUTE ON FUNCTION find_agent_key(text) TO PUBLIC"],
      "find_agent_key is open to PUBLIC",
    ],
  ];
  test.each(MISTAKES)("would show when %s", async (_, statements, told) => {
    expect((await afterChange(...statements)).join("\n")).toContain(told);
  });

  test("does not take a view with the reader's own rights for a mistake", async () => {
    expect(
      await afterChange("CREATE VIEW v WITH (security_invoker = true) AS SELECT * FROM memories"),
    ).toEqual([]);
  });
});
