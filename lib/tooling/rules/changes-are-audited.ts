import ts from "typescript";
import { dottedName, findingAt, isTest, parseSource, walk } from "@/lib/tooling/parse-source";
import type { RepositoryFile, Rule } from "@/lib/tooling/rule";

/** Writes that need no line of the audit log, by the file they stand in, and why. */
const NEEDS_NO_LINE: Record<string, string> = {
  "lib/store/search/": "index rows and cached vectors are derived and rebuilt at will",
  "lib/store/principals/idempotency-keys.ts": "the record of a request, not a change of what is remembered",
  "lib/store/retrieval/insert-retrieval.ts": "a trace is itself the record of who asked what",
  "lib/store/retrieval/retrieval-words.ts#recordNote":
    "stands with the report of use, which is its own record",
  "lib/store/retrieval/record-usage.ts":
    "a report of use is itself the record of who used what; it moves counts alone",
  "lib/store/extraction/extraction-queue.ts":
    "how far work has come; that it ended, or was asked for, has its line, and so has each memory made of it",
  "lib/store/extraction/model-calls.ts": "the account of calls is itself the record of them",
  "lib/store/principals/agents.ts#stampKeyUsed": "when a key was last used, not a change of it",
  "lib/store/backup/backup-records.ts":
    "belongs to the installation: there is no tenant whose log it could stand in",
  "lib/store/backup/erasure-entry.ts#markErasureKept":
    "how far the record outside has come; the erasure has its own lines",
  "lib/store/sealing/subject-keys.ts#requireSubjectKey":
    "a data key is made with the first thing sealed under it, and that has its line",
  "lib/store/audit.ts": "the log itself",
  "lib/store/audit-chain.ts": "the chain over the log",
  "lib/store/migrate.ts": "the schema, before anybody acts",
  "lib/store/principals/instance-settings.ts":
    "belongs to the installation: there is no tenant whose log it could stand in",
};

const WRITING_SQL = /\b(?:insert\s+into|update\s+[a-z_]+\s+set|delete\s+from)\b/i;
const WRITING_METHODS = new Set(["insert", "update", "delete"]);
const OPENS = new Set(["withTenant", "asOwner"]);

interface Known {
  /** Writes a row that owes the log a line. */
  writes: boolean;
  audits: boolean;
  calls: Set<string>;
}

function isExempt(path: string, name: string): boolean {
  return Object.keys(NEEDS_NO_LINE).some((start) => `${path}#${name}`.startsWith(start));
}

/** What stands in a body itself, before following what it calls. */
function look(body: ts.Node, path: string, name: string): Known {
  const known: Known = { writes: false, audits: false, calls: new Set() };
  walk(body, (node) => {
    if (ts.isTaggedTemplateExpression(node) && dottedName(node.tag) === "sql") {
      if (WRITING_SQL.test(node.template.getText())) known.writes = true;
    }
    if (!ts.isCallExpression(node)) return;
    const called = node.expression;
    if (ts.isPropertyAccessExpression(called)) {
      const holder = dottedName(called.expression);
      if (holder === "tx" && WRITING_METHODS.has(called.name.text)) known.writes = true;
      // What hangs on an object is followed by its name too: `write.index(…)`, `ports.x(…)`.
      if (holder !== "tx") known.calls.add(called.name.text);
    } else if (ts.isIdentifier(called)) {
      known.calls.add(called.text);
      if (called.text === "appendAudit") known.audits = true;
    }
  });
  if (isExempt(path, name)) known.writes = false;
  return known;
}

/** Every named function of lib, by its name: verbs are unique enough for a rule that only has to find what is missing. */
function listFunctions(files: readonly RepositoryFile[]): Map<string, Known> {
  const functions = new Map<string, Known>();
  const add = (name: string, body: ts.Node, path: string) => {
    const found = look(body, path, name);
    const before = functions.get(name);
    if (before) {
      before.writes ||= found.writes;
      before.audits ||= found.audits;
      for (const call of found.calls) before.calls.add(call);
    } else functions.set(name, found);
  };
  for (const file of files) {
    walk(parseSource(file), (node) => {
      if (ts.isFunctionDeclaration(node) && node.name && node.body) add(node.name.text, node.body, file.path);
      if (
        ts.isVariableDeclaration(node) &&
        ts.isIdentifier(node.name) &&
        node.initializer &&
        (ts.isArrowFunction(node.initializer) || ts.isFunctionExpression(node.initializer))
      ) {
        add(node.name.text, node.initializer, file.path);
      }
    });
  }
  return functions;
}

function reaches(
  start: Known,
  functions: Map<string, Known>,
  what: "writes" | "audits",
  seen = new Set<string>(),
): boolean {
  if (start[what]) return true;
  for (const name of start.calls) {
    if (seen.has(name)) continue;
    seen.add(name);
    const next = functions.get(name);
    if (next && reaches(next, functions, what, seen)) return true;
  }
  return false;
}

/** State, audit line and outbox entry are one transaction: what opens one and changes something also says who did. */
export const changesAreAudited: Rule = {
  name: "changes-are-audited",
  instead: "Call appendAudit in the same transaction, or list the file in NEEDS_NO_LINE with the reason.",
  check: (files) => {
    const ours = files.filter(
      ({ path }) =>
        /^(lib|app)\/.*\.tsx?$/.test(path) &&
        !isTest(path) &&
        !/^lib\/(testing|tooling|bench|cli)\//.test(path),
    );
    const functions = listFunctions(ours.filter(({ path }) => path.startsWith("lib/")));
    return ours.flatMap((file) => {
      const findings: ReturnType<Rule["check"]> = [];
      walk(parseSource(file), (node) => {
        if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return;
        if (!OPENS.has(node.expression.name.text)) return;
        const work = node.arguments.at(-1);
        if (!work) return;
        const known = look(work, file.path, "");
        if (reaches(known, functions, "writes") && !reaches(known, functions, "audits"))
          findings.push(
            findingAt(file, node, "a transaction that changes something leaves no line in the audit log"),
          );
      });
      return findings;
    });
  },
};
