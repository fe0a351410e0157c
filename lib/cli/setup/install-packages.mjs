import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { projectRoot } from "./project-root.mjs";
import { runStep } from "./run-step.mjs";
import { SetupError } from "./setup-error.mjs";

const OFFLINE = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|network/i;

/**
 * Brings node_modules to what the lock file says, when it is not there yet.
 * @param {string} [root]
 * @returns {Promise<boolean>} whether npm ran
 * @throws SetupError saying what to do when npm fails
 */
export async function installPackages(root = projectRoot) {
  const lockFile = path.join(root, "package-lock.json");
  if (!fs.existsSync(lockFile))
    throw new SetupError("package-lock.json is missing: this is not a whole copy of Keepsake.");
  const stamp = path.join(root, "node_modules", ".cache", "keepsake", "installed");
  const wanted = `${createHash("sha256").update(fs.readFileSync(lockFile)).digest("hex")} ${process.platform}-${process.arch}`;
  if (readIfThere(stamp) === wanted) return false;

  let ran = false;
  if (!isInstalled(root)) {
    console.log("Installing packages (about 3 minutes the first time) …");
    await runNpmCi(root);
    ran = true;
  }
  fs.mkdirSync(path.dirname(stamp), { recursive: true });
  fs.writeFileSync(stamp, wanted);
  return ran;
}

/** @param {string} root */
async function runNpmCi(root) {
  // Started by npm, its own script is named in the environment; that is the npm the reader chose.
  const script = process.env.npm_execpath;
  const [command, ...before] = script?.endsWith("js") ? [process.execPath, script] : ["npm"];
  let done;
  try {
    done = await runStep(
      "installing packages",
      command,
      [...before, "ci", "--include=dev", "--no-progress"],
      { cwd: root },
    );
  } catch (error) {
    throw new SetupError(
      `npm could not be started (${message(error)}). Install Node with npm and run the command again.`,
    );
  }
  if (done.code === 0) return;
  if (OFFLINE.test(done.output)) {
    throw new SetupError(
      "npm could not reach its package registry, so the packages are not installed.\n" +
        "Check the network (behind a proxy: `npm config set proxy …`; with a mirror: `npm config get registry`)\n" +
        "and run the command again. Only the first start needs the network.",
    );
  }
  if (/ENOSPC/.test(done.output)) {
    throw new SetupError(
      "The disk is full: the packages need about 1 GB. Make room and run the command again.",
    );
  }
  throw new SetupError(`npm ci ended with code ${done.code}; its own message is above.`);
}

/**
 * True when npm's own record of what it installed holds every required package of the lock file in that version, so
 * that somebody who installed by hand does not wait a second time.
 * @param {string} root
 */
export function isInstalled(root) {
  const record = readIfThere(path.join(root, "node_modules", ".package-lock.json"));
  if (record === null) return false;
  const wanted = JSON.parse(fs.readFileSync(path.join(root, "package-lock.json"), "utf8")).packages ?? {};
  const present = JSON.parse(record).packages ?? {};
  return Object.entries(wanted).every(
    ([name, entry]) => name === "" || entry.optional === true || present[name]?.version === entry.version,
  );
}

/** @param {string} file */
function readIfThere(file) {
  try {
    return fs.readFileSync(file, "utf8");
  } catch {
    return null;
  }
}

/** @param {unknown} error */
function message(error) {
  return error instanceof Error ? error.message : String(error);
}
