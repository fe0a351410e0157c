import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";

/** What a build is made of. Tests, benchmarks and launchers are not: changing them must not cost a build. */
const SOURCES = [
  "app",
  "components",
  "lib",
  "drizzle",
  "instrumentation.ts",
  "instrumentation-node.ts",
  "proxy.ts",
  "next.config.ts",
  "postcss.config.mjs",
  "tsconfig.json",
  "package-lock.json",
];
const NOT_BUILT = new Set(["lib/testing", "lib/tooling", "lib/bench", "lib/decisions"]);

/**
 * One digest over names and contents of everything `next build` reads.
 * @param {string} root
 */
export function hashSources(root) {
  const hash = createHash("sha256");
  for (const file of SOURCES.flatMap((name) => listFiles(root, name)).sort()) {
    hash
      .update(`${file}\0`)
      .update(fs.readFileSync(path.join(root, file)))
      .update("\0");
  }
  return hash.digest("hex");
}

/** @param {string} root @param {string} name @returns {string[]} */
function listFiles(root, name) {
  const full = path.join(root, name);
  if (NOT_BUILT.has(name) || !fs.existsSync(full)) return [];
  if (!fs.statSync(full).isDirectory()) return /\.test\.tsx?$|^lib\/.*\.mjs$/.test(name) ? [] : [name];
  return fs.readdirSync(full).flatMap((entry) => listFiles(root, `${name}/${entry}`));
}
