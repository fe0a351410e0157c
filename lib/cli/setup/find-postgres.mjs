import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

const OLDEST_VERSION = 15;

/** @typedef {{ binDir: string, version: number }} PostgresBinaries */

/**
 * The newest PostgreSQL (15 or later) on this machine that has pgvector.
 * @returns {PostgresBinaries | null}
 */
export function findPostgres() {
  const folders = [];
  if (process.env.KEEPSAKE_TEST_PG_BIN) folders.push(process.env.KEEPSAKE_TEST_PG_BIN);
  else {
    for (const base of ["/usr/lib/postgresql", "/opt/homebrew/opt", "/usr/local/opt", "/usr"]) {
      for (const name of listFolder(base)) {
        if (base === "/usr/lib/postgresql" || name.startsWith("postgresql@") || name.startsWith("pgsql-")) {
          folders.push(path.join(base, name, "bin"));
        }
      }
    }
    for (const folder of (process.env.PATH ?? "").split(path.delimiter)) {
      const tool = path.join(folder, "pg_ctl");
      if (fs.existsSync(tool)) folders.push(path.dirname(fs.realpathSync(tool)));
    }
  }
  const found = folders
    .map((binDir) => ({ binDir, version: versionOf(binDir) }))
    .filter(({ binDir, version }) => version >= OLDEST_VERSION && hasPgvector(binDir, version));
  found.sort((a, b) => b.version - a.version);
  return found[0] ?? null;
}

/** @param {string} folder */
function listFolder(folder) {
  try {
    return fs.readdirSync(folder);
  } catch {
    return [];
  }
}

/** @param {string} binDir */
function versionOf(binDir) {
  for (const tool of ["initdb", "pg_ctl", "psql"]) {
    if (!fs.existsSync(path.join(binDir, tool))) return 0;
  }
  const answer = spawnSync(path.join(binDir, "initdb"), ["--version"], { encoding: "utf8" });
  return Number(/(\d+)(?:\.|$|\D)/.exec(answer.stdout ?? "")?.[1] ?? 0);
}

/** halfvec came with pgvector 0.7; older ones cannot hold our vectors. @param {string} binDir @param {number} version */
function hasPgvector(binDir, version) {
  const asked = spawnSync(path.join(binDir, "pg_config"), ["--sharedir"], { encoding: "utf8" });
  return [asked.stdout?.trim(), `/usr/share/postgresql/${version}`].some((dir) => {
    const control = path.join(dir || "/nowhere", "extension", "vector.control");
    if (!fs.existsSync(control)) return false;
    const found = /default_version\s*=\s*'(\d+)\.(\d+)/.exec(fs.readFileSync(control, "utf8"));
    return found !== null && (Number(found[1]) > 0 || Number(found[2]) >= 7);
  });
}
