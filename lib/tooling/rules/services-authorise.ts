import ts from "typescript";
import {
  dottedName,
  findingAt,
  isTest,
  listExportedValues,
  parseSource,
  walk,
} from "@/lib/tooling/parse-source";
import type { RepositoryFile, Rule } from "@/lib/tooling/rule";

const VERB_FILE = /^lib\/services\/(?!authorise\/)[a-z-]+\/[a-z0-9-]+\.ts$/;
const AUTHORISE_FILE = /^lib\/services\/authorise\/[a-z-]+\.ts$/;
const PURE_NAME = /^(to|decide|parse|is|compare|describe)[A-Z]/;

/** Verbs that run before anybody is known, and what guards them instead. */
const BEFORE_SIGN_IN: Record<string, string> = {};

function isAsync(value: ts.Node): boolean {
  return (
    ts.canHaveModifiers(value) &&
    (ts.getModifiers(value)?.some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword) ?? false)
  );
}

function isFunction(
  value: ts.Node | null,
): value is ts.FunctionDeclaration | ts.ArrowFunction | ts.FunctionExpression {
  return (
    value !== null &&
    (ts.isFunctionDeclaration(value) || ts.isArrowFunction(value) || ts.isFunctionExpression(value))
  );
}

function listGuards(files: readonly RepositoryFile[]): Set<string> {
  const names = files
    .filter(({ path }) => AUTHORISE_FILE.test(path) && !isTest(path))
    .flatMap((file) => listExportedValues(parseSource(file)).map(({ name }) => name));
  return new Set(names.filter((name) => name.startsWith("require")));
}

function calls(body: ts.Node, guards: Set<string>): boolean {
  let found = false;
  walk(body, (node) => {
    if (ts.isCallExpression(node) && guards.has(dottedName(node.expression) ?? "")) found = true;
  });
  return found;
}

/** Pages, actions, routes, jobs and commands all come through a service: the check stands where none can miss it. */
export const servicesAuthorise: Rule = {
  name: "services-authorise",
  instead:
    "Call one of lib/services/authorise (requireScope, requireRole, requireSelf …) in the verb's own body, first.",
  check: (files) => {
    const guards = listGuards(files);
    return files
      .filter(({ path }) => VERB_FILE.test(path) && !isTest(path) && !(path in BEFORE_SIGN_IN))
      .flatMap((file) =>
        listExportedValues(parseSource(file))
          .filter(({ name, value }) => isFunction(value) && !(PURE_NAME.test(name) && !isAsync(value)))
          .filter(({ value }) => !(isFunction(value) && value.body && calls(value.body, guards)))
          .map(({ name, node }) => findingAt(file, node, `${name} checks nobody's rights in its own body`)),
      );
  },
};
