import { spawn } from "node:child_process";
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DEFENCES, type Defence } from "@/lib/bench/defences";

export interface MutationRow {
  defence: Defence;
  /** Whether its tests turned red without it. */
  red: boolean;
  seconds: number;
}

const COPIED = ["lib", "drizzle", "package.json", "tsconfig.json"];

/**
 * Takes each defence of the write path away, one at a time, in a copy of the sources, and runs the tests that must turn
 * red. A row that stays green is a defence that nothing would miss.
 */
export async function mutateDefences(
  wanted: (defence: Defence) => boolean,
  onRow: (row: MutationRow) => void,
): Promise<MutationRow[]> {
  const here = process.cwd();
  const folder = await mkdtemp(join(tmpdir(), "keepsake-mutate-"));
  const rows: MutationRow[] = [];
  try {
    for (const name of COPIED) await cp(join(here, name), join(folder, name), { recursive: true });
    await symlink(join(here, "node_modules"), join(folder, "node_modules"), "dir");
    for (const defence of DEFENCES.filter(wanted)) {
      const path = join(folder, defence.file);
      const whole = await readFile(path, "utf8");
      await writeFile(
        path,
        whole.replace(defence.from, () => defence.to),
      );
      const start = performance.now();
      const red = (await runTests(folder, defence)) !== 0;
      await writeFile(path, whole);
      const row = { defence, red, seconds: (performance.now() - start) / 1000 };
      rows.push(row);
      onRow(row);
    }
    return rows;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function runTests(folder: string, { test }: Defence): Promise<number | null> {
  const child = spawn(
    process.execPath,
    [
      join(folder, "node_modules/vitest/vitest.mjs"),
      "run",
      "--config",
      "lib/tooling/vitest.config.ts",
      "--project",
      test.project,
      "--bail",
      "1",
      test.file,
    ],
    { cwd: folder, stdio: "ignore" },
  );
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", (code) => resolve(code));
  });
}

export function printMutation({ defence, red, seconds }: MutationRow): string {
  const colour = red ? "red  " : "GREEN";
  return `${colour} without ${defence.name.padEnd(30)} ${seconds.toFixed(0).padStart(4)} s  ${defence.against}`;
}
