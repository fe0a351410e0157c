import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createErasePath, type ErasePath } from "@/lib/engine/erase-path";
import { EngineError } from "@/lib/engine/errors";
import { createSigner } from "@/lib/platform/hashing";
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

const PERSON = {
  actor: { kind: "user" as const, id: "usr_00000000000000000000000one", name: "One" },
  self: "user:u1",
  scopes: ["user:u1"],
};
const OFFICER = {
  actor: { kind: "user" as const, id: "usr_00000000000000000000000two", name: "Two" },
  self: "user:u2",
  roles: ["privacy_officer" as const],
  scopes: ["user:u2"],
};

async function codeOf(promise: Promise<unknown>): Promise<string> {
  const error = await promise.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  return error instanceof EngineError ? error.code : `${String(error)}`;
}

describe("who may erase", () => {
  test("a key with its scope and full rights, the person concerned, operators; nobody else", async () => {
    const { world, path } = await createWorld();
    const shared = await plantCanary(world, { scope: "project:A", subject: "entity:x" });
    const about = await plantCanary(world, { scope: "project:A", subject: "user:u1" });
    const erase = (id: string, call = world.call()) =>
      path.requestDeletion(call, { selector: { memory_ids: [id] } });
    expect(await codeOf(erase(shared.memoryId, world.call({ writeMode: "propose" })))).toBe(
      "write_mode_forbids",
    );
    expect(await codeOf(erase(shared.memoryId, world.call({ scopes: ["project:AB", "project:"] })))).toBe(
      "not_found",
    );
    const person = world.call({ ...PERSON, scopes: ["user:u1", "project:A"] });
    expect(await codeOf(erase(shared.memoryId, person))).toBe("not_entitled");
    expect(await codeOf(erase(shared.memoryId, world.call(PERSON)))).toBe("not_found");
    expect(await codeOf(erase(shared.memoryId, world.call({ ...OFFICER, roles: ["viewer"] })))).toBe(
      "not_entitled",
    );
    expect((await erase(about.memoryId, world.call(PERSON))).status).toBe("complete");
    expect((await erase(shared.memoryId, world.call(OFFICER))).status).toBe("complete");
  });

  test("a deletion is shown to who asked, to whom it concerns and to operators; a tombstone to who could see it", async () => {
    const { world, path } = await createWorld();
    const canary = await plantCanary(world, { scope: "project:A", subject: "user:u1" });
    const { deletion_id: id } = await path.requestDeletion(world.call(), {
      selector: { memory_ids: [canary.memoryId] },
    });
    const deletionId = id ?? "";
    const stranger = world.call({
      ...PERSON,
      self: "user:u3",
      actor: { kind: "user", id: "usr_3", name: null },
      scopes: ["user:u3"],
    });
    for (const call of [world.call(), world.call(PERSON), world.call(OFFICER)]) {
      expect((await path.getDeletion(call, deletionId)).deletion_id).toBe(deletionId);
      expect((await path.listDeletions(call, { limit: 10 })).total).toBe(1);
      expect(await path.findTombstone(call, canary.memoryId)).toMatchObject({
        memory_id: canary.memoryId,
        deletion_id: deletionId,
      });
    }
    expect(await codeOf(path.getDeletion(stranger, deletionId))).toBe("not_found");
    expect(await codeOf(path.getReceipt(stranger, deletionId))).toBe("not_found");
    expect(await path.listDeletions(stranger, { limit: 10 })).toEqual({
      items: [],
      next_cursor: null,
      total: 0,
    });
    expect(await path.findTombstone(stranger, canary.memoryId)).toBeNull();
  });
});

describe("erasing by selector", () => {
  test("conditions must all hold, by equality: neighbours with like names stay", async () => {
    const { world, path } = await createWorld();
    const call = world.call({ scopes: ["project:*"] });
    const plant = (scope: string, subject: string) => plantCanary(world, { scope, subject });
    const wanted = await plant("project:a_", "entity:x");
    const others = [
      await plant("project:ab", "entity:x"),
      await plant("project:a_b", "entity:x"),
      await plant("project:a%", "entity:x"),
      await plant("project:a_", "entity:y"),
    ];
    const selector = { scope: "project:a_", subject: "entity:x" };
    const dry = await path.requestDeletion(call, { selector, dry_run: true });
    expect(dry.memory_ids).toEqual([wanted.memoryId]);
    const done = await path.requestDeletion(call, { selector, cancel_window_s: 0 });
    expect(done.affected).toEqual(dry.affected);
    expect(await scanForWords(world, wanted.words)).toEqual([]);
    for (const other of others)
      expect(await scanForWords(world, other.words)).toContain("memory_contents.statement");
    const elsewhere = path.requestDeletion(call, { selector: { scope: "user:u1" }, cancel_window_s: 0 });
    expect(await codeOf(elsewhere)).toBe("scope_not_allowed");
  });

  test("topic, predicate and writer select as well", async () => {
    const { world, path } = await createWorld();
    const canary = await plantCanary(world);
    await plantCanary(world);
    const text = canary.words.join(" ");
    for (const selector of [{ topic: text }, { predicate: `says ${text}` }]) {
      const dry = await path.requestDeletion(world.call(), { selector, dry_run: true });
      expect(dry.memory_ids).toEqual([canary.memoryId]);
    }
    const all = await path.requestDeletion(world.call(), {
      selector: { agent: "agt_0000000000000000000000test" },
      dry_run: true,
    });
    expect(all.affected.memories).toBe(2);
  });

  test("everything about a person goes wherever it stands, also events that became no memory; others keep theirs", async () => {
    const { world, path } = await createWorld();
    const own = await plantCanary(world, { scope: "user:u1", subject: "project:A" });
    const about = await plantCanary(world, { scope: "project:B", subject: "user:u1" });
    const loose = await plantCanary(world, { scope: "user:u1" });
    const other = await plantCanary(world, { scope: "user:u10", subject: "user:u10" });
    await world.deps.database.withTenant(world.tenantId, async (tx) => {
      for (const table of [
        "memory_sources",
        "memory_periods",
        "memory_contents",
        "search_index",
        "search_vectors",
      ]) {
        await tx.execute(sql`delete from ${sql.identifier(table)} where memory_id = ${loose.memoryId}`);
      }
      await tx.execute(
        sql`update candidates set memory_id = null, outcome = 'rejected' where memory_id = ${loose.memoryId}`,
      );
      await tx.execute(sql`update memories set status = 'deleted' where memory_id = ${loose.memoryId}`);
    });
    const call = world.call(PERSON);
    const asked = await path.requestDeletion(call, { selector: { all_of_subject: "user:u1" } });
    expect(asked.status).toBe("requested");
    expect(await scanForWords(world, own.words)).not.toEqual([]);
    expect(await path.runDueDeletions(world.tenantId)).toBe(0);
    const late = await plantCanary(world, { scope: "user:u1" });
    world.clock.advance(600_000);
    expect(await path.runDueDeletions(world.tenantId)).toBe(1);
    expect(await path.runDueDeletions(world.tenantId)).toBe(0);
    const done = await path.getDeletion(call, asked.deletion_id ?? "");
    expect(done.status).toBe("complete");
    expect(done.affected.memories).toBe(3);
    const words = [own, about, late].flatMap((canary) => canary.words);
    expect(await scanForWords(world, words)).toEqual([]);
    const leftOfLoose = await scanForWords(world, loose.words);
    expect(leftOfLoose).not.toContain("event_payloads.content");
    expect(leftOfLoose).not.toContain("candidates.proposal");
    expect(leftOfLoose).not.toContain("retrieval_texts.query");
    expect(await scanForWords(world, other.words)).toContain("memory_contents.statement");
    expect(await codeOf(path.requestDeletion(call, { selector: { all_of_subject: "user:u10" } }))).toBe(
      "not_entitled",
    );
    const agent = path.requestDeletion(world.call({ scopes: ["project:A"] }), {
      selector: { all_of_subject: "user:u1" },
    });
    expect(await codeOf(agent)).toBe("scope_not_allowed");
  });
});
