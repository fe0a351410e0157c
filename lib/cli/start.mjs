// `npm start`: from a fresh clone to a running server, with a line for everything that takes time. Only node:* is
// imported, because this runs before any package is installed.
import { spawn } from "node:child_process";
import fs from "node:fs";
import http from "node:http";
import net from "node:net";
import path from "node:path";
import { buildApp } from "./setup/build-app.mjs";
import { checkNode } from "./setup/check-node.mjs";
import { checkNotRunning } from "./setup/check-not-running.mjs";
import { installPackages } from "./setup/install-packages.mjs";
import { loadSecrets } from "./setup/load-secrets.mjs";
import { projectRoot } from "./setup/project-root.mjs";
import { SetupError } from "./setup/setup-error.mjs";

const HEARTBEAT_MS = 20_000;
const STOP_WITHIN_MS = 30_000;

try {
  await start();
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  console.error(`\n${error.message}`);
  process.exit(1);
}

async function start() {
  checkNode();
  process.chdir(projectRoot);
  const host = process.env.HOST?.trim() || "127.0.0.1";
  const dataDir = path.resolve(process.env.KEEPSAKE_DATA_DIR?.trim() || ".keepsake");
  // Everything that can be refused is refused before minutes go into installing and building.
  const embedded = !process.env.DATABASE_URL?.trim();
  if (embedded) {
    checkDataDirectory(dataDir);
    checkNotRunning(dataDir);
  }
  const port = await choosePort(host);
  const secrets = loadSecrets({ environment: process.env, dataDir, create: true });

  await installPackages();
  await buildApp();

  const address = process.env.KEEPSAKE_PUBLIC_URL?.trim() || `http://localhost:${port}`;
  const env = {
    ...process.env,
    ...secrets,
    NODE_ENV: "production",
    NEXT_TELEMETRY_DISABLED: "1",
    PORT: String(port),
    HOST: host,
    KEEPSAKE_DATA_DIR: dataDir,
    // Left unset, the sign-in library assumes port 3000 and redirects there.
    NEXTAUTH_URL: process.env.NEXTAUTH_URL?.trim() || address,
  };
  console.log(
    embedded
      ? `Starting with the embedded database in ${dataDir} …`
      : "Starting with the PostgreSQL server of DATABASE_URL …",
  );
  const next = path.join(projectRoot, "node_modules", "next", "dist", "bin", "next");
  const server = spawn(process.execPath, [next, "start", "-p", String(port), "-H", host], {
    env,
    stdio: "inherit",
  });

  let stopping = false;
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM"])) {
    process.on(signal, () => {
      // A second Ctrl-C is passed on as well: the server ignores it unless it means to leave at once.
      server.kill(signal);
      if (stopping) return;
      stopping = true;
      setTimeout(() => {
        console.error(`The server did not stop within ${STOP_WITHIN_MS / 1000} s and is ended.`);
        server.kill("SIGKILL");
      }, STOP_WITHIN_MS).unref();
    });
  }
  server.once("exit", (code, signal) => {
    if (stopping) process.exit(0);
    console.error(`\nThe server ended by itself (${signal ?? `code ${code}`}); its last lines are above.`);
    process.exit(code || 1);
  });
  await waitUntilReady(host, port, () => stopping);
  if (!stopping) console.log(`\nKeepsake is ready: ${address}\nStop it with Ctrl-C.`);
}

/** @param {string} host @returns {Promise<number>} */
function choosePort(host) {
  const wanted = process.env.PORT?.trim() || "3000";
  const port = Number(wanted);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new SetupError(`PORT must be a number from 0 to 65535 (0 = any free port); it is "${wanted}".`);
  }
  return new Promise((resolve, reject) => {
    const probe = net.createServer();
    probe.once("error", (/** @type {NodeJS.ErrnoException} */ error) => {
      const why =
        error.code === "EADDRINUSE"
          ? `Port ${port} is in use by another program.\nChoose another one: PORT=${port === 65_535 ? 3000 : port + 1} npm start`
          : error.code === "EACCES"
            ? `This user may not open port ${port}. Choose one above 1023: PORT=3000 npm start`
            : `The server cannot listen on ${host}:${port} (${error.message}). Check HOST and PORT.`;
      reject(new SetupError(why));
    });
    probe.listen(port, host, () => {
      const chosen = /** @type {net.AddressInfo} */ (probe.address()).port;
      probe.close(() => resolve(chosen));
    });
  });
}

/** @param {string} dataDir */
function checkDataDirectory(dataDir) {
  try {
    fs.mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const trial = path.join(dataDir, `.write-check-${process.pid}`);
    fs.writeFileSync(trial, "");
    fs.rmSync(trial);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new SetupError(
      `The data directory ${dataDir} cannot be written (${reason}).\n` +
        "Make it writable for this user, or choose another: KEEPSAKE_DATA_DIR=/some/folder npm start",
    );
  }
}

/** @param {string} host @param {number} port @param {() => boolean} givenUp */
async function waitUntilReady(host, port, givenUp) {
  const started = Date.now();
  let lastSign = started;
  while (!givenUp()) {
    const answer = await askReady(host, port);
    if (answer?.status === 200) return;
    // A server that answers but is not ready logs why at each question: ask it less often.
    await new Promise((resolve) => setTimeout(resolve, answer === null ? 500 : 5_000));
    if (Date.now() - lastSign < HEARTBEAT_MS) continue;
    lastSign = Date.now();
    const seconds = Math.round((lastSign - started) / 1000);
    const doing = answer === null ? "opening the database" : `not ready yet: ${answer.body.slice(0, 400)}`;
    console.log(`  … ${doing} (${seconds} s so far; a first start takes about a minute)`);
  }
}

/** @param {string} host @param {number} port @returns {Promise<{ status: number, body: string } | null>} */
function askReady(host, port) {
  // 0.0.0.0 and :: mean "every address"; one cannot connect to them everywhere.
  const target = host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "::1" : host;
  return new Promise((resolve) => {
    const request = http.get({ host: target, port, path: "/api/ready", timeout: 5_000 }, (response) => {
      let body = "";
      response.setEncoding("utf8");
      response.on("data", (chunk) => {
        body += chunk;
      });
      response.on("end", () => resolve({ status: response.statusCode ?? 0, body }));
    });
    request.on("timeout", () => request.destroy());
    request.on("error", () => resolve(null));
  });
}
