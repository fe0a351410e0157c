import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createId } from "@/lib/platform/ids";
import { channelOf } from "@/lib/store/channel";
import type { Tx } from "@/lib/store/client";
import { queryRows, sqlState } from "@/lib/store/rows";
import { openTestDatabase, type TestDatabase } from "@/lib/testing/open-test-database";
import { type Canary, plantCanary } from "@/lib/testing/plant-canary";
import { createReadWorld, type ReadWorld } from "@/lib/testing/read-world";

let opened: TestDatabase;
let ours: ReadWorld;
let theirs: ReadWorld;
let canary: Canary;
let tables: string[];
beforeAll(async () => {
  opened = await openTestDatabase();
  ours = await createReadWorld(opened.database, null);
  theirs = await createReadWorld(opened.database, null);
  canary = await plantCanary(ours);
  tables = await opened.database.asOwner(async (tx) =>
    (
      await queryRows<{ name: string }>(
        tx,
        sql`select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relrowsecurity`,
      )
    ).map((row) => row.name),
  );
});
afterAll(() => opened?.close());

const within = <T>(world: ReadWorld, work: (tx: Tx) => Promise<T>) =>
  opened.database.withTenant(world.tenantId, work);

async function stateOf(promise: Promise<unknown>): Promise<string | null> {
  return promise.then(
    () => null,
    (error: unknown) => sqlState(error) ?? String(error),
  );
}

/** Rows a reader sees of each table without naming any tenant. */
async function countAll(tx: Tx): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of tables) {
    const [row] = await queryRows<{ n: number }>(
      tx,
      sql`select count(*)::int as n from ${sql.identifier(table)}`,
    );
    if ((row?.n ?? 0) > 0) counts[table] = row?.n ?? 0;
  }
  return counts;
}

describe("one transaction, one tenant", () => {
  test("a query without any condition sees the own rows and none of another tenant, in every table", async () => {
    expect(Object.keys(await within(ours, countAll)).length).toBeGreaterThan(12);
    expect(await within(theirs, countAll)).toEqual({});
  });

  test("without a tenant there is nothing to see and nowhere to write", async () => {
    expect(await opened.database.withoutTenant(countAll)).toEqual({});
    const write = opened.database.withoutTenant((tx) =>
      tx.execute(
        sql`insert into tombstones (tenant_id, digest, deletion_id, created_at) values ('', 'd', 'del', now())`,
      ),
    );
    expect(await stateOf(write)).toBe("42501");
  });

  test("a row of another tenant can be neither written, changed, removed nor pointed at", async () => {
    const insert = within(theirs, (tx) =>
      tx.execute(
        sql`insert into tombstones (tenant_id, digest, deletion_id, created_at) values (${ours.tenantId}, 'd', 'del', now())`,
      ),
    );
    expect(await stateOf(insert)).toBe("42501");
    const changed = await within(theirs, async (tx) => [
      await queryRows(tx, sql`update memories set status = 'revoked' returning memory_id`),
      await queryRows(tx, sql`delete from memory_contents returning memory_id`),
    ]);
    expect(changed).toEqual([[], []]);
    const stolen = within(ours, (tx) =>
      tx.execute(sql`update usage set outcome = 'x', tenant_id = ${theirs.tenantId}`),
    );
    expect(await stateOf(stolen)).toBe("42501");
    const point = within(theirs, (tx) =>
      tx.execute(sql`insert into memory_contents (tenant_id, memory_id, value, statement, metadata, value_digest)
        values (${theirs.tenantId}, ${canary.memoryId}, '1', 's', '{}', 'd')`),
    );
    expect(await stateOf(point)).toBe("23503");
  });

  test("an id taken in one tenant is free in another, and nobody learns that it was taken", async () => {
    const insert = within(theirs, (tx) =>
      tx.execute(sql`insert into facts (tenant_id, fact_id, scope, subject, predicate, instance, cardinality, revisions, created_at)
        values (${theirs.tenantId}, ${canary.factId}, 's', 's', 'p', '', 'one', 0, now())`),
    );
    expect(await stateOf(insert)).toBeNull();
  });

  test("the role is the restricted one, and gone with the tenant after the transaction", async () => {
    const look = sql`select current_user as role, nullif(current_setting('app.tenant_id', true), '') as tenant,
      (select rolsuper or rolbypassrls from pg_roles where rolname = current_user) as unbound`;
    expect(await within(ours, (tx) => queryRows(tx, look))).toEqual([
      { role: "keepsake_app", tenant: ours.tenantId, unbound: false },
    ]);
    const after = await opened.database.asOwner((tx) =>
      queryRows<{ role: string; tenant: string | null }>(tx, look),
    );
    expect(after[0]?.tenant).toBeNull();
    expect(after[0]?.role).not.toBe("keepsake_app");
    expect(await opened.database.withoutTenant((tx) => queryRows(tx, look))).toEqual([
      { role: "keepsake_app", tenant: null, unbound: false },
    ]);
  });

  test.each([
    "",
    "ten_",
    "ten_0000000000000000000000000'",
    "' or true --",
    "ten_00000000000000000000000000; reset role",
    "TEN_00000000000000000000000000",
  ])("something that is no tenant id (%j) is refused before a statement is sent", async (text) => {
    let ran = false;
    const attempt = opened.database.withTenant(text, async () => {
      ran = true;
    });
    await expect(attempt).rejects.toThrow("not a tenant id");
    expect(ran).toBe(false);
  });

  test("what throws leaves nothing behind, and the next one is not disturbed", async () => {
    const digest = createId("aud", new Date(0));
    const failing = within(ours, async (tx) => {
      await tx.execute(
        sql`insert into tombstones (tenant_id, digest, deletion_id, created_at) values (${ours.tenantId}, ${digest}, 'del', now())`,
      );
      throw new Error("half-way");
    });
    await expect(failing).rejects.toThrow("half-way");
    const left = await within(ours, (tx) =>
      queryRows(tx, sql`select 1 from tombstones where digest = ${digest}`),
    );
    expect(left).toEqual([]);
  });

  test("what is still asked of a transaction when it has ended reaches no connection, whoever has it then", async () => {
    const look = sql`select current_setting('app.tenant_id', true) as tenant`;
    for (const ends of ["done", "half-way"]) {
      let kept: Tx | undefined;
      const answers: unknown[] = [];
      let straggler: Promise<unknown> = Promise.resolve();
      const work = within(ours, async (tx) => {
        kept = tx;
        const goOn = async () => {
          for (let n = 0; n < 30; n++) answers.push(...(await queryRows(tx, look)));
        };
        // One that goes on while its transaction ends: nobody waits for it any more.
        straggler = goOn();
        straggler.catch(() => {});
        await queryRows(tx, look);
        if (ends === "half-way") throw new Error(ends);
        return ends;
      });
      expect(await work.catch((error: Error) => error.message)).toBe(ends);
      const tx = kept as Tx;
      await expect(straggler).rejects.toThrow();
      expect(answers).toEqual(answers.map(() => ({ tenant: ours.tenantId })));
      await expect(queryRows(tx, look)).rejects.toThrow();
      await expect((async () => channelOf(tx).send("select 1", []))()).rejects.toThrow();
      await expect((async () => channelOf(tx).set("set local role keepsake_app"))()).rejects.toThrow();
    }
    expect(await within(theirs, (tx) => queryRows(tx, look))).toEqual([{ tenant: theirs.tenantId }]);
  });

  test("a restricted role without its policies' condition is not let through: the read-back fails closed", async () => {
    const undo = new Error("undo");
    const { enterRole } = await import("@/lib/store/enter-role");
    // The role is made able to see past the policies, as a careless administrator could; only a superuser can.
    const attempt = opened.database.asOwner(async (tx) => {
      await tx.execute(sql`alter role keepsake_app bypassrls`);
      await enterRole(tx, ours.tenantId).then(
        () => {
          throw new Error("it was let through");
        },
        (error: unknown) => {
          expect(String(error)).toContain("did not take effect");
        },
      );
      throw undo;
    });
    const outcome = await attempt.catch((error: unknown) =>
      error === undo ? "refused" : (sqlState(error) ?? error),
    );
    // An owner who is no superuser cannot even grant it.
    expect(opened.database.kind === "embedded" ? ["refused"] : ["refused", "42501"]).toContain(outcome);
  });
});

describe("what the database itself refuses", () => {
  test("events, audit log, chain, policies and verdicts are append-only, for the app and for the owner", async () => {
    await within(ours, async (tx) => {
      await tx.execute(sql`insert into audit_log (tenant_id, audit_id, at, actor_kind, actor_id, via, action, object_type, object_id, outcome, request_id, body)
        values (${ours.tenantId}, 'aud_1', now(), 'job', 'j', 'job', 'a', 't', 'i', 'allowed', 'r', '{}')`);
      await tx.execute(
        sql`insert into audit_chain (tenant_id, seq, audit_id, previous_hash, hash, linked_at) values (${ours.tenantId}, 1, 'aud_1', 'a', 'b', now())`,
      );
      await tx.execute(
        sql`insert into policies (tenant_id, version, body, reason, created_by, created_at) values (${ours.tenantId}, 1, '{}', 'r', 'u', now())`,
      );
      await tx.execute(sql`insert into gate_decisions (tenant_id, candidate_id, position, gate, verdict, code, reason)
        select tenant_id, candidate_id, 0, 'scope', 'pass', 'c', 'r' from candidates limit 1`);
    });
    const asOwnerOfOurs = (statement: string) =>
      opened.database.asOwner(async (tx) => {
        await tx.execute(sql.raw(`set local app.tenant_id = '${ours.tenantId}'`));
        await tx.execute(sql.raw(statement));
      });
    const column = {
      events: "type",
      audit_log: "body",
      audit_chain: "hash",
      policies: "reason",
      gate_decisions: "reason",
    };
    for (const [table, field] of Object.entries(column)) {
      for (const statement of [`update ${table} set ${field} = 'x'`, `delete from ${table}`]) {
        expect(await stateOf(within(ours, (tx) => tx.execute(sql.raw(statement)))), statement).toBe("42501");
        expect(await stateOf(asOwnerOfOurs(statement)), statement).toBe("23001");
      }
      expect(await stateOf(asOwnerOfOurs(`truncate ${table} cascade`)), table).toBe("23001");
    }
  });

  test("of one fact with one value, no two versions hold the same instant as known at the same moment", async () => {
    const period = (id: string, valid: string, known: string, single = true) =>
      within(ours, (tx) =>
        tx.execute(sql`insert into memory_periods (tenant_id, period_id, fact_id, memory_id, single, valid, known, confirmation)
          values (${ours.tenantId}, ${id}, 'fact_x', ${canary.memoryId}, ${single}, ${valid}::text::tstzrange, ${known}::text::tstzrange, 'confirmed')`),
      );
    expect(await stateOf(period("p1", "[2026-01-01,2026-02-01)", "[2026-01-01,)"))).toBeNull();
    expect(await stateOf(period("p2", "[2026-01-15,)", "[2026-01-10,)"))).toBe("23P01");
    expect(await stateOf(period("p3", "[2026-02-01,)", "[2026-01-10,)"))).toBeNull();
    expect(await stateOf(period("p4", "[2026-01-15,2026-01-16)", "[2025-01-01,2026-01-01)"))).toBeNull();
    expect(await stateOf(period("p5", "[2026-01-15,)", "[2026-01-10,)", false))).toBeNull();
    expect(await stateOf(period("p6", "empty", "[2026-01-10,)"))).toBe("23514");
  });

  test("a period closes once, and nothing else of it ever changes", async () => {
    const set = (assignment: string) =>
      within(ours, (tx) =>
        tx.execute(
          sql.raw(
            `update memory_periods set ${assignment} where memory_id = '${canary.memoryId}' and fact_id = '${canary.factId}'`,
          ),
        ),
      );
    const closed = "known = tstzrange(lower(known), lower(known) + interval '1 day')";
    expect(await stateOf(set("known = tstzrange(lower(known) - interval '1 day', null)"))).toBe("23001");
    expect(await stateOf(set("known = tstzrange(lower(known) - interval '1 day', lower(known))"))).toBe(
      "23001",
    );
    expect(await stateOf(set(`valid = '[2020-01-01,)', ${closed}`))).toBe("42501");
    expect(await stateOf(set("confirmation = 'revoked'"))).toBe("42501");
    expect(await stateOf(set(closed))).toBeNull();
    expect(await stateOf(set(closed))).toBe("23001");
    expect(await stateOf(set("known = tstzrange(lower(known), null)"))).toBe("23001");
  });

  test("what a version says is never changed in place", async () => {
    const change = within(ours, (tx) =>
      tx.execute(sql`update memory_contents set statement = 'something else'`),
    );
    expect(await stateOf(change)).toBe("42501");
  });
});
