import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { databaseUrl, runAsOwner } from "../lib/testing/server-databases";

const ROOT = path.resolve(import.meta.dirname, "..");
const READY_MS = 180_000;
const STOP_MS = 20_000;

export interface RunningServer {
  baseUrl: string;
  adminKey: string;
  stop(): Promise<void>;
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() =>
        address && typeof address === "object" ? resolve(address.port) : reject(new Error("no port")),
      );
    });
  });
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

async function waitUntilReady(baseUrl: string, child: ChildProcess, output: string[]): Promise<void> {
  const end = Date.now() + READY_MS;
  while (Date.now() < end) {
    if (child.exitCode !== null)
      throw new Error(`the server ended with ${child.exitCode}:\n${output.join("")}`);
    const ready = await fetch(`${baseUrl}/api/ready`).then(
      (response) => response.ok,
      () => false,
    );
    if (ready) return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  throw new Error(`the server was not ready in time:\n${output.join("")}`);
}

/** The built application on a free port with an empty database and, unless told otherwise, the demo accounts. */
export async function startServer(
  kind: "embedded" | "server",
  { demo = true }: { demo?: boolean } = {},
): Promise<RunningServer> {
  const dataDir = await mkdtemp(path.join(tmpdir(), "keepsake-journey-"));
  const database = kind === "server" ? await createDatabase() : null;
  const port = await findFreePort();
  const baseUrl = `http://localhost:${port}`;
  const adminKey = randomBytes(24).toString("hex");
  const { DATABASE_URL: _owner, KEEPSAKE_APP_DATABASE_URL: _app, ...inherited } = process.env;
  const next = path.join(ROOT, "node_modules", "next", "dist", "bin", "next");
  const output: string[] = [];
  const child = spawn(process.execPath, [next, "start", "-p", String(port), "-H", "127.0.0.1"], {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...inherited,
      NODE_ENV: "production",
      NEXT_TELEMETRY_DISABLED: "1",
      PORT: String(port),
      NEXTAUTH_URL: baseUrl,
      KEEPSAKE_DATA_DIR: dataDir,
      KEEPSAKE_DEMO: demo ? "1" : "0",
      KEEPSAKE_ADMIN_KEY: adminKey,
      KEEPSAKE_LOG_LEVEL: "warn",
      ...database?.environment,
    },
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      output.push(chunk.toString());
      if (output.length > 400) output.shift();
    });
  }
  const stop = async () => {
    if (child.exitCode === null) {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      const late = setTimeout(() => child.kill("SIGKILL"), STOP_MS);
      await ended;
      clearTimeout(late);
    }
    await database?.drop();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    await waitUntilReady(baseUrl, child, output);
  } catch (error) {
    await stop();
    throw error;
  }
  return { baseUrl, adminKey, stop };
}
