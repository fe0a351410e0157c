import path from "node:path";
import { projectRoot } from "../setup/project-root.mjs";
import { runStep } from "../setup/run-step.mjs";

/** @typedef {{ passed: number, failed: number, failures: string[] }} Tally */

const inModules = (/** @type {string[]} */ ...parts) => path.join(projectRoot, "node_modules", ...parts);

/**
 * Commands that pass or fail as a whole: each counts as one.
 * @param {{ name: string, args: string[] }[]} checks args: for node
 * @returns {Promise<Tally>}
 */
async function runChecks(checks) {
  const tally = { passed: 0, failed: 0, failures: /** @type {string[]} */ ([]) };
  for (const { name, args } of checks) {
    const { code } = await runStep(name, process.execPath, args);
    if (code === 0) tally.passed += 1;
    else {
      tally.failed += 1;
      tally.failures.push(name);
    }
    console.log(`  ${code === 0 ? "passed" : "FAILED"}: ${name}`);
  }
  return tally;
}

export function runRules() {
  const cruise = inModules("dependency-cruiser", "bin", "dependency-cruise.mjs");
  return runChecks([
    { name: "format and lint (biome)", args: [inModules("@biomejs", "biome", "bin", "biome"), "check", "."] },
    {
      name: "who may import what (dependency-cruiser)",
      args: [
        cruise,
        "--config",
        "lib/tooling/dependency-cruiser.cjs",
        "app",
        "components",
        "lib",
        "instrumentation.ts",
        "proxy.ts",
      ],
    },
    { name: "rules of the house (check-rules)", args: ["--import", "tsx", "lib/tooling/check-rules.ts"] },
  ]);
}

export function runTypes() {
  return runChecks([
    { name: "route types (next typegen)", args: [inModules("next", "dist", "bin", "next"), "typegen"] },
    { name: "types (tsc)", args: [inModules("typescript", "bin", "tsc"), "--noEmit"] },
  ]);
}
