import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { ALL_RULES } from "@/lib/tooling/all-rules";
import type { RepositoryFile } from "@/lib/tooling/rule";

const file = (path: string, ...lines: string[]): RepositoryFile => ({ path, text: `${lines.join("\n")}\n` });
const messages = (en: unknown, zh: unknown): RepositoryFile[] => [
  file("lib/contracts/messages/en.json", JSON.stringify(en)),
  file("lib/contracts/messages/zh-CN.json", JSON.stringify(zh)),
];
const guard = file(
  "lib/services/authorise/require-scope.ts",
  "export function requireScope(ctx: unknown): void {}",
);
const readme = (...folders: string[]) =>
  file(
    "lib/engine/README.md",
    "| source | becomes |\n|---|---|\n| import | `active` |\n",
    "| step | folder |\n|---|---|",
    ...folders.map((folder) => `| a step | \`${folder}\` |`),
  );

/** For each rule: sets of files in which it must find something, and one in which it must find nothing. */
const SAMPLES: Record<string, { violating: RepositoryFile[][]; clean: RepositoryFile[] }> = {
  "actions-use-the-wrapper": {
    violating: [
      [file("app/me/actions.ts", '"use server";', "export async function erase() {}")],
      [file("app/me/actions.ts", '"use server";', "export const erase = otherWrapper({});")],
      [file("app/me/actions.ts", '"use server";', 'export { erase } from "@/lib/services/x";')],
      [
        file(
          "app/me/page.tsx",
          'export default function Page() { async function go() { "use server"; } return go; }',
        ),
      ],
    ],
    clean: [
      file(
        "app/me/actions.ts",
        '"use server";',
        "export const erase = defineAction({});",
        "export type Input = string;",
      ),
      file("app/me/page.tsx", "export default function Page() { return null; }"),
    ],
  },
  "changes-are-audited": {
    violating: [
      // The change stands in another file, two calls away.
      [
        file("lib/store/memory/end.ts", "export async function endIt(tx: Tx) { await tx.update(memories); }"),
        file("lib/engine/revise/end.ts", "export async function revise(tx: Tx) { await endIt(tx); }"),
        file(
          "lib/engine/amend-path.ts",
          "export const go = () => database.withTenant(id, (tx) => revise(tx));",
        ),
      ],
      [
        file(
          "lib/services/key/revoke-key.ts",
          "export const revokeKey = () => database.withTenant(id, async (tx) => { await tx.delete(keys); });",
        ),
      ],
      [
        file(
          "lib/store/memory/end.ts",
          "export async function endIt(tx: Tx) { await tx.execute(sql`update memories set a = 1`); }",
        ),
        file("lib/jobs/end.ts", "export const go = () => database.withTenant(id, (tx) => endIt(tx));"),
      ],
    ],
    clean: [
      file("lib/store/memory/end.ts", "export async function endIt(tx: Tx) { await tx.update(memories); }"),
      file("lib/store/memory/read.ts", "export async function readIt(tx: Tx) { await tx.select(); }"),
      file("lib/store/search/index.ts", "export async function indexIt(tx: Tx) { await tx.insert(rows); }"),
      file(
        "lib/engine/amend-path.ts",
        "export const a = () => database.withTenant(id, async (tx) => { await endIt(tx); await appendAudit(tx); });",
        "export const b = () => database.withTenant(id, (tx) => readIt(tx));",
        "export const c = () => database.withTenant(id, (tx) => indexIt(tx));",
      ),
    ],
  },
  "engine-is-deterministic": {
    violating: [
      "export const a = Date.now();",
      "export const a = new Date();",
      "export const a = Math.random();",
      'import { randomUUID } from "node:crypto";',
      "export const a = crypto.randomUUID();",
      "export const a = () => fetch(url);",
      "console.log(1);",
      "globalThis.setTimeout(run, 1);",
    ].map((line) => [file("lib/engine/gate/gate.ts", line)]),
    clean: [
      file("lib/engine/gate/gate.ts", "export const a = new Date(at).getTime() + clock.now().getTime();"),
      file("lib/platform/clock.ts", "export const now = () => new Date();"),
      file("lib/engine/gate/gate.test.ts", "const a = Date.now();"),
    ],
  },
  "environment-read-in-platform": {
    violating: [
      [file("lib/services/x.ts", "export const a = process.env.HOME;")],
      [file("lib/cli/keepsake.ts", "const { HOME } = process.env;")],
      [file("components/a.tsx", 'export const a = process.env["HOME"];')],
    ],
    clean: [
      file("lib/platform/env.ts", "export const a = process.env.HOME;"),
      file("lib/cli/start.mjs", "export const a = process.env.HOME;"),
      file("next.config.ts", "export const a = process.env.HOME;"),
      file("lib/services/x.ts", "export const a = process.pid;"),
    ],
  },
  "files-are-named-plainly": {
    violating: [
      [file("lib/store/index.ts", "")],
      [file("lib/store/readRows.ts", "")],
      [file("lib/engine/utils.ts", "")],
      [file("lib/helpers/a.ts", "")],
    ],
    clean: [
      file("lib/store/read-rows.db.test.ts", ""),
      file("app/api/auth/[...nextauth]/route.ts", ""),
      file("e2e/playwright.config.ts", ""),
      file("components/ui/use-action.ts", ""),
    ],
  },
  "files-are-short": {
    violating: [[file("lib/engine/long.ts", ...Array.from({ length: 351 }, (_, line) => `// ${line}`))]],
    clean: [
      file("lib/engine/long.ts", ...Array.from({ length: 350 }, (_, line) => `// ${line}`)),
      file("package-lock.json", ...Array.from({ length: 900 }, () => "1")),
    ],
  },
  "lifecycle-is-documented": {
    violating: [
      [readme("gate"), file("lib/engine/gate/gate.ts", ""), file("lib/engine/erase/erase.ts", "")],
      [readme("gate", "erase"), file("lib/engine/gate/gate.ts", "")],
      [file("lib/engine/gate/gate.ts", "")],
    ],
    clean: [
      readme("gate"),
      file("lib/engine/gate/gates/scope.ts", ""),
      file("lib/engine/model/memory.ts", ""),
    ],
  },
  "messages-match": {
    violating: [
      messages({ a: { b: "x" } }, { a: {} }),
      messages({ a: "x" }, { a: "一", b: "二" }),
      messages({ a: "x" }, { a: " " }),
      messages({ a: "{count} left" }, { a: "还剩" }),
      messages({ a: "<b>x</b>" }, { a: "一" }),
      messages({ a: "{n, plural, one {{who}} other {x}} {at}" }, { a: "{n} {who}" }),
      messages({ a: "{n, plural, one {{who}} other {x}}" }, { a: "{n}" }),
      messages({ a: "x" }, { a: "一" }).slice(0, 1),
    ],
    clean: messages(
      {
        a: { b: "{count, plural, one {# memory} other {# memories}} of {name}" },
        c: "{count, plural, =0 {Filters} other {Filters for {who}}}",
        d: "<b>{at, date, short}</b>",
      },
      { a: { b: "{name} 的 {count} 条记忆" }, c: "{who} {count}", d: "<b>{at}</b>" },
    ),
  },
  "names-no-machine": {
    violating: [
      [file("README.md", ["see https://registry", "example", "org/x"].join("."))],
      [file("lib/a.ts", `const a = "${["deb", "debian", "org"].join(".")}";`)],
      [file("package-lock.json", `"resolved": "${"http"}s://x/y.tgz"`)],
      [file("README.md", `cd ${["", "work", "main"].join("/")}`)],
    ],
    clean: [file("README.md", "npm config get registry; cd keepsake; /usr/bin/chromium; lib/work/a.ts")],
  },
  "nothing-is-unfinished": {
    violating: [[file("lib/a.ts", `// ${"TO"}DO: later`)], [file("drizzle/0001_a.sql", `-- ${"FIX"}ME`)]],
    clean: [file("lib/a.ts", "// the hackathon's to-do list is content, not a mark")],
  },
  "raw-sql-is-listed": {
    violating: [
      [file("lib/store/search/find.ts", "export const a = sql.raw(text);")],
      [file("lib/store/search/find.ts", "export const a = () => connection.unsafe(text);")],
    ],
    clean: [
      file("lib/store/search/find.ts", "export const a = sql`select 1`;", "export const b = String.raw`x`;"),
      file("lib/store/migrate.ts", "export const a = sql.raw(text);"),
    ],
  },
  "routes-use-the-wrapper": {
    violating: [
      [file("app/api/v1/x/route.ts", "export async function GET() { return new Response(); }")],
      [file("app/api/v1/x/route.ts", "export const GET = handle({});")],
      [file("app/api/v1/x/route.ts", 'export { GET } from "@/lib/server/x";')],
      [file("app/export/route.ts", "const a = 1;")],
    ],
    clean: [
      file(
        "app/api/v1/x/route.ts",
        'export const { GET, POST } = mountRoute("/x");',
        'export const dynamic = "force-dynamic";',
      ),
      file("app/api/auth/[...nextauth]/route.ts", "export { handler as GET };"),
    ],
  },
  "services-authorise": {
    violating: [
      [
        guard,
        file(
          "lib/services/memory/get-memory.ts",
          "export async function getMemory({ ctx }: Call) { return ctx; }",
        ),
      ],
      [
        guard,
        file(
          "lib/services/memory/get-memory.ts",
          "export const getMemory = async ({ ctx }: Call) => inner(ctx);",
        ),
      ],
      // Of two verbs in a file each must check, and a check next door does not count.
      [
        guard,
        file(
          "lib/services/memory/get-memory.ts",
          "export async function getMemory(c: Call) { requireScope(c.ctx); }",
          "export async function findMemory(c: Call) { return c; }",
        ),
      ],
      // Called like a guard, but not one of ours.
      [
        guard,
        file("lib/services/memory/get-memory.ts", "export async function getMemory() { requireNothing(); }"),
      ],
    ],
    clean: [
      guard,
      file(
        "lib/services/memory/get-memory.ts",
        "export async function getMemory(c: Call) { requireScope(c.ctx); return 1; }",
      ),
      file("lib/services/memory/to-row.ts", "export function toRow(memory: Memory) { return memory; }"),
      file("lib/services/context.ts", "export async function open() {}"),
    ],
  },
  "store-knows-its-tenant": {
    violating: [
      [
        file(
          "lib/store/memory/find.ts",
          "export async function findIt(tx: Tx, memoryId: string) { return memoryId; }",
        ),
      ],
      [file("lib/store/memory/find.ts", "export const findIt = async (tx: Tx) => tx.select();")],
    ],
    clean: [
      file(
        "lib/store/memory/find.ts",
        "export interface Row { tenantId: string }",
        "export async function findIt(tx: Tx, tenantId: string) { return tenantId; }",
        "export async function changeIt(tx: Tx, call: CallContext) { return call; }",
        "export async function insertIt(tx: Tx, row: Row) { return row; }",
        "export async function insertThat(tx: Tx, row: typeof memories.$inferInsert) { return row; }",
        "export function toRow(memoryId: string) { return memoryId; }",
      ),
    ],
  },
  "sql-only-in-store": {
    violating: [
      [file("lib/services/x/find.ts", "export const a = sql`select 1`;")],
      [file("lib/engine/x.ts", "export const a = sql.identifier`x`;")],
      [file("lib/engine/x.ts", 'export const a = pgTable("a", {});')],
      [file("lib/engine/x.ts", 'import { memories } from "@/lib/store/schema/memories";')],
    ],
    clean: [
      file("lib/store/find.ts", "export const a = sql`select 1`;"),
      file("lib/services/x/find.db.test.ts", "const a = sql`select 1`;"),
      file("lib/services/x/find.ts", "export const a = html`select 1`;"),
    ],
  },
};

test("every rule that is written is enforced, and has samples", () => {
  const written = readdirSync(new URL("rules", import.meta.url)).map((name) => name.replace(/\.ts$/, ""));
  const enforced = ALL_RULES.map(({ name }) => name);
  expect([...enforced].sort()).toEqual(written.sort());
  expect(Object.keys(SAMPLES).sort()).toEqual([...enforced].sort());
});

describe.each(ALL_RULES.map((rule) => [rule.name, rule] as const))("%s", (name, rule) => {
  test("finds each violation", () => {
    for (const files of SAMPLES[name]?.violating ?? []) {
      expect(rule.check(files), files.map(({ path, text }) => `${path}: ${text}`).join("")).not.toEqual([]);
    }
  });

  test("leaves what is right alone, and says what to do", () => {
    expect(rule.check(SAMPLES[name]?.clean ?? [])).toEqual([]);
    expect(rule.instead.length).toBeGreaterThan(20);
  });
});
