import ts from "typescript";
import { dottedName, findingAt, isSource, isTest, parseSource, walk } from "@/lib/tooling/parse-source";
import type { Finding, Rule } from "@/lib/tooling/rule";

const CALLS = new Set([
  "Date",
  "Date.now",
  "performance.now",
  "Math.random",
  "fetch",
  "crypto.randomUUID",
  "crypto.randomBytes",
  "crypto.getRandomValues",
  "process.hrtime",
  "setTimeout",
  "setInterval",
]);
const IMPORTS = new Set([
  "randomUUID",
  "randomBytes",
  "randomInt",
  "getRandomValues",
  "webcrypto",
  "performance",
]);

/** No clock, randomness, network or console in the engine: the same input always gives the same decision. */
export const engineIsDeterministic: Rule = {
  name: "engine-is-deterministic",
  instead:
    "Take the time and new ids from the ports in engine/ports.ts, and report through the returned value.",
  check: (files) =>
    files
      .filter(({ path }) => isSource(path) && !isTest(path) && path.startsWith("lib/engine/"))
      .flatMap((file) => {
        const findings: Finding[] = [];
        const report = (node: ts.Node, what: string) =>
          findings.push(findingAt(file, node, `${what} in the engine`));
        walk(parseSource(file), (node) => {
          if (ts.isNewExpression(node) && dottedName(node.expression) === "Date" && !node.arguments?.length) {
            report(node, "new Date()");
          }
          if (ts.isCallExpression(node)) {
            const name = dottedName(node.expression)?.replace(/^globalThis\./, "");
            if (name && (CALLS.has(name) || name.startsWith("console."))) report(node, `${name}()`);
          }
          if (ts.isImportSpecifier(node) && IMPORTS.has((node.propertyName ?? node.name).text)) {
            report(node, (node.propertyName ?? node.name).text);
          }
        });
        return findings;
      }),
};
