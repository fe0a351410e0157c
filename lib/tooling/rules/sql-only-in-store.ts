import ts from "typescript";
import { dottedName, findingAt, isSource, isTest, parseSource, walk } from "@/lib/tooling/parse-source";
import type { Rule } from "@/lib/tooling/rule";

const TABLE_MAKERS = new Set(["pgTable", "pgSchema", "pgView", "pgMaterializedView"]);

/** The `sql` tag and tables outside lib/store. Tests may look at rows directly: that is how they check. */
export const sqlOnlyInStore: Rule = {
  name: "sql-only-in-store",
  instead: "Put the statement into a file of lib/store, named after what it does, and call that.",
  check: (files) =>
    files
      .filter(({ path }) => isSource(path) && !isTest(path) && !/^lib\/(store|testing|tooling)\//.test(path))
      .flatMap((file) => {
        const findings: ReturnType<Rule["check"]> = [];
        walk(parseSource(file), (node) => {
          if (ts.isTaggedTemplateExpression(node) && dottedName(node.tag)?.split(".")[0] === "sql") {
            findings.push(findingAt(file, node, "SQL outside lib/store"));
          }
          if (ts.isCallExpression(node) && TABLE_MAKERS.has(dottedName(node.expression) ?? "")) {
            findings.push(findingAt(file, node, "a table defined outside lib/store/schema"));
          }
          if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
            if (/^@\/lib\/store\/schema\//.test(node.moduleSpecifier.text)) {
              findings.push(findingAt(file, node, "a table used outside lib/store"));
            }
          }
        });
        return findings;
      }),
};
