import ts from "typescript";
import {
  dottedName,
  findingAt,
  isSource,
  isTest,
  listExportedValues,
  parseSource,
  walk,
} from "@/lib/tooling/parse-source";
import type { Finding, RepositoryFile, Rule } from "@/lib/tooling/rule";

const WRAPPER = "defineAction";
/** For who has no account yet, but the installation's admin key. */
const WRAPPERS = new Set([WRAPPER, "defineKeyAction"]);

function isDirective(node: ts.Statement | undefined): boolean {
  return (
    node !== undefined &&
    ts.isExpressionStatement(node) &&
    ts.isStringLiteral(node.expression) &&
    node.expression.text === "use server"
  );
}

function checkFile(file: RepositoryFile): Finding[] {
  const tree = parseSource(file);
  const findings: Finding[] = [];
  if (isDirective(tree.statements[0])) {
    for (const { name, node, value } of listExportedValues(tree)) {
      if (value && ts.isCallExpression(value) && WRAPPERS.has(dottedName(value.expression) ?? "")) continue;
      findings.push(findingAt(file, node, `${name} is not made by ${WRAPPER}`));
    }
  }
  walk(tree, (node) => {
    if (ts.isBlock(node) && ts.isFunctionLike(node.parent) && isDirective(node.statements[0])) {
      findings.push(findingAt(file, node, "an action inside another function"));
    }
  });
  return findings;
}

/** A server action is a public endpoint, whatever page shows its button. */
export const actionsUseTheWrapper: Rule = {
  name: "actions-use-the-wrapper",
  instead: `Put it into a file beside its page that begins with "use server", and make it with ${WRAPPER}(…).`,
  check: (files) => files.filter(({ path }) => isSource(path) && !isTest(path)).flatMap(checkFile),
};
