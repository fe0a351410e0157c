import { sql } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import { describe, expect, it } from "vitest";
import { flattenStatement } from "@/lib/store/flatten-statement";

describe("a statement as text", () => {
  it("is what drizzle makes of it", () => {
    const inner = sql`a = ${"x"} and b = ${1} and c is not distinct from ${null}`;
    const statement = sql`select ${sql.raw("1")} from t where ${inner} and ${sql.join([sql`${true}`, inner], sql` or `)}${sql``}`;
    const { sql: text, params } = new PgDialect().sqlToQuery(statement);
    expect(flattenStatement(statement)).toEqual({ text, parameters: params });
  });

  it("takes no list for a parameter", () => {
    expect(() => flattenStatement(sql`select ${[1, 2]}`)).toThrow("a list is no parameter");
  });
});
