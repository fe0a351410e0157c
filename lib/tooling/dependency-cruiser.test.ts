import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, test } from "vitest";

const require = createRequire(import.meta.url);
const config = require.resolve("./dependency-cruiser.cjs");
const { forbidden } = require(config) as { forbidden: { name: string; comment: string }[] };
const cruise = fileURLToPath(
  new URL("../../node_modules/dependency-cruiser/bin/dependency-cruise.mjs", import.meta.url),
);

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** Writes a small house and returns the names of the rules it breaks, with what breaks them. */
function findViolations(files: Record<string, string>): Record<string, string[]> {
  const folder = mkdtempSync(join(tmpdir(), "keepsake-cruise-"));
  folders.push(folder);
  const all: Record<string, string> = {
    "package.json": JSON.stringify({
      type: "module",
      dependencies: { next: "1", react: "1", "drizzle-orm": "1" },
      devDependencies: { vitest: "1" },
    }),
    "tsconfig.json": JSON.stringify({
      compilerOptions: { module: "esnext", moduleResolution: "bundler", paths: { "@/*": ["./*"] } },
    }),
    ...Object.fromEntries(
      ["next", "react", "drizzle-orm", "vitest", "undeclared"].flatMap((name) => [
        [`node_modules/${name}/package.json`, JSON.stringify({ name, version: "1.0.0", main: "main.js" })],
        [`node_modules/${name}/main.js`, "module.exports = {};"],
      ]),
    ),
    ...files,
  };
  for (const [path, text] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const roots = ["app", "components", "lib"].filter((root) =>
    Object.keys(files).some((path) => path.startsWith(root)),
  );
  const done = spawnSync(process.execPath, [cruise, "--config", config, "--output-type", "json", ...roots], {
    cwd: folder,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  expect(done.stderr).toBe("");
  const report = JSON.parse(done.stdout) as {
    summary: { violations: { rule: { name: string }; from: string; to: string }[] };
  };
  const found: Record<string, string[]> = {};
  for (const { rule, from, to } of report.summary.violations) {
    found[rule.name] = [...(found[rule.name] ?? []), from === to ? from : `${from} → ${to}`];
  }
  return found;
}

const value = "export const value = 1;\n";
const importing = (...paths: string[]) => `${paths.map((path) => `import "${path}";`).join("\n")}\n${value}`;

describe("who may import what", () => {
  test("a house in order breaks no rule", () => {
    const found = findViolations({
      "app/page.tsx": importing(
        "@/lib/services/memory/get-memory",
        "@/components/ui/button",
        "@/lib/engine/errors",
        "next",
      ),
      "components/ui/button.tsx": importing("react", "@/lib/contracts/common"),
      "lib/contracts/common.ts": importing("@/lib/platform/ids"),
      "lib/platform/ids.ts": value,
      "lib/services/memory/get-memory.ts": importing("@/lib/engine/engine", "@/lib/store/find"),
      "lib/engine/engine.ts": importing("@/lib/engine/write-path"),
      "lib/engine/write-path.ts": importing("@/lib/engine/gate/gate", "@/lib/engine/commit/commit"),
      "lib/engine/gate/gate.ts": importing(
        "@/lib/engine/policy/policy",
        "@/lib/store/find",
        "@/lib/engine/gate/gates/scope",
      ),
      "lib/engine/gate/gates/scope.ts": value,
      "lib/engine/gate/gate.test.ts": importing(
        "@/lib/engine/gate/gate",
        "@/lib/engine/commit/commit",
        "vitest",
      ),
      "lib/engine/commit/commit.ts": `import type { Gate } from "@/lib/engine/model/gate";\nexport type A = Gate;\n${value}`,
      "lib/engine/model/gate.ts": "export type Gate = string;\n",
      "lib/engine/policy/policy.ts": value,
      "lib/engine/errors.ts": value,
      "lib/store/find.ts": `import "drizzle-orm";\nimport type { Gate } from "@/lib/engine/model/gate";\nexport type B = Gate;\n${value}`,
    });
    expect(found).toEqual({});
  });

  test("each rule is broken by what it refuses, and only by that", () => {
    const found = findViolations({
      "app/page.tsx": importing(
        "@/lib/store/one",
        "@/components/a",
        "@/components/ui/button",
        "@/lib/services/a",
        "@/lib/server/a",
        "@/lib/jobs/a",
        "@/lib/cli/run",
        "@/lib/testing/harness",
        "undeclared",
        "vitest",
        "./nowhere",
      ),
      "components/a.tsx": importing("@/lib/services/a"),
      "components/ui/button.tsx": importing("@/components/a"),
      "lib/platform/ids.ts": importing("@/lib/contracts/common"),
      "lib/contracts/common.ts": importing("@/lib/store/two", "node:fs"),
      "lib/store/one.ts": importing("@/lib/services/b", "@/lib/engine/policy/policy"),
      "lib/store/two.ts": value,
      "lib/services/a.ts": importing(
        "@/lib/engine/gate/gate",
        "@/lib/server/b",
        "@/lib/inference/embed",
        "drizzle-orm",
      ),
      "lib/services/b.ts": value,
      "lib/server/a.ts": importing("@/components/c"),
      "lib/server/b.ts": value,
      "components/c.tsx": importing("react"),
      "lib/jobs/a.ts": importing("@/lib/server/b"),
      "lib/inference/embed.ts": importing("@/lib/store/two"),
      "lib/engine/gate/gate.ts": importing(
        "@/lib/engine/commit/commit",
        "@/lib/services/b",
        "@/lib/engine/read-path",
      ),
      "lib/engine/commit/commit.ts": importing("react"),
      "lib/engine/read-path.ts": value,
      "lib/engine/policy/policy.ts": importing("@/lib/store/two"),
      "lib/cli/run.ts": value,
      "lib/testing/harness.ts": value,
      "lib/bench/left.ts": importing("@/lib/platform/left", "@/lib/platform/ids"),
      "lib/platform/left.ts": importing("@/lib/platform/right"),
      "lib/platform/right.ts": importing("@/lib/platform/left"),
      "lib/platform/forgotten.ts": value,
    });
    expect(Object.keys(found).sort()).toEqual(forbidden.map(({ name }) => name).sort());
    expect(found).toMatchObject({
      "no-unreachable": ["lib/platform/forgotten.ts"],
      "steps-never-import-steps": ["lib/engine/gate/gate.ts → lib/engine/commit/commit.ts"],
      "store-takes-no-decisions": ["lib/store/one.ts → lib/engine/policy/policy.ts"],
      "database-only-in-store": ["lib/services/a.ts → node_modules/drizzle-orm/main.js"],
      "components-show": ["components/a.tsx → lib/services/a.ts"],
      "no-undeclared-package": ["app/page.tsx → node_modules/undeclared/main.js"],
    });
  });

  test("each rule says what to do instead", () => {
    for (const { name, comment } of forbidden) expect(comment.length, name).toBeGreaterThan(20);
  });
});
