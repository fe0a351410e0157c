import { mkdtemp, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { recallCanaries } from "@/lib/cli/recall-canaries";
import { restoreInto } from "@/lib/cli/commands/restore";
import { createErasureLedger, readLedger } from "@/lib/jobs/backup/erasure-ledger";
import { pruneBackups } from "@/lib/jobs/backup/prune-backups";
import { type BackupPlan, runBackups } from "@/lib/jobs/backup/run-backups";
import { keysPathIn, writeBackup } from "@/lib/jobs/backup/write-backup";
import { createSigner } from "@/lib/platform/hashing";
import { createSettableClock, type SettableClock } from "@/lib/platform/clock";
import type { Environment } from "@/lib/platform/env";
import { createId } from "@/lib/platform/ids";
import { backupKey, ledgerPathIn } from "@/lib/server/plan-backups";
import { createRuntime, type Runtime } from "@/lib/server/runtime";
import {
  listBackups,
  RESTORING_SETTING,
  writeBackups,
  writeSetting,
} from "@/lib/store/backup/backup-records";
import { queryRows } from "@/lib/store/rows";
import { tenants } from "@/lib/store/schema/tenancy";
import { openTestDatabase, type TestDatabase } from "@/lib/testing/open-test-database";
import { agentCall, personCall } from "@/lib/testing/open-test-engine";
import { scanTenant } from "@/lib/testing/plant-canary";

const MASTER = "a master key for tests only";
const ENVIRONMENT: Environment = {
  NODE_ENV: "test",
  PORT: 3000,
  KEEPSAKE_ADMIN_KEY: "test-admin-key-that-is-long-enough",
  KEEPSAKE_WORKER: "off",
  KEEPSAKE_LOG_LEVEL: "silent",
  KEEPSAKE_EMBEDDER: "off",
  KEEPSAKE_BACKUP_KEEP_DAYS: 30,
  KEEPSAKE_REWRITE_EVERY_HOURS: 24,
};
const KEY = backupKey(ENVIRONMENT, MASTER);

let source: TestDatabase;
let clock: SettableClock;
let folder: string;
let plan: BackupPlan;
let runtime: Runtime;
let tenantId: string;
const targets: TestDatabase[] = [];

beforeAll(async () => {
  source = await openTestDatabase();
});
afterAll(() => source?.close());
beforeEach(async () => {
  clock = createSettableClock(new Date("2026-10-01T08:00:00Z"));
  folder = await mkdtemp(join(tmpdir(), "keepsake-backup-"));
  plan = {
    directory: folder,
    key: KEY,
    keysPath: keysPathIn(folder),
    keepDays: 30,
    ledger: createErasureLedger(ledgerPathIn(folder), KEY),
    everyHours: 24,
    checkpoints: { path: join(folder, "audit-checkpoints.log"), signer: createSigner(MASTER, "receipt") },
  };
  const secrets = { masterKey: MASTER, sessionSecret: "for tests" };
  const options = { environment: ENVIRONMENT, clock, demo: false, worker: false, secrets };
  runtime = await createRuntime({ ...options, database: source.database, backups: plan });
  tenantId = createId("ten", clock.now());
  await source.database.withoutTenant((tx) => writeBackups(tx, [], clock.now()));
  await source.database.withTenant(tenantId, (tx) =>
    tx.insert(tenants).values({
      tenantId,
      slug: `t-${tenantId.slice(-10)}`,
      name: "Test",
      timeZone: "UTC",
      isDemo: 0,
      createdAt: clock.now(),
    }),
  );
});
afterEach(async () => {
  for (const target of targets.splice(0)) await target.close();
  await rm(folder, { recursive: true, force: true });
});

async function tell(predicate: string, value: string, over: Record<string, unknown> = {}): Promise<string> {
  const told = await runtime.engine.remember(personCall(tenantId, "lin"), {
    scope: "user:lin",
    subject: "user:lin",
    predicate,
    value,
    statement: `Lin's ${predicate} is ${value}.`,
    source: { type: "user_statement" },
    ...over,
  });
  if (!told.memory) throw new Error(`nothing was remembered: ${told.reason}`);
  return told.memory.memory_id;
}

const erase = (selector: { memory_ids: string[] } | { all_of_subject: string }) =>
  runtime.engine.requestDeletion(personCall(tenantId, "lin"), { selector, cancel_window_s: 0 });
const backUp = (name = "one.keepsake") =>
  writeBackup(runtime, join(folder, name), plan).then(() => join(folder, name));

async function restore(
  path: string,
  over: Partial<Parameters<typeof restoreInto>[3]> & { into?: TestDatabase; environment?: Environment } = {},
) {
  const target = over.into ?? (await openTestDatabase());
  if (!over.into) targets.push(target);
  const places = { path, keysPath: plan.keysPath, ledgerPath: ledgerPathIn(folder), replace: false, ...over };
  const restored = await restoreInto(target.database, over.environment ?? ENVIRONMENT, MASTER, places);
  return { target, ...restored };
}

const recall = async (from: Runtime, query: string) =>
  (await from.engine.retrieve(agentCall(tenantId, ["user:*"]), { query, scopes: ["user:lin"] })).snippets.map(
    (snippet) => snippet.text,
  );

describe("a backup", () => {
  test("brings back what was remembered, its versions, its keys and its audit chain, and no word of it is readable", async () => {
    await tell("favourite bird", "kingfisher");
    await tell("favourite bird", "heron");
    const secret = await tell("diagnosis", "migraine", { sensitivity: "high" });
    await runtime.engine.runDueWork(tenantId);
    const path = await backUp();
    for (const file of [path, plan.keysPath]) {
      const bytes = await readFile(file);
      for (const word of ["heron", "kingfisher", "migraine", "user:lin", "memories"])
        expect(bytes.includes(word)).toBe(false);
    }
    const { runtime: restored, report, target } = await restore(path);
    expect(await recall(restored, "favourite bird")).toEqual([expect.stringContaining("heron")]);
    const history = await restored.engine.getHistory(
      personCall(tenantId, "lin"),
      (await restored.engine.listMemories(personCall(tenantId, "lin"), { predicate: "favourite bird" }))
        .items[0]?.memory_id ?? "",
    );
    expect(history.items.map((version) => version.value)).toEqual(["heron", "kingfisher"]);
    expect((await restored.engine.getMemory(personCall(tenantId, "lin"), secret)).value).toBe("migraine");
    const ours = report.tenants.find((tenant) => tenant.tenantId === tenantId);
    expect(ours?.audit).toMatchObject({ problems: [] });
    expect(ours?.audit.linked).toBeGreaterThan(2);
    const compared = await compareTables(target);
    expect(compared.different).toEqual([]);
    expect(compared.tables).toBeGreaterThan(30);
  });

  test("never brings back what was erased since it was made", async () => {
    await tell("favourite bird", "kingfisher");
    const gone = await tell("favourite tree", "juniper");
    const path = await backUp();
    const receiptOf = await erase({ memory_ids: [gone] });
    const { runtime: restored, report } = await restore(path);
    expect(report.tenants.find((tenant) => tenant.tenantId === tenantId)?.erasedAgain).toBe(1);
    expect(await scanTenant(restored.database, tenantId, ["juniper"])).toEqual([]);
    expect(await recall(restored, "favourite tree juniper")).toEqual([expect.stringContaining("kingfisher")]);
    const deletion = await restored.engine.getDeletion(
      personCall(tenantId, "lin"),
      receiptOf.deletion_id ?? "",
    );
    expect(deletion).toMatchObject({ status: "waiting", affected: { memories: 1 } });
    expect(await recallCanaries(restored, tenantId)).toEqual({ asked: 1, recalled: 1, erased: 1, left: 0 });
    // The same words from an agent stay refused.
    const again = await restored.engine.remember(agentCall(tenantId, ["user:*"]), {
      scope: "user:lin",
      subject: "user:lin",
      predicate: "favourite tree",
      value: "juniper",
      statement: "Lin's favourite tree is juniper.",
      source: { type: "agent_inference" },
    });
    expect(again.reason_code).toBe("erased_before");
    // It is the ledger that does it.
    const without = await restore(path, { ledgerPath: null });
    expect(await scanTenant(without.target.database, tenantId, ["juniper"])).not.toEqual([]);
  });

  test("of a person who went altogether holds rows that no key opens", async () => {
    await tell("diagnosis", "migraine", { sensitivity: "high" });
    const path = await backUp();
    await erase({ all_of_subject: "user:lin" });
    await backUp("two.keepsake");
    // Even without the ledger: the newest generation of keys does not have this one any more.
    const { target } = await restore(path, { ledgerPath: null });
    const [sealed] = await target.database.withTenant(tenantId, (tx) =>
      queryRows<{ rows: number; opens: number }>(
        tx,
        sql`select (select count(*)::int from memory_contents where tenant_id = ${tenantId} and sealed is not null) as rows,
          (select count(*)::int from subject_keys where tenant_id = ${tenantId} and wrapped is not null) as opens`,
      ),
    );
    expect(sealed).toEqual({ rows: 1, opens: 0 });
  });

  test("is refused when it was changed, cut off, or belongs to another key; the database stays empty", async () => {
    await tell("favourite bird", "kingfisher");
    const path = await backUp();
    const whole = await readFile(path);
    const other = { ...ENVIRONMENT, KEEPSAKE_BACKUP_KEY: "another key" };
    await expect(restore(path, { environment: other })).rejects.toThrow("another key");
    const flipped = Buffer.from(whole);
    flipped[whole.length - 40] = (flipped[whole.length - 40] ?? 0) ^ 1;
    await writeFile(path, flipped);
    await expect(restore(path)).rejects.toThrow("not whole");
    await writeFile(path, whole);
    await truncate(path, whole.length - 1);
    await expect(restore(path)).rejects.toThrow("not whole");
    for (const { database } of targets) {
      expect(await database.withoutTenant((tx) => queryRows(tx, sql`select 1 from tenants`))).toEqual([]);
    }
  });

  test("goes into an empty database, or takes another's place when told so, and keeps that one's erasures", async () => {
    const gone = await tell("favourite tree", "juniper");
    const path = await backUp();
    const { target } = await restore(path);
    await expect(restore(path, { into: target })).rejects.toThrow("in use");
    await erase({ memory_ids: [gone] });
    // No ledger at hand: the database that is replaced knows of the erasure itself.
    const { runtime: replaced } = await restore(path, { into: source, replace: true, ledgerPath: null });
    expect(await scanTenant(replaced.database, tenantId, ["juniper"])).toEqual([]);
  });

  test("is not served before the erasures since then were applied", async () => {
    const { target } = await restore(await backUp());
    await target.database.withoutTenant((tx) =>
      writeSetting(tx, RESTORING_SETTING, { since: 1 }, clock.now()),
    );
    await expect(
      createRuntime({ environment: ENVIRONMENT, database: target.database, worker: false, demo: false }),
    ).rejects.toThrow("did not come to its end");
  });

  test("keeps receipts waiting until it is really gone", async () => {
    const gone = await tell("favourite tree", "juniper");
    const path = await backUp();
    const { deletion_id: id } = await erase({ memory_ids: [gone] });
    const state = async () => {
      const deletion = await runtime.engine.getDeletion(personCall(tenantId, "lin"), id ?? "");
      return { status: deletion.status, ...deletion.targets.find(({ target }) => target === "backup") };
    };
    const due = new Date(clock.now().getTime() + 30 * 86_400_000).toISOString();
    expect(await state()).toMatchObject({ status: "waiting", state: "waiting", left: 1, due });
    clock.advance(30 * 86_400_000 + 1);
    await runtime.engine.runDueWork(tenantId);
    expect(await state()).toMatchObject({ status: "waiting", left: 1 });
    await pruneBackups(runtime);
    await expect(readFile(path)).rejects.toThrow("ENOENT");
    clock.advance(3_600_001);
    await runtime.engine.runDueWork(tenantId);
    expect(await state()).toMatchObject({ status: "complete", state: "done", left: 0, removed: 1 });
  });

  test("is made by schedule, once a period", async () => {
    const made = async () =>
      (await source.database.withoutTenant(listBackups)).filter(({ path }) => path.startsWith(folder)).length;
    await runBackups(runtime, plan);
    await runBackups(runtime, plan);
    expect(await made()).toBe(1);
    clock.advance(24 * 3_600_000);
    await runBackups(runtime, plan);
    expect(await made()).toBe(2);
  });
});

describe("the ledger of erasures", () => {
  test("shows when a line was changed, taken out or moved, and goes on after half a line", async () => {
    for (const name of ["one", "two", "three"])
      await erase({ memory_ids: [await tell(`favourite ${name}`, "juniper")] });
    const path = ledgerPathIn(folder);
    const text = await readFile(path, "utf8");
    expect(text).not.toContain("juniper");
    const lines = text.trim().split("\n");
    expect(lines).toHaveLength(3);
    const [a = "", b = "", c = ""] = lines;
    for (const wrong of [
      [a, c],
      [b, a, c],
      [a, b, `${c.slice(0, -2)}AA`],
    ]) {
      await writeFile(path, `${wrong.join("\n")}\n`);
      await expect(readLedger(path, KEY)).rejects.toThrow("does not hold");
    }
    await writeFile(path, `${a}\n${b}\n${c.slice(0, 30)}`);
    await erase({ memory_ids: [await tell("favourite four", "juniper")] });
    expect((await readLedger(path, KEY)).entries).toHaveLength(3);
    expect(JSON.stringify((await readLedger(path, KEY)).entries)).not.toContain("juniper");
  });

  test("that does not contain the place of the backup is refused", async () => {
    await erase({ memory_ids: [await tell("favourite tree", "juniper")] });
    const before = await readFile(ledgerPathIn(folder));
    await erase({ memory_ids: [await tell("favourite bird", "kingfisher")] });
    const path = await backUp();
    await writeFile(ledgerPathIn(folder), before);
    await expect(restore(path)).rejects.toThrow("does not contain the place");
  });
});

/** Row by row, apart from what is made anew and what the restore itself writes. */
async function compareTables(target: TestDatabase): Promise<{ tables: number; different: string[] }> {
  const names = await source.database.asOwner((tx) =>
    queryRows<{ name: string }>(
      tx,
      sql`select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relrowsecurity`,
    ),
  );
  const anew = [
    "search_index",
    "search_vectors",
    "embedding_cache",
    "audit_log",
    "retrievals",
    "retrieval_texts",
  ];
  const different: string[] = [];
  for (const { name } of names.filter((table) => !anew.includes(table.name))) {
    const rows = (from: TestDatabase) =>
      from.database.withTenant(tenantId, (tx) =>
        queryRows<{ row: string }>(
          tx,
          sql`select row_to_json(t)::text as row from ${sql.identifier(name)} t where tenant_id = ${tenantId} order by 1`,
        ),
      );
    if (JSON.stringify(await rows(source)) !== JSON.stringify(await rows(target))) different.push(name);
  }
  return { tables: names.length, different };
}
