import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { projectRoot } from "../setup/project-root.mjs";
import { runStep } from "../setup/run-step.mjs";
import { listFiles } from "./list-files.mjs";

const CONFIG = "e2e/playwright.config.ts";

/**
 * Runs the browser journeys and counts them.
 * @param {NodeJS.ProcessEnv} env names the browser in KEEPSAKE_CHROMIUM and, if there is one, the PostgreSQL server in
 *   KEEPSAKE_TEST_DATABASE_URL
 * @returns {Promise<import("./run-checks.mjs").Tally>}
 */
export async function runJourneys(env) {
  const wanted = listFiles(projectRoot, ["e2e"], /\.spec\.ts$/);
  if (wanted.length === 0) return { passed: 0, failed: 0, failures: [] };
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "keepsake-results-"));
  const file = path.join(folder, "results.json");
  const cli = path.join(projectRoot, "node_modules", "@playwright", "test", "cli.js");
  try {
    const { code } = await runStep(
      "browser journeys",
      process.execPath,
      [cli, "test", "--config", CONFIG, "--reporter=list,json"],
      { env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: file } },
    );
    const report = fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, "utf8")) : null;
    return tallyJourneys({ code, report, filesWanted: wanted.length });
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Adds a run up: only a journey that passed at its first try has passed.
 * @param {{ code: number, report: any, filesWanted: number }} run report: Playwright's json
 */
export function tallyJourneys({ code, report, filesWanted }) {
  const tally = { passed: 0, failed: 0, failures: /** @type {string[]} */ ([]) };
  const fail = (/** @type {string} */ what) => {
    tally.failed += 1;
    tally.failures.push(`journeys: ${what}`);
  };
  for (const { title, project, status } of (report?.suites ?? []).flatMap(listTests)) {
    if (status === "expected") tally.passed += 1;
    else fail(`[${project}] ${title} (${status})`);
  }
  if (tally.passed + tally.failed === 0) fail(`${filesWanted} files, but no journey ran`);
  else if (code !== 0 && tally.failed === 0) fail(`playwright ended with ${code}`);
  return tally;
}

/** @param {any} suite @returns {{ title: string, project: string, status: string }[]} */
function listTests(suite) {
  const own = (suite.specs ?? []).flatMap((/** @type {any} */ spec) =>
    spec.tests.map((/** @type {any} */ test) => ({
      title: `${spec.file} › ${spec.title}`,
      project: test.projectName,
      status: test.status,
    })),
  );
  return [...own, ...(suite.suites ?? []).flatMap(listTests)];
}
