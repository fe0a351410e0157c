import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "@/lib/store/client";
import { retryDeadlocks } from "@/lib/store/retry-deadlocks";
import { openTestEngine, type TestEngine } from "@/lib/testing/open-test-engine";

let world: TestEngine;
beforeAll(async () => {
  world = await openTestEngine();
});
afterAll(() => world?.close());

/** Two transactions that each hold what the other asks for next: neither goes on before both hold their first. */
async function cross(database: Database, tenantId: string) {
  const tries = [0, 0];
  let holding = 0;
  let go = () => {};
  const bothHold = new Promise<void>((resolve) => {
    go = resolve;
  });
  const lane = (n: number, first: number, second: number) =>
    database.withTenant(tenantId, async (tx) => {
      tries[n] = (tries[n] ?? 0) + 1;
      await tx.execute(sql`select pg_advisory_xact_lock(${first})`);
      holding += 1;
      if (holding === 2) go();
      await bothHold;
      await tx.execute(sql`select pg_advisory_xact_lock(${second})`);
      return n;
    });
  const ends = await Promise.allSettled([lane(0, 71, 72), lane(1, 72, 71)]);
  return { ends: ends.map((one) => (one.status === "fulfilled" ? "done" : one.reason.code)), tries };
}

test("one of two that wait for each other dies, and begins anew where it is to be repeated", async () => {
  const tenantId = await world.createTenant();
  const plain = await cross(world.database, tenantId);
  expect([...plain.ends].sort()).toEqual(["40P01", "done"]);
  const repeated = await cross(retryDeadlocks(world.database), tenantId);
  expect(repeated.ends).toEqual(["done", "done"]);
  expect([...repeated.tries].sort()).toEqual([1, 2]);
});

test("no other failure is repeated, and a deadlock without an end is told", async () => {
  const tenantId = await world.createTenant();
  const raise = async (code: string) => {
    let tries = 0;
    const end = retryDeadlocks(world.database).withTenant(tenantId, async (tx) => {
      tries += 1;
      await tx.execute(sql.raw(`do $$ begin raise exception 'no' using errcode = '${code}'; end $$`));
    });
    await expect(end).rejects.toMatchObject({ code });
    return tries;
  };
  expect(await raise("23505")).toBe(1);
  expect(await raise("40P01")).toBe(5);
});
