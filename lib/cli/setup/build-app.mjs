import fs from "node:fs";
import path from "node:path";
import { hashSources } from "./hash-sources.mjs";
import { projectRoot } from "./project-root.mjs";
import { runStep } from "./run-step.mjs";
import { SetupError } from "./setup-error.mjs";

/**
 * Runs `next build` when the sources are not those of the last successful build.
 * @param {string} [root]
 * @returns {Promise<boolean>} whether a build ran
 * @throws SetupError when the build fails
 */
export async function buildApp(root = projectRoot) {
  const stamp = path.join(root, ".next", "keepsake-build");
  const wanted = hashSources(root);
  if (fs.existsSync(path.join(root, ".next", "BUILD_ID")) && readStamp(stamp) === wanted) return false;

  console.log("Building the app (2 to 4 minutes, only after a change) …");
  // The stamp goes first and returns last: an interrupted build is never taken for a whole one.
  fs.rmSync(stamp, { force: true });
  const next = path.join(root, "node_modules", "next", "dist", "bin", "next");
  const env = { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" };
  const done = await runStep("building the app", process.execPath, [next, "build"], { env, cwd: root });
  if (done.code !== 0)
    throw new SetupError(`next build ended with code ${done.code}; its own message is above.`);
  fs.writeFileSync(stamp, wanted);
  return true;
}

/** @param {string} stamp */
function readStamp(stamp) {
  try {
    return fs.readFileSync(stamp, "utf8");
  } catch {
    return null;
  }
}
