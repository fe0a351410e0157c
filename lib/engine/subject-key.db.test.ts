import { type SQL, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CreateDeletionInput } from "@/lib/contracts/deletions";
import { createContentCipher } from "@/lib/platform/content-cipher";
import { bindCipher } from "@/lib/store/sealing/bind-cipher";
import { readMemory } from "@/lib/store/memory/read-memories";
import { createHashEmbedder } from "@/lib/testing/hash-embedder";
import { createHighWorld, HIGH, type HighWorld, rememberHigh, rowsOf, text } from "@/lib/testing/high-memory";
import { openTestEngine, type TestEngine } from "@/lib/testing/open-test-engine";

let test: TestEngine;
beforeAll(async () => {
  test = await openTestEngine({ embedder: createHashEmbedder() });
});
afterAll(() => test?.close());

/** What nobody but the owner of the database may do. The owner is bound to one tenant as well. */
async function asOwner({ tenantId }: HighWorld, statement: SQL): Promise<void> {
  await test.database.asOwner(async (tx) => {
    await tx.execute(sql.raw(`set local app.tenant_id = '${tenantId}'`));
    await tx.execute(statement);
  });
}

/** A person's deletion waits for them to think again; this is after it. */
async function erase(world: HighWorld, selector: CreateDeletionInput["selector"]) {
  const asked = await test.engine.requestDeletion(world.ada, { selector });
  test.clock.advance(7 * 86_400_000);
  await test.engine.runDueWork(world.tenantId);
  return test.engine.getDeletion(world.ada, asked.deletion_id ?? "");
}

describe("the key of whom it concerns", () => {
  it("is destroyed when everything of them goes; a copy of the rows taken before opens no more", async () => {
    const world = await createHighWorld(test);
    const { memory } = await rememberHigh(test, world);
    const copy = {
      contents: (await rowsOf(test, world.tenantId, "memory_contents"))[0],
      keys: await rowsOf(test, world.tenantId, "subject_keys"),
    };
    const deletion = await erase(world, { all_of_subject: "user:ada" });
    expect(deletion.status).toBe("complete");
    const primary = deletion.targets.find((target) => target.target === "primary");
    expect(primary?.evidence?.detail).toMatchObject({
      keys_destroyed: 1,
      key_ids: copy.keys[0]?.key_id,
    });
    const [key] = await rowsOf(test, world.tenantId, "subject_keys");
    expect(key).toMatchObject({ wrapped: null });
    expect(key?.destroyed_at).not.toBeNull();
    // The row comes back from an old copy: it is as erased, for everybody.
    await asOwner(
      world,
      sql`insert into memory_contents (tenant_id, memory_id, value, statement, metadata, value_digest, key_id, sealed)
        values (${world.tenantId}, ${memory.memory_id}, '""', '', '{}', 'x', ${copy.contents?.key_id}, ${copy.contents?.sealed})`,
    );
    const read = await test.database.withTenant(world.tenantId, (tx) =>
      readMemory(tx, world.tenantId, memory.memory_id, test.clock.now()),
    );
    expect(read).toBeNull();
    // Nor can the key be put back.
    await expect(
      asOwner(
        world,
        sql`update subject_keys set wrapped = ${copy.keys[0]?.wrapped}, destroyed_at = null
          where tenant_id = ${world.tenantId}`,
      ),
    ).rejects.toThrow();
    // Told anew, it is under a new key.
    const anew = await test.engine.remember(world.ada, {
      ...HIGH,
      source: { type: "user_statement" },
      purpose: undefined,
    });
    expect(anew.outcome).toBe("committed");
    expect(await rowsOf(test, world.tenantId, "subject_keys")).toHaveLength(2);
  });

  it("stays while one memory goes: the rest of that person still opens", async () => {
    const world = await createHighWorld(test);
    const { memory: one } = await rememberHigh(test, world);
    const { memory: two } = await rememberHigh(test, world, {
      predicate: "diagnosis",
      value: "other",
      statement: "Other.",
    });
    const deletion = await erase(world, { topic: text("topic"), predicate: "blood_test" });
    expect(deletion.affected.memories).toBe(1);
    expect((await test.engine.getMemory(world.ada, two.memory_id)).statement).toBe("Other.");
    await expect(test.engine.getMemory(world.ada, one.memory_id)).rejects.toMatchObject({
      code: "not_found",
    });
    // The same words do not come back through an agent.
    expect(await test.engine.remember(world.agent, HIGH)).toMatchObject({ reason_code: "erased_before" });
  });

  it("of another tenant, another row or another master key opens nothing", async () => {
    const world = await createHighWorld(test);
    const { memory: one } = await rememberHigh(test, world);
    const { memory: two } = await rememberHigh(test, world, {
      predicate: "diagnosis",
      value: "other",
      statement: "Other.",
    });
    const read = (database = test.database) =>
      database.withTenant(world.tenantId, (tx) =>
        readMemory(tx, world.tenantId, one.memory_id, test.clock.now()),
      );
    await asOwner(
      world,
      sql`update memory_contents a set sealed = b.sealed from memory_contents b
        where a.tenant_id = ${world.tenantId} and a.memory_id = ${one.memory_id}
          and b.tenant_id = ${world.tenantId} and b.memory_id = ${two.memory_id}`,
    );
    await expect(read()).rejects.toThrow("does not open");
    await expect(read(bindCipher(test.database, createContentCipher("another master key")))).rejects.toThrow(
      "does not open",
    );
  });
});
