import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { verifyTenants } from "@/lib/cli/commands/verify-audit";
import { readCheckpoints, writeCheckpoints } from "@/lib/jobs/audit/checkpoints";
import { canonicalJson, createSigner } from "@/lib/platform/hashing";
import { createId } from "@/lib/platform/ids";
import { chainHash, genesisHash, linkAuditEntries } from "@/lib/store/audit-chain";
import type { Database, Tx } from "@/lib/store/client";
import { openTestDatabase, type TestDatabase } from "@/lib/testing/open-test-database";
import { createReadWorld, type ReadWorld } from "@/lib/testing/read-world";

const ENTRIES = 10_000;
const signer = createSigner("a master key for tests only", "receipt");
let opened: TestDatabase;
let world: ReadWorld;
let folder: string;
let path: string;
beforeAll(async () => {
  opened = await openTestDatabase();
  world = await createReadWorld(opened.database, null);
  await appendMany(ENTRIES);
});
afterAll(() => opened?.close());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "keepsake-audit-"));
  path = join(folder, "audit-checkpoints.log");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

let seq = 0;
let previous = "";

/** Entries and their places as log and linker write them, many in one statement. */
async function appendMany(count: number): Promise<void> {
  const { tenantId } = world;
  if (seq === 0) previous = genesisHash(tenantId);
  const rows = Array.from({ length: count }, () => {
    world.clock.advance(1);
    const at = world.clock.now();
    const line = {
      audit_id: createId("aud", at),
      at: at.toISOString(),
      actor: { kind: "agent", id: "agt_test" },
      via: "api",
      action: "memory.committed",
      object: { type: "memory", id: `mem_${seq}` },
      outcome: "allowed",
      request_id: "req_test",
      details: { n: seq },
    };
    const body = canonicalJson(line);
    const hash = chainHash(previous, body);
    const link = { seq: ++seq, previous, hash };
    previous = hash;
    return { audit_id: line.audit_id, at: line.at, object_id: line.object.id, body, ...link };
  });
  await opened.database.withTenant(tenantId, async (tx) => {
    for (let start = 0; start < rows.length; start += 1_000) {
      const part = JSON.stringify(rows.slice(start, start + 1_000));
      const given = sql`json_to_recordset(${part}::text::json) as r(audit_id text, at timestamptz, object_id text,
        body text, seq bigint, previous text, hash text)`;
      await tx.execute(sql`insert into audit_log (tenant_id, audit_id, at, actor_kind, actor_id, via, action, object_type,
          object_id, outcome, request_id, body)
        select ${tenantId}, r.audit_id, r.at, 'agent', 'agt_test', 'api', 'memory.committed', 'memory', r.object_id,
          'allowed', 'req_test', r.body from ${given}`);
      await tx.execute(sql`insert into audit_chain (tenant_id, seq, audit_id, previous_hash, hash, linked_at)
        select ${tenantId}, r.seq, r.audit_id, r.previous, r.hash, r.at from ${given}`);
    }
  });
}

/** What verification says after somebody with the owner's rights changed the past; undone afterwards. */
async function verifyAfter(change: (tx: Tx) => Promise<unknown>): Promise<string[]> {
  const undo = new Error("undo");
  let lines: string[] = [];
  await opened.database
    .asOwner(async (tx) => {
      await tx.execute(sql.raw(`set local app.tenant_id = '${world.tenantId}'`));
      for (const table of ["audit_log", "audit_chain"]) {
        await tx.execute(sql.raw(`alter table ${table} disable trigger user`));
        await tx.execute(sql.raw(`alter table ${table} no force row level security`));
      }
      await tx.execute(sql`alter table audit_chain drop constraint audit_chain_entry`);
      await tx.execute(
        sql`alter table audit_chain drop constraint audit_chain_tenant_id_audit_id_audit_log_tenant_id_audit_id_fk`,
      );
      await change(tx);
      const { kept } = await readCheckpoints(path, signer.publicKey);
      // The same transaction throughout: the embedded database is one session.
      const inside: Database = {
        ...opened.database,
        withTenant: (_, work) => work(tx),
        withoutTenant: (work) => work(tx),
      };
      const verified = await verifyTenants(inside, world.tenantId, kept);
      lines = verified.lines;
      expect(verified.wrong).toBe(lines.length > 1);
      throw undo;
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error;
    });
  return lines;
}

const own = () => sql`tenant_id = ${world.tenantId}`;

test("ten thousand entries are whole; a flip, a deletion, an insertion, a swap, a cut and a chain made anew are each seen", async () => {
  await writeCheckpoints(opened.database, signer, path, world.clock.now());
  const nothing = await verifyAfter(async () => {});
  expect(nothing).toEqual([expect.stringContaining(`whole, ${ENTRIES} entries linked`)]);
  const body = sql`body = overlay(body placing 'x' from 20 for 1)`;
  const CHANGES: [what: string, told: string, change: (tx: Tx) => Promise<unknown>][] = [
    [
      "flip",
      "not the one that was linked",
      (tx) => tx.execute(sql`update audit_log set ${body} where ${own()} and object_id = 'mem_500'`),
    ],
    ["delete", "missing", (tx) => tx.execute(sql`delete from audit_chain where ${own()} and seq = 500`)],
    [
      "insert",
      "does not follow",
      (tx) =>
        tx.execute(sql`update audit_chain set previous_hash = repeat('0', 64) where ${own()} and seq = 500`),
    ],
    [
      "swap",
      "not the one that was linked",
      (tx) =>
        tx.execute(sql`update audit_log l set body = o.body from audit_log o where l.tenant_id = ${world.tenantId}
        and o.tenant_id = l.tenant_id and ((l.object_id = 'mem_10' and o.object_id = 'mem_11')
          or (l.object_id = 'mem_11' and o.object_id = 'mem_10'))`),
    ],
    [
      "truncate",
      "does not contain the place",
      async (tx) => {
        await tx.execute(sql`delete from audit_log l using audit_chain c where c.tenant_id = l.tenant_id
        and c.audit_id = l.audit_id and l.tenant_id = ${world.tenantId} and c.seq > ${ENTRIES - 100}`);
        await tx.execute(sql`delete from audit_chain where ${own()} and seq > ${ENTRIES - 100}`);
      },
    ],
    [
      "rewrite",
      "does not contain the place",
      async (tx) => {
        await tx.execute(sql`delete from audit_chain where ${own()}`);
        await tx.execute(sql`delete from audit_log where ${own()} and object_id <> 'mem_7'`);
        await linkAuditEntries(tx, world.tenantId, world.clock.now());
      },
    ],
  ];
  for (const [what, told, change] of CHANGES) {
    const lines = await verifyAfter(change);
    expect(lines[0], what).toContain("BROKEN");
    expect(lines.join("\n"), what).toContain(told);
  }
});

test("only where a chain has moved is its place written, signed; a line of another's is none", async () => {
  const seen = new Map<string, number>();
  const write = () => writeCheckpoints(opened.database, signer, path, world.clock.now(), { seen });
  expect(await write()).toBe(1);
  expect(await write()).toBe(0);
  await appendMany(3);
  expect(await write()).toBe(1);
  const { kept, wrong } = await readCheckpoints(path, signer.publicKey);
  expect(kept.get(world.tenantId)?.map(({ seq }) => seq)).toEqual([ENTRIES, ENTRIES + 3]);
  expect(wrong).toEqual([]);
  const text = await readFile(path, "utf8");
  await writeFile(path, text.replace(`"seq":${ENTRIES},`, `"seq":${ENTRIES - 1},`));
  expect((await readCheckpoints(path, signer.publicKey)).wrong).toEqual([1]);
  await writeFile(path, text);
  const other = createSigner("another master key", "receipt");
  expect((await readCheckpoints(path, other.publicKey)).wrong).toEqual([1, 2]);
});

test("a restore that put a chain back counts from there", async () => {
  const at = world.clock.now();
  const line = (seq: number, restored: boolean) => {
    const hash = chainHash(genesisHash(world.tenantId), String(seq));
    const checkpoint = { tenant_id: world.tenantId, seq, hash, at: at.toISOString(), restored };
    return JSON.stringify({
      checkpoint,
      key_id: signer.keyId,
      signature: signer.sign(canonicalJson(checkpoint)),
    });
  };
  await writeFile(path, `${line(5, false)}\n${line(9, false)}\n${line(7, true)}\n`);
  const { kept } = await readCheckpoints(path, signer.publicKey);
  expect(kept.get(world.tenantId)?.map(({ seq }) => seq)).toEqual([5, 7]);
});
