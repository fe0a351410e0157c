import fs from "node:fs";
import { runStep } from "./run-step.mjs";

const ENV = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };

/** Only root on a Debian may install packages; everybody else is told what to install. */
export function isDebianRoot() {
  return (
    process.getuid?.() === 0 && fs.existsSync("/etc/debian_version") && fs.existsSync("/usr/bin/apt-get")
  );
}

/**
 * @param {string[]} packages
 * @param {string[]} [options] for apt-get
 * @returns {Promise<boolean>} whether they are installed now
 */
export async function installDebianPackages(packages, options = []) {
  const updated = await runStep("reading the package lists", "apt-get", ["update", "-qq"], { env: ENV });
  if (updated.code !== 0) return false;
  const args = ["install", "-y", "-qq", "--no-install-recommends", "-o", "Dpkg::Options::=--force-confold"];
  const label = `installing ${packages.join(", ")}`;
  const done = await runStep(label, "apt-get", [...args, ...options, ...packages], { env: ENV, quiet: true });
  if (done.code !== 0) console.error(done.output.trim().split("\n").slice(-10).join("\n"));
  return done.code === 0;
}
