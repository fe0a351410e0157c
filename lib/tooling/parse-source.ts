import ts from "typescript";
import type { Finding, RepositoryFile } from "@/lib/tooling/rule";

const parsed = new WeakMap<RepositoryFile, ts.SourceFile>();

/** The syntax tree of a file, made once however many rules ask. */
export function parseSource(file: RepositoryFile): ts.SourceFile {
  let tree = parsed.get(file);
  if (!tree) {
    const kind = file.path.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
    tree = ts.createSourceFile(file.path, file.text, ts.ScriptTarget.Latest, true, kind);
    parsed.set(file, tree);
  }
  return tree;
}

/** Calls `visit` for a node and everything below it. */
export function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node);
  ts.forEachChild(node, (child) => walk(child, visit));
}

export function findingAt(file: RepositoryFile, node: ts.Node, message: string): Finding {
  const tree = parseSource(file);
  return { path: file.path, line: tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1, message };
}

/** `a.b.c` as text when it is nothing but names, else null. */
export function dottedName(node: ts.Node): string | null {
  if (ts.isIdentifier(node)) return node.text;
  if (!ts.isPropertyAccessExpression(node)) return null;
  const left = dottedName(node.expression);
  return left === null ? null : `${left}.${node.name.text}`;
}

export function isExported(node: ts.Node): boolean {
  return (
    ts.canHaveModifiers(node) &&
    (ts.getModifiers(node)?.some((modifier) => modifier.kind === ts.SyntaxKind.ExportKeyword) ?? false)
  );
}

export interface ExportedValue {
  name: string;
  node: ts.Node;
  /** The initialiser of a const, or the function itself; null for a re-export, a class or a default export. */
  value: ts.Expression | ts.FunctionDeclaration | null;
}

/** Everything a module exports at run time; types are left out. */
export function listExportedValues(tree: ts.SourceFile): ExportedValue[] {
  return tree.statements.flatMap((node): ExportedValue[] => {
    if (ts.isExportAssignment(node)) return [{ name: "default", node, value: null }];
    if (ts.isExportDeclaration(node)) {
      if (node.isTypeOnly) return [];
      if (!node.exportClause || !ts.isNamedExports(node.exportClause))
        return [{ name: "*", node, value: null }];
      const named = node.exportClause.elements.filter((element) => !element.isTypeOnly);
      return named.map((element) => ({ name: element.name.text, node: element, value: null }));
    }
    if (!isExported(node)) return [];
    if (ts.isFunctionDeclaration(node)) return [{ name: node.name?.text ?? "default", node, value: node }];
    if (ts.isClassDeclaration(node)) return [{ name: node.name?.text ?? "default", node, value: null }];
    if (!ts.isVariableStatement(node)) return [];
    return node.declarationList.declarations.flatMap((declaration): ExportedValue[] => {
      const value = declaration.initializer ?? null;
      if (ts.isIdentifier(declaration.name))
        return [{ name: declaration.name.text, node: declaration, value }];
      return declaration.name.elements.flatMap((element) =>
        ts.isBindingElement(element) && ts.isIdentifier(element.name)
          ? [{ name: element.name.text, node: element, value }]
          : [],
      );
    });
  });
}

export function isSource(path: string): boolean {
  return /\.(ts|tsx|mts|mjs|cjs)$/.test(path) && !path.endsWith(".d.ts");
}

export function isTest(path: string): boolean {
  return /\.(test|spec)\.tsx?$/.test(path);
}
