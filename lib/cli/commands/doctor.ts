import { existsSync } from "node:fs";
import { access, constants, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Command } from "@/lib/cli/command";
import { findChromium } from "@/lib/cli/setup/find-chromium.mjs";
import { dataDirectory, type Environment, readEnvironment } from "@/lib/platform/env";
import { openDatabase } from "@/lib/store/client";
import { findLockHolder } from "@/lib/store/lock-directory";
import { readMigrations } from "@/lib/store/migrate";
import { findPostgres } from "@/lib/cli/setup/find-postgres.mjs";

type State = "ok" | "note" | "wrong";
interface Line {
  state: State;
  what: string;
  detail: string;
}

const MARK: Record<State, string> = { ok: "ok    ", note: "note  ", wrong: "WRONG " };

/** Looks at what Keepsake needs and says what is missing. Changes nothing. */
export const doctor: Command = {
  name: "doctor",
  summary: "check Node, data directory, secrets, database, and what the tests need",
  async run() {
    const environment = readEnvironment();
    const lines = [
      { state: "ok", what: "Node", detail: process.versions.node } as const,
      ...(environment.DATABASE_URL ? await checkServer(environment) : await checkEmbedded(environment)),
      await checkMigrations(),
      ...checkTestTools(),
    ];
    for (const { state, what, detail } of lines) console.log(`${MARK[state]} ${what}: ${detail}`);
    return lines.some(({ state }) => state === "wrong") ? 1 : 0;
  },
};

async function checkServer(environment: Environment): Promise<Line[]> {
  const lines: Line[] = [];
  const missing = (["KEEPSAKE_MASTER_KEY", "NEXTAUTH_SECRET"] as const).filter((name) => !environment[name]);
  lines.push(
    missing.length === 0
      ? { state: "ok", what: "secrets", detail: "set in the environment" }
      : { state: "wrong", what: "secrets", detail: `${missing.join(" and ")} must be set with DATABASE_URL` },
  );
  const url = environment.DATABASE_URL ?? "";
  const appUrl = environment.KEEPSAKE_APP_DATABASE_URL;
  const database = await openDatabase({ kind: "server", url, ...(appUrl && { appUrl }), connections: 1 });
  try {
    const { version, role } = await database.status();
    lines.push({ state: "ok", what: "database", detail: `PostgreSQL ${version} answers` });
    lines.push(
      role.loginBypassesPolicies
        ? {
            state: "note",
            what: "login",
            detail: `${role.login} bypasses row-level security; give the app its own login`,
          }
        : { state: "ok", what: "login", detail: `${role.login} is bound by row-level security` },
    );
  } catch (error) {
    // The driver's message names host and reason, never the password.
    lines.push({ state: "wrong", what: "database", detail: toReason(error) });
  } finally {
    await database.close();
  }
  return lines;
}

async function checkEmbedded(environment: Environment): Promise<Line[]> {
  const folder = resolve(dataDirectory(environment));
  if (!existsSync(folder)) {
    return [{ state: "note", what: "data directory", detail: `${folder} is made at the first start` }];
  }
  const lines: Line[] = [];
  const writable = await access(folder, constants.W_OK).then(
    () => true,
    () => false,
  );
  lines.push({
    state: writable ? "ok" : "wrong",
    what: "data directory",
    detail: writable ? folder : `${folder} cannot be written by this user`,
  });
  lines.push(await checkSecretsFile(folder, environment));
  const dataDir = join(folder, "database");
  const holder = await findLockHolder(dataDir);
  if (holder !== null) {
    lines.push({
      state: "ok",
      what: "database",
      detail: `in use by process ${holder}, most likely the server`,
    });
  } else if (!existsSync(join(dataDir, "PG_VERSION"))) {
    lines.push({ state: "note", what: "database", detail: "none yet; the first start makes it" });
  } else {
    lines.push(await openEmbedded(dataDir));
  }
  return lines;
}

async function openEmbedded(dataDir: string): Promise<Line> {
  try {
    const database = await openDatabase({ kind: "embedded", dataDir });
    try {
      const { version } = await database.status();
      return {
        state: "ok",
        what: "database",
        detail: `embedded PostgreSQL ${version} opens; no server is running`,
      };
    } finally {
      await database.close();
    }
  } catch (error) {
    return { state: "wrong", what: "database", detail: toReason(error) };
  }
}

async function checkSecretsFile(folder: string, environment: Environment): Promise<Line> {
  const file = join(folder, "secrets.json");
  if (!existsSync(file)) {
    const given = environment.KEEPSAKE_MASTER_KEY !== undefined;
    const lost = !given && existsSync(join(folder, "database", "PG_VERSION"));
    if (lost)
      return {
        state: "wrong",
        what: "secrets",
        detail: `${file} is gone; what is stored cannot be read without it`,
      };
    return {
      state: given ? "ok" : "note",
      what: "secrets",
      detail: given ? "set in the environment" : "made at the first start",
    };
  }
  const open = ((await stat(file)).mode & 0o077) !== 0;
  return open
    ? { state: "wrong", what: "secrets", detail: `${file} can be read by other users: chmod 600` }
    : { state: "ok", what: "secrets", detail: "secrets.json, readable by its owner alone" };
}

async function checkMigrations(): Promise<Line> {
  const migrations = await readMigrations(join(process.cwd(), "drizzle"));
  return { state: "ok", what: "migrations", detail: `${migrations.length} in this version` };
}

function checkTestTools(): Line[] {
  const browser = findChromium();
  const postgres = findPostgres();
  return [
    {
      state: browser ? "ok" : "note",
      what: "browser for tests",
      detail: browser ?? "none; npm test says how to get one",
    },
    {
      state: postgres ? "ok" : "note",
      what: "PostgreSQL for tests",
      detail: postgres
        ? `${postgres.version} with pgvector in ${postgres.binDir}`
        : "none; only the embedded database is tested",
    },
  ];
}

function toReason(error: unknown): string {
  return error instanceof Error ? error.message || error.name : String(error);
}
