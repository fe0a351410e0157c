// A PostgreSQL of our own for tests: found on the machine, started in a temporary folder on a free port, stopped by its
// own pg_ctl. Only node:* is imported, because `npm test` runs this before any package is installed.
import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { findPostgres } from "../cli/setup/find-postgres.mjs";

const FOLDER_PREFIX = "keepsake-pg-";

/** The logins of a test cluster. The owner migrates and is no superuser; the app login can only become the app's role. */
export const OWNER_LOGIN = "keepsake_owner";
export const APP_LOGIN = "keepsake_app";

/**
 * @typedef {{ ownerUrl: string, appUrl: string | null, superuserUrl: string | null, version: number | null,
 *   stop: () => void }} TestCluster URLs name the maintenance database `postgres`
 */

/**
 * PostgreSQL refuses to run as root; then it runs as the `postgres` user, or `nobody` where that one is missing.
 * @returns {{ uid?: number, gid?: number }}
 */
function identityForServer() {
  if (process.getuid?.() !== 0) return {};
  for (const name of ["postgres", "nobody"]) {
    const uid = spawnSync("id", ["-u", name], { encoding: "utf8" });
    const gid = spawnSync("id", ["-g", name], { encoding: "utf8" });
    if (uid.status === 0 && gid.status === 0) return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  }
  throw new Error(
    "Running as root, and there is neither a `postgres` nor a `nobody` user to start PostgreSQL as.",
  );
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve, reject) => {
    const probe = net.createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = /** @type {net.AddressInfo} */ (probe.address());
      probe.close(() => resolve(port));
    });
  });
}

/**
 * Runs one of PostgreSQL's tools to its end. Its output goes to a file, because a server started by pg_ctl would keep a
 * pipe open for ever.
 * @param {string} folder @param {string} tool @param {string[]} args @param {object} options
 */
function run(folder, tool, args, options) {
  const logFile = path.join(folder, `${path.basename(tool)}.log`);
  const log = fs.openSync(logFile, "a");
  try {
    const done = spawnSync(tool, args, { cwd: folder, stdio: ["ignore", log, log], ...options });
    if (done.error) throw done.error;
    if (done.status !== 0) {
      const said = fs.readFileSync(logFile, "utf8").trim().split("\n").slice(-15).join("\n");
      throw new Error(`${path.basename(tool)} ended with ${done.status}:\n${said}`);
    }
  } finally {
    fs.closeSync(log);
  }
}

/**
 * Stops a cluster whose test run was killed before it could tidy up.
 * @param {string} binDir @param {{ uid?: number, gid?: number }} identity
 */
function removeAbandoned(binDir, identity) {
  for (const name of fs.readdirSync(os.tmpdir()).filter((entry) => entry.startsWith(FOLDER_PREFIX))) {
    const folder = path.join(os.tmpdir(), name);
    let owner;
    try {
      owner = Number(fs.readFileSync(path.join(folder, "owner.pid"), "utf8"));
      process.kill(owner, 0);
    } catch (error) {
      const code = /** @type {NodeJS.ErrnoException} */ (error).code;
      if (owner === undefined || code !== "ESRCH") continue;
      spawnSync(path.join(binDir, "pg_ctl"), ["-D", path.join(folder, "data"), "-m", "immediate", "stop"], {
        stdio: "ignore",
        cwd: "/",
        ...identity,
      });
      fs.rmSync(folder, { recursive: true, force: true });
    }
  }
}

/**
 * Starts a fresh cluster, or uses the server named by KEEPSAKE_TEST_DATABASE_URL (its login must be allowed to create
 * databases; KEEPSAKE_TEST_APP_DATABASE_URL and KEEPSAKE_TEST_SUPERUSER_DATABASE_URL may name two more logins).
 * `stop` is also called when this process exits or is interrupted. `durable`: it waits for its disk as a real one does,
 * for what is measured or killed.
 * @param {{ durable?: boolean }} [options]
 * @returns {Promise<TestCluster>}
 * @throws Error when there is no usable PostgreSQL, with what its tools said
 */
export async function startCluster({ durable = false } = {}) {
  const given = process.env.KEEPSAKE_TEST_DATABASE_URL;
  if (given) {
    const appUrl = process.env.KEEPSAKE_TEST_APP_DATABASE_URL ?? null;
    const superuserUrl = process.env.KEEPSAKE_TEST_SUPERUSER_DATABASE_URL ?? null;
    return { ownerUrl: given, appUrl, superuserUrl, version: null, stop: () => {} };
  }
  const binaries = findPostgres();
  if (!binaries) throw new Error("No PostgreSQL 15 or newer with pgvector 0.7 or newer was found.");
  const { binDir, version } = binaries;
  const identity = identityForServer();
  removeAbandoned(binDir, identity);

  const folder = fs.mkdtempSync(path.join(os.tmpdir(), FOLDER_PREFIX));
  const dataDir = path.join(folder, "data");
  let running = false;
  const stop = () => {
    process.off("exit", stop);
    process.off("SIGINT", onSignal);
    process.off("SIGTERM", onSignal);
    if (running) {
      spawnSync(path.join(binDir, "pg_ctl"), ["-D", dataDir, "-m", "immediate", "-w", "stop"], {
        stdio: "ignore",
        cwd: "/",
        ...identity,
      });
      running = false;
    }
    fs.rmSync(folder, { recursive: true, force: true });
  };
  /** @param {NodeJS.Signals} signal */
  const onSignal = (signal) => {
    stop();
    process.kill(process.pid, signal);
  };
  process.on("exit", stop);
  process.on("SIGINT", onSignal);
  process.on("SIGTERM", onSignal);

  try {
    fs.writeFileSync(path.join(folder, "owner.pid"), String(process.pid));
    const password = randomBytes(18).toString("hex");
    const passwordFile = path.join(folder, "password");
    fs.writeFileSync(passwordFile, password, { mode: 0o600 });
    if (identity.uid !== undefined && identity.gid !== undefined) {
      fs.chownSync(folder, identity.uid, identity.gid);
      fs.chownSync(passwordFile, identity.uid, identity.gid);
    }
    const initdb = ["-D", dataDir, "-U", "postgres", "-A", "scram-sha-256", `--pwfile=${passwordFile}`, "-N"];
    run(folder, path.join(binDir, "initdb"), [...initdb, "-E", "UTF8", "--locale", utf8Locale()], identity);

    const port = await freePort();
    // Nothing here outlives the run, so durability is switched off for speed unless asked for.
    const settings = {
      port,
      listen_addresses: "127.0.0.1",
      unix_socket_directories: folder,
      ...(durable ? {} : { fsync: "off", synchronous_commit: "off", full_page_writes: "off" }),
      max_connections: 200,
      shared_buffers: "128MB",
      // The erasure tests look for forgotten text in what PostgreSQL itself keeps.
      log_min_error_statement: "panic",
    };
    const flags = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
    const start = [
      "-D",
      dataDir,
      "-l",
      path.join(folder, "server.log"),
      "-o",
      flags.join(" "),
      "-w",
      "-t",
      "120",
    ];
    running = true;
    run(folder, path.join(binDir, "pg_ctl"), [...start, "start"], identity);

    const url = (/** @type {string} */ login, database = "postgres") =>
      `postgres://${login}:${password}@127.0.0.1:${port}/${database}`;
    const psql = (/** @type {string} */ target, /** @type {string[]} */ statements) => {
      const args = [
        "-v",
        "ON_ERROR_STOP=1",
        "-q",
        "-d",
        target,
        ...statements.flatMap((text) => ["-c", text]),
      ];
      run(folder, path.join(binDir, "psql"), args, identity);
    };
    psql(url("postgres", "template1"), [
      `CREATE ROLE ${OWNER_LOGIN} LOGIN NOSUPERUSER NOBYPASSRLS CREATEDB CREATEROLE PASSWORD '${password}'`,
      // Only a superuser may create some of these; in template1 every later database has them.
      "CREATE EXTENSION IF NOT EXISTS vector",
      "CREATE EXTENSION IF NOT EXISTS btree_gist",
    ]);
    // Made by the owner, as the administrator of a hosted database would: the migrations then find it.
    psql(url(OWNER_LOGIN), [
      `CREATE ROLE ${APP_LOGIN} LOGIN NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE NOINHERIT PASSWORD '${password}'`,
    ]);

    return {
      ownerUrl: url(OWNER_LOGIN),
      appUrl: url(APP_LOGIN),
      superuserUrl: url("postgres"),
      version,
      stop,
    };
  } catch (error) {
    stop();
    throw error;
  }
}

/** Chinese text needs a UTF-8 character table: under the plain C locale trigrams and word breaks see ASCII only. */
function utf8Locale() {
  const known = spawnSync("locale", ["-a"], { encoding: "utf8" }).stdout ?? "";
  const names = known.split("\n");
  for (const wanted of ["C.utf8", "C.UTF-8", "en_US.utf8", "en_US.UTF-8"]) {
    if (names.includes(wanted)) return wanted;
  }
  return "C";
}
