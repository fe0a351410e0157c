import { spawn } from "node:child_process";
import { createServer } from "node:net";
import { resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "../..");
const READY_MS = 180_000;
const STOP_MS = 20_000;
/** So much of what it said is kept for whoever has to mend it. */
const MOST_LINES = 400;

export interface RunningApplication {
  baseUrl: string;
  stop(): Promise<void>;
}

/**
 * The built application on a free port of this machine, as it is in use.
 * @param environment all it gets beside its port and address
 * @throws Error with what it said when it ends or is not ready in three minutes; it needs a build
 */
export async function startApplication(
  environment: Record<string, string | undefined>,
): Promise<RunningApplication> {
  const port = await findFreePort();
  const baseUrl = `http://localhost:${port}`;
  const next = resolve(ROOT, "node_modules/next/dist/bin/next");
  const output: string[] = [];
  const child = spawn(process.execPath, [next, "start", "-p", String(port), "-H", "127.0.0.1"], {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      NEXT_TELEMETRY_DISABLED: "1",
      ...environment,
      NODE_ENV: "production",
      PORT: String(port),
      NEXTAUTH_URL: baseUrl,
    },
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      output.push(chunk.toString());
      if (output.length > MOST_LINES) output.shift();
    });
  }
  const stop = async () => {
    if (child.exitCode !== null) return;
    const ended = new Promise((done) => child.once("exit", done));
    child.kill("SIGTERM");
    const late = setTimeout(() => child.kill("SIGKILL"), STOP_MS);
    await ended;
    clearTimeout(late);
  };
  const end = Date.now() + READY_MS;
  while (Date.now() < end) {
    if (child.exitCode !== null)
      throw new Error(`the server ended with ${child.exitCode}:\n${output.join("")}`);
    const ready = await fetch(`${baseUrl}/api/ready`).then(
      (response) => response.ok,
      () => false,
    );
    if (ready) return { baseUrl, stop };
    await new Promise((done) => setTimeout(done, 500));
  }
  await stop();
  throw new Error(`the server was not ready in time:\n${output.join("")}`);
}

function findFreePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer();
    probe.once("error", fail);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() =>
        address && typeof address === "object" ? done(address.port) : fail(new Error("no port")),
      );
    });
  });
}
