import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { SetupError } from "./setup-error.mjs";

const NAMES = /** @type {const} */ (["KEEPSAKE_MASTER_KEY", "NEXTAUTH_SECRET"]);

/**
 * The secrets the server needs, from the environment or, for the embedded database, from `secrets.json` (mode 600) in
 * the data directory, where they are made on the first start.
 * @param {{ environment: NodeJS.ProcessEnv, dataDir: string, create: boolean }} input create: make what is missing
 * @returns {{ KEEPSAKE_MASTER_KEY?: string, NEXTAUTH_SECRET?: string }}
 * @throws SetupError when they are required and missing, or the data directory cannot be used
 */
export function loadSecrets({ environment, dataDir, create }) {
  const given = Object.fromEntries(
    NAMES.flatMap((name) => (environment[name]?.trim() ? [[name, environment[name].trim()]] : [])),
  );
  const missing = NAMES.filter((name) => !given[name]);
  if (missing.length === 0) return given;

  if (environment.DATABASE_URL?.trim()) {
    if (!create) return given;
    throw new SetupError(
      `DATABASE_URL is set, so ${missing.join(" and ")} must be set too: secrets of a shared database do not belong on\n` +
        "one machine's disk. Make each once, keep it in your secret store, and give every process the same one:\n" +
        `  node -e "console.log(require('node:crypto').randomBytes(32).toString('base64url'))"\n` +
        "Losing KEEPSAKE_MASTER_KEY makes what is stored unreadable.",
    );
  }

  const file = path.join(dataDir, "secrets.json");
  const stored = readSecrets(file);
  const wanting = missing.filter((name) => !stored[name]);
  if (wanting.length > 0 && create) {
    if (wanting.includes("KEEPSAKE_MASTER_KEY") && holdsDatabase(dataDir)) {
      throw new SetupError(
        `${dataDir} holds a database, but its secrets.json with KEEPSAKE_MASTER_KEY is gone. A new key could not read what\n` +
          "is stored. Put secrets.json back from a backup, or set KEEPSAKE_MASTER_KEY, or choose an empty KEEPSAKE_DATA_DIR.",
      );
    }
    for (const name of wanting) stored[name] = randomBytes(32).toString("base64url");
    writeSecrets(dataDir, file, stored);
  }
  return { ...stored, ...given };
}

/** @param {string} file @returns {Record<string, string>} */
function readSecrets(file) {
  let text;
  try {
    text = fs.readFileSync(file, "utf8");
  } catch (error) {
    const { code, message } = /** @type {NodeJS.ErrnoException} */ (error);
    if (code === "ENOENT") return {};
    throw new SetupError(`${file} cannot be read (${message}). Start Keepsake as the user who owns it.`);
  }
  try {
    const { KEEPSAKE_MASTER_KEY, NEXTAUTH_SECRET } = JSON.parse(text);
    return {
      ...(KEEPSAKE_MASTER_KEY && { KEEPSAKE_MASTER_KEY }),
      ...(NEXTAUTH_SECRET && { NEXTAUTH_SECRET }),
    };
  } catch {
    throw new SetupError(
      `${file} is damaged (not JSON). Put it back from a backup: the stored data needs its key.`,
    );
  }
}

/** @param {string} dataDir @param {string} file @param {Record<string, string>} secrets */
function writeSecrets(dataDir, file, secrets) {
  try {
    fs.mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    // Written beside and renamed, so that a crash never leaves half a key.
    const draft = `${file}.${process.pid}`;
    fs.writeFileSync(draft, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
    fs.renameSync(draft, file);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new SetupError(
      `The data directory ${dataDir} cannot be written (${reason}).\n` +
        "Make it writable for this user, or choose another with KEEPSAKE_DATA_DIR=/some/folder npm start.",
    );
  }
}

/** PostgreSQL puts a PG_VERSION file into every data directory it makes. @param {string} dataDir */
function holdsDatabase(dataDir) {
  if (!fs.existsSync(dataDir)) return false;
  return fs
    .readdirSync(dataDir, { withFileTypes: true })
    .some((entry) => entry.isDirectory() && fs.existsSync(path.join(dataDir, entry.name, "PG_VERSION")));
}
