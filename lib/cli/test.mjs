// `npm test`: everything that is checked, in one go, on a fresh clone too. Only node:* is imported, because this runs
// before any package is installed. Ends with the line "N passed, N failed".
import { runJourneys } from "./checks/run-journeys.mjs";
import { runRules, runTypes } from "./checks/run-checks.mjs";
import { runVitest } from "./checks/run-vitest.mjs";
import { startCluster } from "../testing/cluster.mjs";
import { buildApp } from "./setup/build-app.mjs";
import { checkNode } from "./setup/check-node.mjs";
import { installChromium } from "./setup/find-chromium.mjs";
import { installPackages } from "./setup/install-packages.mjs";
import { installPostgres } from "./setup/install-postgres.mjs";
import { projectRoot } from "./setup/project-root.mjs";
import { SetupError } from "./setup/setup-error.mjs";

const KNOWN = ["--quick", "--require-server"];
const HELP = `npm test                       everything: rules, types, unit tests, both databases, build, browser journeys
npm test -- --quick            rules, types, unit tests, embedded database
npm test -- --require-server   a missing PostgreSQL or browser is a failure (also with CI=true)`;

const total = { passed: 0, failed: 0, failures: /** @type {string[]} */ ([]) };
const notRun = /** @type {string[]} */ ([]);

try {
  await main(process.argv.slice(2));
} catch (error) {
  total.failed += 1;
  total.failures.push(
    error instanceof SetupError ? error.message : String(error instanceof Error ? error.stack : error),
  );
}
finish();

/** @param {string[]} args */
async function main(args) {
  const unknown = args.filter((arg) => !KNOWN.includes(arg));
  if (unknown.length > 0) throw new SetupError(`Unknown option ${unknown.join(", ")}.\n${HELP}`);
  const quick = args.includes("--quick");
  const strict = args.includes("--require-server") || /^(1|true)$/.test(process.env.CI ?? "");
  checkNode();
  process.chdir(projectRoot);
  // A run must not touch the data or the settings of whoever runs it.
  for (const name of [
    "DATABASE_URL",
    "KEEPSAKE_APP_DATABASE_URL",
    "KEEPSAKE_DATA_DIR",
    "KEEPSAKE_DEMO",
    "NODE_ENV",
  ]) {
    delete process.env[name];
  }
  await installPackages();

  await step("Rules", () => runRules());
  await step("Types", () => runTypes());
  await step("Unit tests", () => runVitest("unit", /(?<!\.(db|pg))\.test\.ts$/));
  await step("Database tests, embedded", () => runVitest("embedded", /\.db\.test\.ts$/));
  if (quick) return;

  const server = await prepareServer(strict);
  try {
    const env = { ...process.env, ...server?.env };
    if (server)
      await step("Database tests, PostgreSQL server", () => runVitest("server", /\.(db|pg)\.test\.ts$/, env));
    if (!(await step("Build", buildOnce))) return;
    await runBrowser(env, strict);
  } finally {
    server?.stop();
  }
}

/** One server for the database tests and for the journeys. @param {boolean} strict */
async function prepareServer(strict) {
  if (!(await installPostgres())) {
    missing(
      strict,
      "Database tests on a PostgreSQL server: no PostgreSQL 15 or newer with pgvector 0.7 was found. Only the embedded " +
        "database was tested. Install one (KEEPSAKE_TEST_PG_BIN names its bin folder), or name a server in KEEPSAKE_TEST_DATABASE_URL.",
    );
    return null;
  }
  const cluster = await startCluster();
  return {
    stop: cluster.stop,
    env: {
      KEEPSAKE_TEST_DATABASE_URL: cluster.ownerUrl,
      ...(cluster.appUrl && { KEEPSAKE_TEST_APP_DATABASE_URL: cluster.appUrl }),
      ...(cluster.superuserUrl && { KEEPSAKE_TEST_SUPERUSER_DATABASE_URL: cluster.superuserUrl }),
    },
  };
}

/** @param {NodeJS.ProcessEnv} env @param {boolean} strict */
async function runBrowser(env, strict) {
  const browser = await installChromium();
  if (browser) {
    await step("Browser journeys", () => runJourneys({ ...env, KEEPSAKE_CHROMIUM: browser }));
    return;
  }
  missing(
    strict,
    "Browser journeys: no Chromium or Chrome was found or could be installed. Install one, or name it in KEEPSAKE_CHROMIUM.",
  );
}

async function buildOnce() {
  try {
    console.log((await buildApp()) ? "  passed: build" : "  passed: build (unchanged since the last one)");
    return { passed: 1, failed: 0, failures: [] };
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    return { passed: 0, failed: 1, failures: [error.message] };
  }
}

/**
 * @param {string} heading @param {() => Promise<import("./checks/run-checks.mjs").Tally>} work
 * @returns {Promise<boolean>} whether all of it passed
 */
async function step(heading, work) {
  console.log(`\n=== ${heading}`);
  const started = Date.now();
  const tally = await work();
  total.passed += tally.passed;
  total.failed += tally.failed;
  total.failures.push(...tally.failures);
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  console.log(`--- ${heading}: ${tally.passed} passed, ${tally.failed} failed (${seconds} s)`);
  return tally.failed === 0;
}

/** @param {boolean} strict @param {string} what */
function missing(strict, what) {
  if (!strict) {
    notRun.push(what);
    return;
  }
  total.failed += 1;
  total.failures.push(what);
}

function finish() {
  if (total.failures.length > 0)
    console.log(`\nFailed:\n${total.failures.map((line) => `  - ${line}`).join("\n")}`);
  if (notRun.length > 0) console.log(`\nNot run:\n${notRun.map((line) => `  - ${line}`).join("\n")}`);
  console.log(`\n${total.passed} passed, ${total.failed} failed`);
  process.exit(total.failed > 0 ? 1 : 0);
}
