import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DELETION_TARGETS, deletion, deletionReceipt } from "@/lib/contracts/deletions";
import { createErasePath, type ErasePath } from "@/lib/engine/erase-path";
import { EngineError } from "@/lib/engine/errors";
import { canonicalJson, createSigner, verifySignature } from "@/lib/platform/hashing";
import { verifyAudit } from "@/lib/store/audit-chain";
import { queryRows } from "@/lib/store/rows";
import { openTestDatabase, type TestDatabase } from "@/lib/testing/open-test-database";
import { plantCanary, scanForWords } from "@/lib/testing/plant-canary";
import { createReadWorld, type ReadWorld } from "@/lib/testing/read-world";

let opened: TestDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened?.close());

async function createWorld(): Promise<{ world: ReadWorld; path: ErasePath }> {
  const world = await createReadWorld(opened.database, null);
  const ports = { ...world.deps.ports, signer: createSigner("a master key for tests", "receipt") };
  return { world, path: createErasePath({ ...world.deps, ports }) };
}

async function codeOf(promise: Promise<unknown>): Promise<string> {
  const error = await promise.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  return error instanceof EngineError ? error.code : `${String(error)}`;
}

async function statusOf(
  world: ReadWorld,
  memoryId: string,
): Promise<{ status: string; claim_state: string }> {
  const [row] = await world.deps.database.withTenant(world.tenantId, (tx) =>
    queryRows<{ status: string; claim_state: string }>(
      tx,
      sql`select status, claim_state from memories where tenant_id = ${world.tenantId} and memory_id = ${memoryId}`,
    ),
  );
  if (!row) throw new Error("no such row");
  return row;
}

describe("erasing by id", () => {
  test("leaves no word anywhere, and says of all eleven places what was seen there", async () => {
    const { world, path } = await createWorld();
    const canary = await plantCanary(world);
    const episode = await plantCanary(world, { kind: "episodic" });
    const planted = await scanForWords(world, [...canary.words, ...episode.words]);
    expect(planted).toEqual(expect.arrayContaining(["memory_contents.statement", "event_payloads.content"]));
    expect(planted.length).toBeGreaterThan(20);

    const memory_ids = [canary.memoryId, episode.memoryId];
    const dry = await path.requestDeletion(world.call(), { selector: { memory_ids }, dry_run: true });
    expect(dry).toMatchObject({
      deletion_id: null,
      dry_run: true,
      memory_ids: expect.arrayContaining(memory_ids),
    });
    expect(await scanForWords(world, canary.words)).not.toEqual([]);

    const done = await path.requestDeletion(world.call(), {
      selector: { memory_ids },
      reason: canary.words.join(" "),
    });
    expect(deletion.safeParse(done).error).toBeUndefined();
    expect(done.status).toBe("complete");
    expect(done.affected).toEqual(dry.affected);
    expect(done.affected).toEqual({
      memories: 2,
      derived: 0,
      events: 2,
      sources: 2,
      candidates: 2,
      index_rows: 4,
    });
    expect(done.targets.map((target) => target.target)).toEqual([...DELETION_TARGETS]);
    for (const target of done.targets) {
      expect(["done", "not_present"], target.target).toContain(target.state);
      expect(target.evidence, target.target).not.toBeNull();
      expect(target.left).toBe(0);
      expect(target.removed).toBe(target.found);
    }
    const counts = Object.fromEntries(done.targets.map((target) => [target.target, target.removed]));
    expect(counts).toMatchObject({ search_index: 2, vector_index: 2, embedding_cache: 2, traces: 2 });
    expect(await scanForWords(world, [...canary.words, ...episode.words])).toEqual([]);
    expect(await statusOf(world, canary.memoryId)).toEqual({ status: "deleted", claim_state: "hole" });
  });

  test("a second time finds nothing, whoever asks; so does an id of nowhere or of another tenant", async () => {
    const { world, path } = await createWorld();
    const other = await createWorld();
    const canary = await plantCanary(world);
    const foreign = await plantCanary(other.world);
    const erase = (id: string) => path.requestDeletion(world.call(), { selector: { memory_ids: [id] } });
    await erase(canary.memoryId);
    expect(await codeOf(erase(canary.memoryId))).toBe("not_found");
    expect(await codeOf(erase(foreign.memoryId))).toBe("not_found");
    expect(await codeOf(erase("mem_00000000000000000000000000"))).toBe("not_found");
    expect(await scanForWords(other.world, foreign.words)).not.toEqual([]);
  });

  test("of two at once, one erases and the other finds nothing", async () => {
    const { world, path } = await createWorld();
    const canary = await plantCanary(world);
    const erase = () => path.requestDeletion(world.call(), { selector: { memory_ids: [canary.memoryId] } });
    const outcomes = await Promise.allSettled([erase(), erase(), erase()]);
    expect(outcomes.filter((outcome) => outcome.status === "fulfilled")).toHaveLength(1);
    for (const outcome of outcomes) {
      if (outcome.status === "rejected") expect((outcome.reason as EngineError).code).toBe("not_found");
    }
  });

  test("a byte-identical memory of somebody else stays, with its index rows", async () => {
    const { world, path } = await createWorld();
    const mine = await plantCanary(world, { scope: "user:u1", statement: "likes tea", subject: "user:u1" });
    const theirs = await plantCanary(world, { scope: "user:u2", statement: "likes tea", subject: "user:u2" });
    await path.requestDeletion(world.call(), { selector: { memory_ids: [mine.memoryId] } });
    const left = await world.deps.database.withTenant(world.tenantId, (tx) =>
      queryRows<{ rows: number; vectors: number; contents: number }>(
        tx,
        sql`select (select count(*)::int from search_index where memory_id = ${theirs.memoryId}) as rows,
          (select count(*)::int from search_vectors where memory_id = ${theirs.memoryId}) as vectors,
          (select count(*)::int from memory_contents where memory_id = ${theirs.memoryId}) as contents`,
      ),
    );
    expect(left).toEqual([{ rows: 1, vectors: 1, contents: 1 }]);
  });

  test("another memory of the same event keeps what it says and loses that event's quote", async () => {
    const { world, path } = await createWorld();
    const one = await plantCanary(world);
    const other = await plantCanary(world, { eventId: one.eventId });
    await path.requestDeletion(world.call(), { selector: { memory_ids: [one.memoryId] } });
    expect(await scanForWords(world, one.words)).toEqual([]);
    const left = await scanForWords(world, other.words);
    expect(left).toContain("memory_contents.statement");
    expect(left).not.toContain("memory_sources.quote");
    expect(left).not.toContain("candidates.proposal");
  });

  test("what was derived from it goes too, with what was derived from that", async () => {
    const { world, path } = await createWorld();
    const source = await plantCanary(world);
    const rule = await plantCanary(world, { eventId: source.eventId, relation: "derived_from" });
    const done = await path.requestDeletion(world.call(), { selector: { memory_ids: [source.memoryId] } });
    expect(done.affected).toMatchObject({ memories: 1, derived: 1 });
    expect(done.memory_ids).toEqual([source.memoryId]);
    expect(done.targets.find((target) => target.target === "derived_memories")).toMatchObject({
      state: "done",
      found: 1,
      removed: 1,
    });
    expect(await scanForWords(world, [...source.words, ...rule.words])).toEqual([]);
  });

  test("an older version stays and does not come back; its fact keeps its key until the last version goes", async () => {
    const { world, path } = await createWorld();
    const first = await plantCanary(world, { subject: "project:A" });
    world.clock.advance(60_000);
    const second = await plantCanary(world, { subject: "project:A", factId: first.factId, revision: 2 });
    const now = world.clock.now().toISOString();
    await world.deps.database.withTenant(world.tenantId, async (tx) => {
      await tx.execute(
        sql`update memory_periods set known = tstzrange(lower(known), ${now}::timestamptz) where fact_id = ${first.factId}`,
      );
      await tx.execute(sql`insert into memory_periods (tenant_id, period_id, fact_id, memory_id, single, valid, known, confirmation)
        select tenant_id, 'per_1', fact_id, ${first.memoryId}, true, tstzrange(lower(valid), ${now}::timestamptz), tstzrange(${now}::timestamptz, null), confirmation
        from memory_periods where fact_id = ${first.factId}`);
      await tx.execute(sql`insert into memory_periods (tenant_id, period_id, fact_id, memory_id, single, valid, known, confirmation)
        values (${world.tenantId}, 'per_2', ${first.factId}, ${second.memoryId}, true, tstzrange(${now}::timestamptz, null), tstzrange(${now}::timestamptz, null), 'confirmed')`);
      await tx.execute(
        sql`update memories set status = 'superseded', superseded_by = ${second.memoryId} where memory_id = ${first.memoryId}`,
      );
    });
    world.clock.advance(60_000);
    await path.requestDeletion(world.call(), { selector: { memory_ids: [second.memoryId] } });
    expect(await statusOf(world, first.memoryId)).toEqual({ status: "superseded", claim_state: "held" });
    const state = await world.deps.database.withTenant(world.tenantId, (tx) =>
      queryRows<{ open: number; subject: string | null; superseded_by: string | null }>(
        tx,
        sql`select (select count(*)::int from memory_periods where fact_id = ${first.factId} and upper_inf(known) and upper_inf(valid)) as open,
          (select subject from facts where fact_id = ${first.factId}) as subject,
          (select superseded_by from memories where memory_id = ${first.memoryId}) as superseded_by`,
      ),
    );
    expect(state).toEqual([{ open: 0, subject: "project:A", superseded_by: second.memoryId }]);
    await path.requestDeletion(world.call(), { selector: { memory_ids: [first.memoryId] } });
    const [fact] = await world.deps.database.withTenant(world.tenantId, (tx) =>
      queryRows<{ subject: string | null; predicate: string | null; erased: boolean }>(
        tx,
        sql`select subject, predicate, erased_at is not null as erased from facts where fact_id = ${first.factId}`,
      ),
    );
    expect(fact).toEqual({ subject: null, predicate: null, erased: true });
  });

  test("a claim taken back as never said holds nothing away by being erased", async () => {
    const { world, path } = await createWorld();
    const canary = await plantCanary(world);
    await world.deps.database.withTenant(world.tenantId, (tx) =>
      tx.execute(
        sql`update memories set status = 'revoked', claim_state = 'gone' where memory_id = ${canary.memoryId}`,
      ),
    );
    await path.requestDeletion(world.call(), { selector: { memory_ids: [canary.memoryId] } });
    expect(await statusOf(world, canary.memoryId)).toEqual({ status: "deleted", claim_state: "gone" });
  });
});

describe("the proof", () => {
  test("a receipt verifies offline, one changed byte does not, and it holds no word", async () => {
    const { world, path } = await createWorld();
    const canary = await plantCanary(world);
    const { deletion_id: id } = await path.requestDeletion(world.call(), {
      selector: { memory_ids: [canary.memoryId] },
    });
    const receipt = await path.getReceipt(world.call(), id ?? "");
    expect(deletionReceipt.safeParse(receipt).error).toBeUndefined();
    const text = canonicalJson(receipt.receipt);
    const { public_key: key, value } = receipt.signature;
    expect(verifySignature(key, text, value)).toBe(true);
    for (const at of [0, Math.floor(text.length / 2), text.length - 1]) {
      const changed = text.slice(0, at) + String.fromCharCode(text.charCodeAt(at) ^ 1) + text.slice(at + 1);
      expect(verifySignature(key, changed, value)).toBe(false);
    }
    for (const word of canary.words) expect(JSON.stringify(receipt)).not.toContain(word);
    expect(receipt.receipt.pending).toEqual([]);
    expect(receipt.receipt.memory_digests).toHaveLength(1);
    const position = receipt.receipt.audit;
    expect(position?.seq).toBeGreaterThan(0);
    const report = await world.deps.database.withTenant(world.tenantId, (tx) =>
      verifyAudit(tx, world.tenantId, position ? [position] : []),
    );
    expect(report).toMatchObject({ problems: [], unlinked: 0 });
  });

  test("a tombstone is left for the claim itself, under the tenant's key", async () => {
    const { world, path } = await createWorld();
    const canary = await plantCanary(world);
    await path.requestDeletion(world.call(), { selector: { memory_ids: [canary.memoryId] } });
    const rows = await world.deps.database.withTenant(world.tenantId, (tx) =>
      queryRows<{ digest: string }>(
        tx,
        sql`select digest from tombstones where tenant_id = ${world.tenantId}`,
      ),
    );
    const text = canary.words.join(" ");
    const { erasedDigestParts } = await import("@/lib/engine/policy/erased-digest");
    const claim = {
      scope: "project:A",
      subject: `Entity:${text.toUpperCase()} `,
      predicate: `says  ${text}.`,
      value: { text },
    };
    const { erasedTextParts } = await import("@/lib/engine/policy/erased-digest");
    const digests = rows.map((row) => row.digest);
    for (const parts of erasedDigestParts(claim))
      expect(digests).toContain(world.deps.ports.keys.digest(world.tenantId, "erased", ...parts));
    // And for the words themselves, so that they do not come back in another shape.
    const words = erasedTextParts("project:A", text.toUpperCase());
    expect(words).not.toBeNull();
    expect(digests).toContain(world.deps.ports.keys.digest(world.tenantId, "erased", ...(words ?? [])));
  });

  test("known backups keep it waiting until the last of them ends", async () => {
    const { world, path } = await createWorld();
    const canary = await plantCanary(world);
    const ends = new Date(world.clock.now().getTime() + 86_400_000);
    await world.deps.database.withoutTenant((tx) =>
      tx.execute(sql`insert into instance_settings (name, value, updated_at) values ('backups',
        ${JSON.stringify({ items: [{ made_at: new Date(world.clock.now().getTime() - 1_000), expires_at: ends }] })}::text::jsonb, now())`),
    );
    const asked = await path.requestDeletion(world.call(), { selector: { memory_ids: [canary.memoryId] } });
    expect(asked.status).toBe("waiting");
    expect(asked.targets.find((target) => target.target === "backup")).toMatchObject({
      state: "waiting",
      left: 1,
      due: ends.toISOString(),
    });
    const receipt = await path.getReceipt(world.call(), asked.deletion_id ?? "");
    expect(receipt.receipt.pending).toEqual([{ target: "backup", until: ends.toISOString() }]);
    expect(await path.runDueDeletions(world.tenantId)).toBe(0);
    world.clock.set(ends);
    expect(await path.runDueDeletions(world.tenantId)).toBe(1);
    expect((await path.getDeletion(world.call(), asked.deletion_id ?? "")).status).toBe("complete");
    await world.deps.database.withoutTenant((tx) =>
      tx.execute(sql`update instance_settings set value = '{"items":[]}' where name = 'backups'`),
    );
  });

  test("a process that stops between the two steps is taken up again, and what came back meanwhile goes", async () => {
    const { world, path } = await createWorld();
    const canary = await plantCanary(world);
    const { deps } = world;
    let calls = 0;
    const stops = createErasePath({
      ...deps,
      database: {
        ...deps.database,
        withTenant: (tenantId, work) => {
          calls += 1;
          if (calls > 1) return Promise.reject(new Error("the process stops here"));
          return deps.database.withTenant(tenantId, work);
        },
      },
    });
    expect(
      await codeOf(stops.requestDeletion(world.call(), { selector: { memory_ids: [canary.memoryId] } })),
    ).toContain("stops here");
    await deps.database.withTenant(world.tenantId, (tx) =>
      tx.execute(sql`insert into search_index (tenant_id, scope, memory_id, fact_id, kind, state, lexemes, length, analyser, indexed_at)
        values (${world.tenantId}, 'project:A', ${canary.memoryId}, ${canary.factId}, 'semantic', 'live', ${`'${canary.words[0]}':1`}::text::tsvector, 1, 'test', now())`),
    );
    const [open] = (await path.listDeletions(world.call(), { limit: 10 })).items;
    expect(open?.status).toBe("running");
    expect(await path.runDueDeletions(world.tenantId)).toBe(1);
    const done = await path.getDeletion(world.call(), open?.deletion_id ?? "");
    expect(done.status).toBe("complete");
    expect(done.targets.find((target) => target.target === "search_index")).toMatchObject({
      state: "done",
      found: 2,
      removed: 2,
      left: 0,
    });
    expect(await scanForWords(world, canary.words)).toEqual([]);
  });

  test("a place that cannot be emptied is told as failed, kept and tried again", async () => {
    const { world, path } = await createWorld();
    const canary = await plantCanary(world);
    const asked = await path.requestDeletion(world.call(), {
      selector: { memory_ids: [canary.memoryId] },
      cancel_window_s: 60,
    });
    world.clock.advance(60_000);
    let broken = true;
    const trouble = createErasePath({
      ...world.deps,
      ports: {
        ...world.deps.ports,
        keys: {
          digest: (...parts) => {
            if (broken) throw new Error(`the key store is away, and this quotes ${canary.words[0]}`);
            return world.deps.ports.keys.digest(...parts);
          },
        },
      },
    });
    expect(await trouble.runDueDeletions(world.tenantId)).toBe(1);
    const failed = await path.getDeletion(world.call(), asked.deletion_id ?? "");
    expect(failed.status).toBe("failed");
    expect(failed.targets.find((target) => target.target === "primary")).toMatchObject({
      state: "failed",
      attempts: 1,
    });
    expect(await scanForWords(world, canary.words)).toContain("memory_contents.statement");
    broken = false;
    expect(await trouble.runDueDeletions(world.tenantId)).toBe(0);
    world.clock.advance(5_000);
    expect(await trouble.runDueDeletions(world.tenantId)).toBe(1);
    expect((await path.getDeletion(world.call(), asked.deletion_id ?? "")).status).toBe("complete");
    expect(await scanForWords(world, canary.words)).toEqual([]);
  });
});
