import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { inject } from "vitest";
import { type Database, openDatabase } from "@/lib/store/client";
import { createContentCipher } from "@/lib/platform/content-cipher";
import { bindCipher } from "@/lib/store/sealing/bind-cipher";
import type {} from "@/lib/testing/database-template";
import { databaseUrl, runAsOwner } from "@/lib/testing/server-databases";

export interface TestDatabase {
  database: Database;
  /** Closes it and takes it away. */
  close(): Promise<void>;
  /**
   * Server only: how to reach this very database with connections of one's own. `superuser` and `app` are null when an
   * existing server was named and did not give them.
   */
  urls: { owner: string; app: string | null; superuser: string | null } | null;
}

/** As the runtime opens it: able to seal and open content. */
const withCipher = (database: Database): Database =>
  bindCipher(database, createContentCipher("a master key for tests only"));

/**
 * A migrated, empty database of the kind the running project tests. One for each test file:
 * `const { database, close } = await openTestDatabase()` in `beforeAll`, `close` in `afterAll`.
 */
export async function openTestDatabase(): Promise<TestDatabase> {
  const prepared = inject("databaseTemplate");
  if (prepared.kind === "embedded") {
    const template = new Blob([await readFile(prepared.file)]);
    const database = withCipher(await openDatabase({ kind: "embedded", dataDir: null, template }));
    return { database, close: () => database.close(), urls: null };
  }
  const name = `keepsake_test_${randomBytes(6).toString("hex")}`;
  await runAsOwner(prepared.ownerUrl, `CREATE DATABASE ${name} TEMPLATE ${prepared.template}`);
  const at = (url: string | null) => (url === null ? null : databaseUrl(url, name));
  const urls = {
    owner: databaseUrl(prepared.ownerUrl, name),
    app: at(prepared.appUrl),
    superuser: at(prepared.superuserUrl),
  };
  const database = withCipher(
    await openDatabase({
      kind: "server",
      url: urls.owner,
      ...(urls.app === null ? {} : { appUrl: urls.app }),
    }),
  );
  return {
    database,
    urls,
    close: async () => {
      await database.close();
      // FORCE: a test that failed half-way may have left a connection behind.
      await runAsOwner(prepared.ownerUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
}
