import { isSource, isTest } from "@/lib/tooling/parse-source";
import type { Rule } from "@/lib/tooling/rule";

const LIMIT = 350;

/** Files that are long because their subject is one long list. */
const LONG: Record<string, string> = {
  "lib/tooling/dependency-cruiser.cjs": "one table of rules",
  "lib/testing/erase-rules.ts": "one table of columns",
};

export const filesAreShort: Rule = {
  name: "files-are-short",
  instead:
    "A longer file is usually two: split it by verb. A table of data may be listed in the rule with its reason.",
  check: (files) =>
    files
      .filter(({ path }) => isSource(path) && !isTest(path) && !(path in LONG))
      .map((file) => ({ file, lines: file.text.trimEnd().split("\n").length }))
      .filter(({ lines }) => lines > LIMIT)
      .map(({ file, lines }) => ({ path: file.path, line: 0, message: `${lines} lines (at most ${LIMIT})` })),
};
