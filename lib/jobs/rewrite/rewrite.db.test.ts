import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { afterEach, expect, inject, test } from "vitest";
import { runRewrite } from "@/lib/jobs/rewrite/run-rewrite";
import { createContentCipher } from "@/lib/platform/content-cipher";
import { createLogger } from "@/lib/platform/logger";
import { openDatabase } from "@/lib/store/client";
import { bindCipher } from "@/lib/store/sealing/bind-cipher";
import { openTestDatabase } from "@/lib/testing/open-test-database";
import { agentCall, openTestEngine, type TestEngine } from "@/lib/testing/open-test-engine";

const WORD = "qzcanaryinfiles";
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** A database whose files can be read, and what of the word is in them. */
async function openOnDisk(): Promise<{ test: TestEngine; filesWithWord(): Promise<string[]> }> {
  const prepared = inject("databaseTemplate");
  if (prepared.kind === "embedded") {
    const folder = await mkdtemp(join(tmpdir(), "keepsake-files-"));
    closing.push(() => rm(folder, { recursive: true, force: true }));
    const template = new Blob([await readFile(prepared.file)]);
    const dataDir = join(folder, "database");
    const database = bindCipher(
      await openDatabase({ kind: "embedded", dataDir, template }),
      createContentCipher("a master key for tests only"),
    );
    closing.push(() => database.close());
    const filesWithWord = async () => {
      await database.maintain("checkpoint");
      const files = await readdir(dataDir, { recursive: true, withFileTypes: true });
      const found = await Promise.all(
        files
          .filter((file) => file.isFile())
          .map(async (file) => {
            const path = join(file.parentPath, file.name);
            return (await readFile(path)).includes(WORD) ? [path] : [];
          }),
      );
      return found.flat();
    };
    const opened = { database, urls: null, close: () => database.close() };
    return { test: await openTestEngine({ opened }), filesWithWord };
  }
  const opened = await openTestDatabase();
  closing.push(() => opened.close());
  const { superuser } = opened.urls ?? {};
  if (!superuser) throw new Error("the files of a server are read as its superuser");
  const sql = postgres(superuser, { max: 1, onnotice: () => {} });
  closing.push(() => sql.end({ timeout: 5 }));
  const filesWithWord = async () => {
    await sql`checkpoint`;
    const rows = await sql<{ name: string }[]>`select relname as name from pg_class
      where relkind in ('r', 'i', 't') and relnamespace <> 'pg_catalog'::regnamespace and relfilenode <> 0
        and position(${WORD}::bytea in pg_read_binary_file(pg_relation_filepath(oid))) > 0`;
    return rows.map(({ name }) => name);
  };
  return { test: await openTestEngine({ opened }), filesWithWord };
}

test("what was erased lies in the files until they are written anew, and the receipt says until when and what is left", async () => {
  const { test: opened, filesWithWord } = await openOnDisk();
  const { engine, database, clock } = opened;
  const tenantId = await opened.createTenant();
  const call = agentCall(tenantId, ["project:*"]);
  const deps = { database, clock, logger: createLogger("silent") };
  const plan = { everyHours: 24 };
  expect(await runRewrite(deps, plan)).toBe(false);

  const scope = "project:A";
  const told = await engine.remember(call, {
    scope,
    subject: scope,
    predicate: "name",
    value: WORD,
    statement: `Its name is ${WORD}.`,
    source: { type: "user_statement", quote: WORD },
  });
  const kept = await engine.remember(call, {
    scope,
    subject: scope,
    predicate: "colour",
    value: "green",
    source: { type: "user_statement" },
  });
  await engine.runDueWork(tenantId);
  const { deletion_id: id } = await engine.requestDeletion(call, {
    selector: { memory_ids: [told.memory?.memory_id ?? ""] },
    cancel_window_s: 0,
  });
  expect((await filesWithWord()).length).toBeGreaterThan(0);
  const due = new Date(clock.now().getTime() + 3_600_000).toISOString();
  expect((await engine.getReceipt(call, id ?? "")).receipt.files).toEqual({
    rewritten_at: null,
    due,
    not_rewritten: [],
    log: null,
  });

  clock.advance(60_000);
  expect(await runRewrite(deps, plan)).toBe(true);
  expect(await filesWithWord()).toEqual([]);
  const { files } = (await engine.getReceipt(call, id ?? "")).receipt;
  const log = database.kind === "embedded" ? "replaced" : "not_ours";
  expect(files).toEqual({ rewritten_at: clock.now().toISOString(), due: null, not_rewritten: [], log });
  expect((await engine.getMemory(call, kept.memory?.memory_id ?? "")).value).toBe("green");

  // Nothing was erased since; and after the next erasure not before its time.
  clock.advance(25 * 3_600_000);
  expect(await runRewrite(deps, plan)).toBe(false);
  await engine.requestDeletion(call, {
    selector: { memory_ids: [kept.memory?.memory_id ?? ""] },
    cancel_window_s: 0,
  });
  clock.advance(60_000);
  expect(await runRewrite(deps, { ...plan, mostBytes: 0 })).toBe(true);
  const later = (await engine.getReceipt(call, id ?? "")).receipt.files;
  expect(later?.not_rewritten).toContain("memory_contents");
  expect(await runRewrite(deps, plan)).toBe(false);
});
