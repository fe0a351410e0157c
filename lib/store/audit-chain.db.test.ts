import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createId } from "@/lib/platform/ids";
import { appendAudit } from "@/lib/store/audit";
import { type AuditPosition, type AuditReport, linkAuditEntries, verifyAudit } from "@/lib/store/audit-chain";
import type { Tx } from "@/lib/store/client";
import { openTestDatabase, type TestDatabase } from "@/lib/testing/open-test-database";
import { createReadWorld, type ReadWorld } from "@/lib/testing/read-world";

let opened: TestDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened?.close());

const ENTRIES = 9;

async function append(world: ReadWorld, count: number): Promise<void> {
  await opened.database.withTenant(world.tenantId, async (tx) => {
    for (let n = 0; n < count; n++) {
      world.clock.advance(1);
      const at = world.clock.now();
      await appendAudit(tx, world.call(), {
        auditId: createId("aud", at),
        at,
        action: "memory.committed",
        objectType: "memory",
        objectId: `mem_${n}`,
        details: { n },
      });
    }
  });
}

const link = (world: ReadWorld, limit?: number) =>
  opened.database.withTenant(world.tenantId, (tx) =>
    linkAuditEntries(tx, world.tenantId, world.clock.now(), limit),
  );

const verify = (world: ReadWorld, kept?: AuditPosition[]) =>
  opened.database.withTenant(world.tenantId, (tx) => verifyAudit(tx, world.tenantId, kept));

async function createChain(): Promise<{ world: ReadWorld; report: AuditReport }> {
  const world = await createReadWorld(opened.database, null);
  await append(world, ENTRIES);
  await link(world);
  return { world, report: await verify(world) };
}

/** What verification says after somebody with the owner's rights changed the past; the change is undone. */
async function afterTampering(
  world: ReadWorld,
  kept: AuditPosition[],
  ...statements: ReturnType<typeof sql>[]
): Promise<AuditReport> {
  const undo = new Error("undo");
  let report: AuditReport | null = null;
  await opened.database
    .asOwner(async (tx: Tx) => {
      await tx.execute(sql.raw(`set local app.tenant_id = '${world.tenantId}'`));
      for (const table of ["audit_log", "audit_chain"]) {
        await tx.execute(sql.raw(`alter table ${table} disable trigger user`));
        await tx.execute(sql.raw(`alter table ${table} no force row level security`));
      }
      await tx.execute(sql`alter table audit_chain drop constraint audit_chain_entry`);
      await tx.execute(
        sql`alter table audit_chain drop constraint audit_chain_tenant_id_audit_id_audit_log_tenant_id_audit_id_fk`,
      );
      for (const statement of statements) await tx.execute(statement);
      report = await verifyAudit(tx, world.tenantId, kept);
      throw undo;
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error;
    });
  if (report === null) throw new Error("verification did not run");
  return report;
}

describe("the audit chain", () => {
  test("holds as long as nobody touches it, and reports what is not linked yet", async () => {
    const { world, report } = await createChain();
    expect(report).toMatchObject({
      linked: ENTRIES,
      unlinked: 0,
      oldestUnlinkedAt: null,
      problems: [],
      head: { seq: ENTRIES },
    });
    await append(world, 2);
    const open = await verify(world);
    expect(open).toMatchObject({ linked: ENTRIES, unlinked: 2, problems: [] });
    expect(open.oldestUnlinkedAt).not.toBeNull();
    expect(await link(world, 1)).toBe(1);
    expect(await link(world)).toBe(1);
    expect(await link(world)).toBe(0);
    expect(await verify(world)).toMatchObject({ linked: ENTRIES + 2, unlinked: 0, problems: [] });
  });

  test("has no gap and no fork when many write and link at once", async () => {
    const world = await createReadWorld(opened.database, null);
    const other = await createReadWorld(opened.database, null);
    const writers = Array.from({ length: 6 }, async (_, n) => {
      for (let i = 0; i < 5; i++) {
        await append(n % 2 === 0 ? world : other, 3);
        await Promise.all([link(world), link(other)]);
      }
    });
    await Promise.all(writers);
    await link(world);
    await link(other);
    for (const one of [world, other])
      expect(await verify(one)).toMatchObject({ linked: 45, unlinked: 0, problems: [] });
  });

  test("shows a changed entry, its text or only the columns beside it", async () => {
    const { world } = await createChain();
    const text = await afterTampering(
      world,
      [],
      sql`update audit_log set body = replace(body, 'mem_4', 'mem_5') where tenant_id = ${world.tenantId} and object_id = 'mem_4'`,
    );
    expect(text.problems).toMatchObject([{ kind: "changed", seq: 5 }]);
    const column = await afterTampering(
      world,
      [],
      sql`update audit_log set actor_id = 'somebody else' where tenant_id = ${world.tenantId} and object_id = 'mem_4'`,
    );
    expect(column.problems).toMatchObject([{ kind: "columns_differ", seq: 5 }]);
    const hash = await afterTampering(
      world,
      [],
      sql`update audit_chain set hash = 'f00' where tenant_id = ${world.tenantId} and seq = 5`,
    );
    expect(hash.problems.map((problem) => problem.kind)).toEqual(["changed", "broken_link"]);
  });

  test("shows an entry taken out, put in, or moved", async () => {
    const { world } = await createChain();
    const { tenantId } = world;
    const logOnly = await afterTampering(
      world,
      [],
      sql`delete from audit_log where tenant_id = ${tenantId} and object_id = 'mem_4'`,
    );
    expect(logOnly.problems).toMatchObject([{ kind: "missing", seq: 5 }]);
    const both = await afterTampering(
      world,
      [],
      sql`delete from audit_chain where tenant_id = ${tenantId} and seq = 5`,
      sql`delete from audit_log where tenant_id = ${tenantId} and object_id = 'mem_4'`,
    );
    expect(both.problems).toMatchObject([
      { kind: "missing", seq: 5 },
      { kind: "broken_link", seq: 6 },
    ]);
    const closed = await afterTampering(
      world,
      [],
      sql`delete from audit_chain where tenant_id = ${tenantId} and seq = 5`,
      sql`update audit_chain set seq = seq - 1 where tenant_id = ${tenantId} and seq = 6`,
      sql`update audit_chain set seq = seq - 1 where tenant_id = ${tenantId} and seq = 7`,
    );
    expect(closed.problems.map((problem) => problem.kind)).toContain("broken_link");
    const inserted = await afterTampering(
      world,
      [],
      sql`update audit_chain set seq = seq + 100 where tenant_id = ${tenantId} and seq > 5`,
      sql`update audit_chain set seq = seq - 99 where tenant_id = ${tenantId} and seq > 100`,
      sql`insert into audit_chain (tenant_id, seq, audit_id, previous_hash, hash, linked_at)
        select tenant_id, 6, audit_id, hash, 'f00', linked_at from audit_chain where tenant_id = ${tenantId} and seq = 5`,
    );
    expect(inserted.problems.map((problem) => problem.kind)).toEqual(
      expect.arrayContaining(["changed", "broken_link"]),
    );
    const swapped = await afterTampering(
      world,
      [],
      sql`update audit_chain set seq = 100 where tenant_id = ${tenantId} and seq = 4`,
      sql`update audit_chain set seq = 4 where tenant_id = ${tenantId} and seq = 5`,
      sql`update audit_chain set seq = 5 where tenant_id = ${tenantId} and seq = 100`,
    );
    expect(swapped.problems.map((problem) => problem.kind)).toContain("broken_link");
  });

  test("a cut end or a chain made anew is shown by a place kept elsewhere", async () => {
    const { world, report } = await createChain();
    const { tenantId } = world;
    const kept = report.head ? [report.head] : [];
    expect(kept).toHaveLength(1);
    const cut = [
      sql`delete from audit_chain where tenant_id = ${tenantId} and seq >= 8`,
      sql`delete from audit_log where tenant_id = ${tenantId} and object_id in ('mem_7', 'mem_8')`,
    ];
    expect((await afterTampering(world, kept, ...cut)).problems).toMatchObject([
      { kind: "position_not_found", seq: ENTRIES },
    ]);
    const unlinked = await afterTampering(world, kept, ...cut.slice(0, 1));
    expect(unlinked).toMatchObject({ unlinked: 2, problems: [{ kind: "position_not_found" }] });
    // All of it made anew: a whole chain of its own, which only the kept place gives away.
    const anew = await afterTampering(
      world,
      kept,
      sql`update audit_log set body = replace(body, '"n":0', '"n":7') where tenant_id = ${tenantId}`,
      sql`with recursive rebuilt(seq, hash) as (
          select c.seq, encode(sha256(convert_to(c.previous_hash || l.body, 'UTF8')), 'hex') from audit_chain c
            join audit_log l on l.tenant_id = c.tenant_id and l.audit_id = c.audit_id where c.tenant_id = ${tenantId} and c.seq = 1
          union all
          select c.seq, encode(sha256(convert_to(r.hash || l.body, 'UTF8')), 'hex') from rebuilt r
            join audit_chain c on c.tenant_id = ${tenantId} and c.seq = r.seq + 1
            join audit_log l on l.tenant_id = c.tenant_id and l.audit_id = c.audit_id)
        update audit_chain c set hash = r.hash, previous_hash = coalesce(p.hash, c.previous_hash)
        from rebuilt r left join rebuilt p on p.seq = r.seq - 1 where c.tenant_id = ${tenantId} and c.seq = r.seq`,
    );
    expect(anew.problems).toEqual([{ kind: "position_not_found", seq: ENTRIES, auditId: null }]);
  });

  test("one tenant's chain, moved to another, does not pass for that one's", async () => {
    const one = await createChain();
    const other = await createReadWorld(opened.database, null);
    const report = await afterTampering(
      other,
      [],
      sql`update audit_log set tenant_id = ${other.tenantId} where tenant_id = ${one.world.tenantId}`,
      sql`update audit_chain set tenant_id = ${other.tenantId} where tenant_id = ${one.world.tenantId}`,
    );
    expect(report.linked).toBe(ENTRIES);
    expect(report.problems).toMatchObject([{ kind: "broken_link", seq: 1 }]);
  });
});
