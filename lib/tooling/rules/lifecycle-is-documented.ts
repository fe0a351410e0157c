import type { Finding, Rule } from "@/lib/tooling/rule";

const README = "lib/engine/README.md";
/** Rooms of the engine that are no step of a memory's life. */
const NO_STEP = new Set(["model", "policy"]);

/** The table of the lifecycle and the folders of the engine name the same steps. */
export const lifecycleIsDocumented: Rule = {
  name: "lifecycle-is-documented",
  instead: `Give every step one folder below lib/engine and one row, with the folder in backticks, in ${README}.`,
  check: (files) => {
    const readme = files.find(({ path }) => path === README);
    if (!readme) return [{ path: README, line: 0, message: "the table of the lifecycle is missing" }];
    const rows = readme.text.split("\n").filter((line) => line.startsWith("|"));
    const named = new Set(
      rows.flatMap((row) => [...row.matchAll(/`([a-z-]+)\/`/g)].map((match) => match[1] ?? "")),
    );
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
