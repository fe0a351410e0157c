import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { databaseUrl, runAsOwner } from "../lib/testing/server-databases";
import { startApplication } from "../lib/testing/start-application";

export interface RunningServer {
  baseUrl: string;
  adminKey: string;
  stop(): Promise<void>;
}

/** A database that only this worker uses. */
async function createDatabase(): Promise<{ environment: Record<string, string>; drop(): Promise<void> }> {
  const owner = process.env.KEEPSAKE_TEST_DATABASE_URL;
  if (!owner) throw new Error("KEEPSAKE_TEST_DATABASE_URL names no server");
  const app = process.env.KEEPSAKE_TEST_APP_DATABASE_URL;
  const name = `keepsake_journey_${randomBytes(6).toString("hex")}`;
  await runAsOwner(owner, `CREATE DATABASE ${name}`);
  return {
    environment: {
      DATABASE_URL: databaseUrl(owner, name),
      ...(app ? { KEEPSAKE_APP_DATABASE_URL: databaseUrl(app, name) } : {}),
      KEEPSAKE_MASTER_KEY: randomBytes(32).toString("hex"),
      NEXTAUTH_SECRET: randomBytes(32).toString("hex"),
    },
    drop: () => runAsOwner(owner, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}

/** The built application on a free port with an empty database and, unless told otherwise, the demo accounts. */
export async function startServer(
  kind: "embedded" | "server",
  { demo = true }: { demo?: boolean } = {},
): Promise<RunningServer> {
  const dataDir = await mkdtemp(path.join(tmpdir(), "keepsake-journey-"));
  const database = kind === "server" ? await createDatabase() : null;
  const adminKey = randomBytes(24).toString("hex");
  const { DATABASE_URL: _owner, KEEPSAKE_APP_DATABASE_URL: _app, ...inherited } = process.env;
  const clear = async () => {
    await database?.drop();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    const application = await startApplication({
      ...inherited,
      KEEPSAKE_DATA_DIR: dataDir,
      KEEPSAKE_DEMO: demo ? "1" : "0",
      KEEPSAKE_ADMIN_KEY: adminKey,
      KEEPSAKE_LOG_LEVEL: "warn",
      ...database?.environment,
    });
    const stop = async () => {
      await application.stop();
      await clear();
    };
    return { baseUrl: application.baseUrl, adminKey, stop };
  } catch (error) {
    await clear();
    throw error;
  }
}
