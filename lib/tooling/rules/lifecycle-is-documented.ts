import type { Finding, Rule } from "@/lib/tooling/rule";

const README = "lib/engine/README.md";
/** Rooms of the engine that are no step of a memory's life. */
const NO_STEP = new Set(["model", "policy"]);

/** The names in backticks in the column `folder` of every table that has one. */
function foldersOfTable(text: string): string[] {
  const cells = (row: string) => row.split("|").map((cell) => cell.trim());
  const names: string[] = [];
  let column = -1;
  for (const line of text.split("\n")) {
    if (!line.startsWith("|")) column = -1;
    else if (column === -1) column = cells(line).indexOf("folder");
    else names.push(/^`([a-z-]+)\/?`$/.exec(cells(line)[column] ?? "")?.[1] ?? "");
  }
  return names.filter((name) => name !== "");
}

/** The table of the lifecycle and the folders of the engine name the same steps. */
export const lifecycleIsDocumented: Rule = {
  name: "lifecycle-is-documented",
  instead: `Give every step one folder below lib/engine and one row of the table in ${README}, its folder in backticks.`,
  check: (files) => {
    const readme = files.find(({ path }) => path === README);
    if (!readme) return [{ path: README, line: 0, message: "the table of the lifecycle is missing" }];
    const named = new Set(foldersOfTable(readme.text));
    const folders = new Set(
      files.flatMap(({ path }) => {
        const folder = /^lib\/engine\/([a-z-]+)\//.exec(path)?.[1];
        return folder && !NO_STEP.has(folder) ? [folder] : [];
      }),
    );
    const findings: Finding[] = [];
    for (const folder of folders) {
      if (!named.has(folder))
        findings.push({ path: `lib/engine/${folder}`, line: 0, message: "a step without a row" });
    }
    for (const folder of named) {
      if (!folders.has(folder))
        findings.push({ path: README, line: 0, message: `a row without a folder: ${folder}/` });
    }
    return findings;
  },
};
