import fs from "node:fs";
import path from "node:path";
import { SetupError } from "./setup-error.mjs";

/**
 * Refuses to start a second server on one embedded database: the server would refuse it too, but only after the build
 * and in the middle of its log.
 * @param {string} dataDir
 * @throws SetupError naming the process that has it
 */
export function checkNotRunning(dataDir) {
  let holder;
  try {
    holder = JSON.parse(fs.readFileSync(path.join(dataDir, "database.lock"), "utf8"));
    process.kill(holder.pid, 0);
  } catch (error) {
    // No lock, one that is being written, or one left by a process that is gone: the server sorts that out.
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== "EPERM") return;
  }
  if (holder.started && startedAt(holder.pid) !== holder.started) return;
  throw new SetupError(
    `Keepsake is running already on ${dataDir} (process ${holder.pid}).\n` +
      "Use that one or stop it first; for a second one choose another folder: KEEPSAKE_DATA_DIR=/some/folder npm start",
  );
}

/** When a process began, so that a recycled id is not taken for the holder. @param {number} pid */
function startedAt(pid) {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
  } catch {
    return null;
  }
}
