import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { projectRoot } from "../setup/project-root.mjs";
import { runStep } from "../setup/run-step.mjs";
import { listFiles } from "./list-files.mjs";

/**
 * Runs one vitest project and counts its tests.
 * @param {string} project @param {RegExp} pattern the files it must find: with such files and no test run, it fails
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<import("./run-checks.mjs").Tally>}
 */
export async function runVitest(project, pattern, env = process.env) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "keepsake-results-"));
  const file = path.join(folder, "results.json");
  const cli = path.join(projectRoot, "node_modules", "vitest", "vitest.mjs");
  const args = ["run", "--config", "lib/tooling/vitest.config.ts", "--project", project, "--passWithNoTests"];
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  try {
    const { code } = await runStep(`${project} tests`, process.execPath, [cli, ...args, ...reporters], {
      env,
    });
    const report = fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, "utf8")) : null;
    const wanted = listFiles(projectRoot, ["app", "components", "lib"], pattern);
    return tallyVitest({ project, code, report, filesWanted: wanted.length });
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Adds a run up. Everything that is not a passed test is a failure: also a skipped one, a file that could not be
 * loaded, a set-up that broke, and a run that tested nothing although there are files.
 * @param {{ project: string, code: number, report: any, filesWanted: number }} run report: vitest's json
 */
export function tallyVitest({ project, code, report, filesWanted }) {
  const tally = { passed: 0, failed: 0, failures: /** @type {string[]} */ ([]) };
  const fail = (/** @type {string} */ what) => {
    tally.failed += 1;
    tally.failures.push(`${project}: ${what}`);
  };
  for (const file of report?.testResults ?? []) {
    const name = path.relative(projectRoot, file.name);
    let failedHere = 0;
    for (const test of file.assertionResults) {
      if (test.status === "passed") tally.passed += 1;
      else {
        failedHere += 1;
        fail(`${name} › ${test.fullName}${test.status === "failed" ? "" : ` (${test.status})`}`);
      }
    }
    if (file.status === "failed" && failedHere === 0) fail(`${name} did not load or tidy up`);
  }
  if (tally.passed + tally.failed === 0 && filesWanted > 0)
    fail(`${filesWanted} test files, but no test ran`);
  else if (code !== 0 && tally.failed === 0) fail(`vitest ended with ${code}`);
  return tally;
}
