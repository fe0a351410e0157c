import { inspect } from "node:util";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { EngineError } from "@/lib/engine/errors";
import { createLogger } from "@/lib/platform/logger";
import { sqlState } from "@/lib/store/rows";
import { tenants } from "@/lib/store/schema/tenancy";
import { openTestDatabase, type TestDatabase } from "@/lib/testing/open-test-database";

const SECRET = "zebrafinch7731";
let opened: TestDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened?.close());

const caught = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => {
      throw new Error("it did not fail");
    },
    (error: unknown) => error,
  );

function logged(error: unknown): string {
  const lines: string[] = [];
  createLogger("info", { write: (line) => void lines.push(line) }).error({ err: error }, "request failed");
  expect(lines).toHaveLength(1);
  return lines.join("");
}

const tenant = (slug: string, tenantId: string) => ({
  tenantId,
  slug,
  name: SECRET,
  timeZone: "UTC",
  isDemo: 0,
  createdAt: new Date(0),
});

const FAILURES: [string, string, () => Promise<unknown>][] = [
  [
    "no such column",
    "42703",
    () => opened.database.asOwner((tx) => tx.execute(sql`select nothing, ${SECRET}`)),
  ],
  [
    "a value of the wrong type, which the database quotes",
    "22P02",
    () => opened.database.withoutTenant((tx) => tx.execute(sql`select ${SECRET}::text::int`)),
  ],
  [
    "text that no column can hold",
    "22021",
    () => opened.database.withoutTenant((tx) => tx.execute(sql`select ${`${SECRET}\u0000`}::text`)),
  ],
  [
    "a row that exists, which the database quotes in its detail",
    "23505",
    () =>
      opened.database.asOwner(async (tx) => {
        await tx.insert(tenants).values(tenant(SECRET, "ten_a"));
        await tx.insert(tenants).values(tenant(SECRET, "ten_b"));
      }),
  ],
];

test.each(FAILURES)(
  "%s: the failure tells its SQLSTATE and no parameter, however it is printed",
  async (_, code, fail) => {
    const error = await caught(fail());
    expect(sqlState(error)).toBe(code);
    // What the web framework does with a page's failure.
    expect(inspect(error, { depth: 10, showHidden: true })).not.toContain(SECRET);
    const line = logged(error);
    expect(line).toContain(code);
    expect(JSON.parse(line).err.stack).toMatch(/\n\s+at /);
    expect(line).not.toContain(SECRET);
  },
);

test("neither does the log when the failure comes by another way, or as the cause of one of ours", async () => {
  const raw = Object.assign(new Error(`Failed query: select $1\nparams: ${SECRET}`), {
    query: "select $1",
    params: [SECRET],
    cause: Object.assign(new Error(`division by zero\n${SECRET}`), { code: "57014", detail: SECRET }),
  });
  for (const error of [raw, new EngineError("unavailable", "The database is away.", { cause: raw })]) {
    const line = logged(error);
    expect(line).toContain("division by zero");
    expect(line).not.toContain(SECRET);
  }
});
