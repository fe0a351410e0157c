import ts from "typescript";
import { dottedName, findingAt, isSource, isTest, parseSource, walk } from "@/lib/tooling/parse-source";
import type { Rule } from "@/lib/tooling/rule";

/** Launchers run before anything is installed; configuration files at the root are read by tools, not by us. */
const MAY_READ = /^lib\/(platform|testing|tooling)\/|^lib\/cli\/.*\.mjs$|^e2e\/|^[^/]+$/;

export const environmentReadInPlatform: Rule = {
  name: "environment-read-in-platform",
  instead: "Add the variable to the schema in lib/platform/env.ts and take it from readEnvironment().",
  check: (files) =>
    files
      .filter(({ path }) => isSource(path) && !isTest(path) && !MAY_READ.test(path))
      .flatMap((file) => {
        const findings: ReturnType<Rule["check"]> = [];
        walk(parseSource(file), (node) => {
          if (ts.isPropertyAccessExpression(node) && dottedName(node) === "process.env") {
            findings.push(findingAt(file, node, "process.env read outside lib/platform"));
          }
        });
        return findings;
      }),
};
