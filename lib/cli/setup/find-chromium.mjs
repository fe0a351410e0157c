import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { installDebianPackages, isDebianRoot } from "./install-debian-packages.mjs";
import { projectRoot } from "./project-root.mjs";
import { runStep } from "./run-step.mjs";

const NAMES = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];
const FIXED = ["/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"];

/**
 * A browser for the journeys: KEEPSAKE_CHROMIUM, else one on this machine, else Playwright's own if it was downloaded.
 * @returns {string | null} the path of its executable
 */
export function findChromium() {
  const given = process.env.KEEPSAKE_CHROMIUM?.trim();
  if (given) return fs.existsSync(given) ? given : null;
  for (const folder of (process.env.PATH ?? "").split(path.delimiter)) {
    for (const name of NAMES) {
      if (fs.existsSync(path.join(folder, name))) return path.join(folder, name);
    }
  }
  const fixed = FIXED.find((file) => fs.existsSync(file));
  if (fixed) return fixed;
  const asked = spawnSync(
    process.execPath,
    ["-e", "console.log(require('playwright-core').chromium.executablePath())"],
    { cwd: projectRoot, encoding: "utf8" },
  );
  const own = asked.stdout?.trim();
  return own && fs.existsSync(own) ? own : null;
}

/**
 * Finds a browser or installs one. Debian's package goes first where it can be had, because it brings the system
 * libraries that Playwright's download expects to find.
 * @returns {Promise<string | null>}
 */
export async function installChromium() {
  const found = findChromium();
  if (found || process.env.KEEPSAKE_CHROMIUM?.trim()) return found;
  if (isDebianRoot()) {
    console.log("Installing Chromium from this machine's Debian packages …");
    if (await installDebianPackages(["chromium"])) return findChromium();
  }
  console.log("Downloading Playwright's Chromium …");
  const cli = path.join(projectRoot, "node_modules", "@playwright", "test", "cli.js");
  await runStep("downloading a browser", process.execPath, [cli, "install", "chromium"]);
  return findChromium();
}
