import ts from "typescript";
import { dottedName, findingAt, isSource, isTest, parseSource, walk } from "@/lib/tooling/parse-source";
import type { Rule } from "@/lib/tooling/rule";

/** Who may send text that is not bound as a parameter, and why. */
const ALLOWED: Record<string, string> = {
  "lib/store/client.ts": "opens connections",
  "lib/store/transaction.ts": "SET LOCAL takes no parameters",
  "lib/store/enter-role.ts": "SET LOCAL takes no parameters; the id is checked against its pattern first",
  "lib/store/prepare-statements.ts": "hands on what the query builder made, parameters and all",
  "lib/store/migrate.ts": "runs the migration files",
  "lib/store/search/nearest-in-scope.ts":
    "an index of one scope is found by a literal alone; a quoting function with tests of its own makes it",
};

export const rawSqlIsListed: Rule = {
  name: "raw-sql-is-listed",
  instead:
    "Bind values with the sql tag, names with sql.identifier(). Row-level security does not stop injection.",
  check: (files) =>
    files
      .filter(
        ({ path }) =>
          isSource(path) && !isTest(path) && !(path in ALLOWED) && !path.startsWith("lib/testing/"),
      )
      .flatMap((file) => {
        const findings: ReturnType<Rule["check"]> = [];
        walk(parseSource(file), (node) => {
          if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return;
          const called = node.expression.name.text;
          if (called === "unsafe" || (called === "raw" && dottedName(node.expression.expression) === "sql")) {
            findings.push(findingAt(file, node, `text sent to the database as it is (.${called})`));
          }
        });
        return findings;
      }),
};
