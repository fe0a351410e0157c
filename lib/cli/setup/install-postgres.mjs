import fs from "node:fs";
import path from "node:path";
import { findPostgres } from "./find-postgres.mjs";
import { installDebianPackages, isDebianRoot } from "./install-debian-packages.mjs";
import { runStep } from "./run-step.mjs";

const SOURCES_FOLDER = "/etc/apt/sources.list.d";
const NO_CLUSTER = "/etc/postgresql-common/createcluster.conf";
/** The first Debian whose pgvector is new enough, and its PostgreSQL. */
const RELEASE = "trixie";
const PACKAGES = ["postgresql-17", "postgresql-17-pgvector"];

/**
 * Finds a PostgreSQL for tests, or installs one when root on a Debian.
 * @returns {Promise<boolean>} whether there is one now (a server named in KEEPSAKE_TEST_DATABASE_URL counts)
 */
export async function installPostgres() {
  if (process.env.KEEPSAKE_TEST_DATABASE_URL?.trim() || findPostgres()) return true;
  if (!isDebianRoot()) return false;
  console.log("Installing PostgreSQL 17 with pgvector from this machine's Debian packages …");
  // Without this the package would start a server on port 5432; the tests start their own elsewhere.
  if (!fs.existsSync(NO_CLUSTER)) {
    fs.mkdirSync(path.dirname(NO_CLUSTER), { recursive: true });
    fs.writeFileSync(NO_CLUSTER, "create_main_cluster = false\n");
  }
  if ((await offersPgvector()) && (await installDebianPackages(PACKAGES)) && findPostgres()) return true;
  return installFromNextRelease();
}

async function offersPgvector() {
  await runStep("reading the package lists", "apt-get", ["update", "-qq"]);
  const known = await runStep("looking for pgvector", "apt-cache", ["policy", PACKAGES[1]], { quiet: true });
  return /Candidate: \d/.test(known.output);
}

/** On Debian 12: a second package source, derived from the machine's own, only for as long as this takes. */
async function installFromNextRelease() {
  const release = /VERSION_CODENAME=(\w+)/.exec(fs.readFileSync("/etc/os-release", "utf8"))?.[1];
  const current = [...new Set([release, "bookworm"])].find((name) => name && deriveSources(name) !== "");
  if (!current) return false;
  const file = path.join(SOURCES_FOLDER, `keepsake-tests-${process.pid}.sources`);
  const remove = () => fs.rmSync(file, { force: true });
  process.on("exit", remove);
  console.log(
    `This Debian has no pgvector that is new enough; taking it from ${RELEASE} (a temporary source) …`,
  );
  try {
    fs.writeFileSync(file, deriveSources(current));
    return (await installDebianPackages(PACKAGES, ["-t", RELEASE])) && findPostgres() !== null;
  } finally {
    remove();
    process.off("exit", remove);
    await runStep("reading the package lists", "apt-get", ["update", "-qq"]);
  }
}

/**
 * The machine's Debian sources for the other release, in deb822 form; empty when there are none.
 * @param {string} current code name in the machine's sources
 */
function deriveSources(current) {
  const texts = ["/etc/apt/sources.list", ...listSources()].filter((file) => fs.existsSync(file));
  return toRelease(texts.map((file) => fs.readFileSync(file, "utf8")).join("\n\n"), current, RELEASE);
}

function listSources() {
  if (!fs.existsSync(SOURCES_FOLDER)) return [];
  return fs
    .readdirSync(SOURCES_FOLDER)
    .filter((name) => /\.(list|sources)$/.test(name))
    .map((name) => path.join(SOURCES_FOLDER, name));
}

/**
 * Sources of one release rewritten for another. Only Debian's own suites (`<name>`, `-updates`, `-security`) are taken:
 * other vendors' repositories have no packages we want.
 * @param {string} text one-line and deb822 entries
 * @param {string} current @param {string} wanted
 */
export function toRelease(text, current, wanted) {
  const suites = [current, `${current}-updates`, `${current}-security`];
  const rename = (/** @type {string} */ suite) => suite.replace(current, wanted);
  const entries = [];
  for (const line of text.split("\n")) {
    const [, uri = "", suite = "", components = ""] =
      /^deb\s+(?:\[[^\]]*\]\s+)?(\S+)\s+(\S+)\s+(.+)$/.exec(line.trim()) ?? [];
    if (suites.includes(suite)) entries.push({ uris: uri, suites: rename(suite), components, extra: "" });
  }
  for (const stanza of text.split(/\n\s*\n/)) {
    const field = (/** @type {string} */ name) =>
      new RegExp(`^${name}:[ \\t]*(.+)$`, "mi").exec(stanza)?.[1]?.trim() ?? "";
    const held = field("Suites")
      .split(/\s+/)
      .filter((suite) => suites.includes(suite));
    if (held.length === 0 || /^enabled:\s*no/im.test(stanza)) continue;
    const signedBy = field("Signed-By");
    entries.push({
      uris: field("URIs"),
      suites: held.map(rename).join(" "),
      components: field("Components"),
      extra: signedBy ? `Signed-By: ${signedBy}\n` : "",
    });
  }
  return entries
    .map(({ uris, suites: names, components, extra }) => {
      return `Types: deb\nURIs: ${uris}\nSuites: ${names}\nComponents: ${components}\n${extra}`;
    })
    .join("\n");
}
