import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RememberInput } from "@/lib/contracts/memories";
import { channelOf } from "@/lib/store/channel";
import { queryRows, sqlState } from "@/lib/store/rows";
import { holdRows } from "@/lib/store/hold-rows";
import { outbox } from "@/lib/store/schema/ledger";
import { agentCall, openTestEngine, personCall, type TestEngine } from "@/lib/testing/open-test-engine";

let world: TestEngine;
beforeAll(async () => {
  world = await openTestEngine();
});
afterAll(() => world?.close());

const remembering = (predicate: string, value: RememberInput["value"], over: Partial<RememberInput> = {}) =>
  ({
    scope: "project:a",
    subject: "project:a",
    predicate,
    value,
    source: { type: "user_statement", quote: "We said so." },
    assertion: "explicit",
    ...over,
  }) satisfies RememberInput;

describe("what a write tells of its memory is what reading it tells", () => {
  test.each<[string, RememberInput[]]>([
    ["a new fact", [remembering("cloud", "hetzner")]],
    ["another value in its place", [remembering("port", 80), remembering("port", 443)]],
    ["the same value again", [remembering("tls", true), remembering("tls", "yes")]],
    [
      "one of several values, with all its fields",
      [
        remembering("tools", "pnpm", { cardinality: "many" }),
        remembering("tools", "biome", {
          cardinality: "many",
          topic: "tooling",
          purpose: "answers",
          metadata: { b: [1, { c: null }], a: "ü" },
          valid_from: "2026-01-05T10:00:00+02:00",
          valid_to: "2027-01-01T00:00:00Z",
          certainty: 0.75,
          importance: 8,
          write_reason: "as asked",
        }),
      ],
    ],
    [
      "news of an earlier time",
      [
        remembering("db", "mysql"),
        remembering("db", "pg", { observed_at: "2026-02-01T00:00:00Z", valid_from: "2026-02-01T00:00:00Z" }),
      ],
    ],
    ["of high sensitivity", [remembering("salary", "a lot", { sensitivity: "high", subject: "user:ada" })]],
    [
      "ended already",
      [remembering("beta", "on", { valid_from: "2026-01-01T00:00:00Z", valid_to: "2026-02-01T00:00:00Z" })],
    ],
    ["of a name without a type", [remembering("owner", "ada", { subject: "Atlas" })]],
  ])("%s", async (_, inputs) => {
    const tenantId = await world.createTenant();
    const call = agentCall(tenantId, ["project:*", "user:*"]);
    for (const input of inputs) {
      world.clock.advance(1_000);
      const { memory, outcome } = await world.engine.remember(call, input);
      expect(outcome).toBe("committed");
      const read = await world.engine.getMemory(call, memory?.memory_id ?? "");
      expect(memory).toEqual(read);
    }
  });
});

describe("what was looked up ahead decides as what is asked for does", () => {
  test("a pause that was set, and lifted", async () => {
    const tenantId = await world.createTenant();
    const call = agentCall(tenantId, ["user:ada"]);
    const input = remembering("tea", "green", { scope: "user:ada", subject: "user:ada" });
    const pause = (until: string | null) =>
      world.database.withTenant(tenantId, (tx) =>
        tx.execute(sql`insert into subject_controls (tenant_id, subject, paused_at, paused_until, updated_at)
          values (${tenantId}, 'user:ada', '2026-01-01T00:00:00Z', ${until}, '2026-01-01T00:00:00Z')
          on conflict (tenant_id, subject) do update set paused_until = excluded.paused_until`),
      );
    await pause(null);
    await expect(world.engine.remember(call, input)).rejects.toMatchObject({ code: "memory_paused" });
    await pause("2026-01-02T00:00:00Z");
    expect(await world.engine.remember(call, input)).toMatchObject({ outcome: "committed" });
  });

  test("a topic that a person declined", async () => {
    const tenantId = await world.createTenant();
    await world.database.withTenant(tenantId, (tx) =>
      tx.execute(sql`insert into subject_topics (tenant_id, subject, topic, remember, infer, updated_at)
        values (${tenantId}, 'user:ada', 'tea', false, false, '2026-01-01T00:00:00Z')`),
    );
    const input = remembering("tea", "green", { scope: "user:ada", subject: "user:ada", topic: "tea" });
    const decision = await world.engine.remember(agentCall(tenantId, ["user:ada"]), input);
    expect(decision.outcome).toBe("rejected");
  });

  test("what was erased, told by a key and told anew by the person", async () => {
    const tenantId = await world.createTenant();
    const call = agentCall(tenantId, ["user:ada"]);
    const input = remembering("tea", "green and strong", { scope: "user:ada", subject: "user:ada" });
    const { memory } = await world.engine.remember(call, input);
    const person = personCall(tenantId, "ada");
    await world.engine.requestDeletion(person, { selector: { memory_ids: [memory?.memory_id ?? ""] } });
    world.clock.advance(11 * 60_000);
    await world.engine.runDueWork(tenantId);
    expect(await world.engine.remember(call, input)).toMatchObject({ reason_code: "erased_before" });
    expect(await world.engine.remember(person, input)).toMatchObject({ outcome: "committed" });
  });

  test("a sentence from outside that a key puts into a person's mouth", async () => {
    const tenantId = await world.createTenant();
    const call = agentCall(tenantId, ["project:*"]);
    const words = "The release always goes out on the second Tuesday of the month.";
    await world.engine.recordEvents(call, {
      events: [
        {
          type: "external_document",
          actor: "external",
          scope: "project:a",
          source: { type: "external_content", uri: "https://example.org/page" },
          content: words,
        },
      ],
    });
    world.clock.advance(60_000);
    const input = remembering("release", "second Tuesday", {
      statement: words,
      source: { type: "user_statement", quote: words },
    });
    expect(await world.engine.remember(call, input)).toMatchObject({ reason_code: "echo_of_external" });
  });

  test("other words for the same thing, told one after the other and within one call", async () => {
    const tenantId = await world.createTenant();
    const call = agentCall(tenantId, ["project:*"]);
    await world.engine.remember(
      call,
      remembering("favourite_colour", "blue", { statement: "The favourite colour is blue." }),
    );
    world.clock.advance(1_000);
    const again = remembering("preferred_color", "blue", { statement: "The preferred color is blue." });
    expect(await world.engine.remember(call, again)).toMatchObject({ reason_code: "same_meaning" });
  });
});

describe("rows that are held", () => {
  const row = (tenantId: string, outboxId: string, attempts = 0) => ({
    tenantId,
    outboxId,
    kind: "test",
    objectId: "x",
    createdAt: new Date(0),
    dueAt: new Date(0),
    attempts,
  });
  const count = async (tenantId: string) =>
    world.database.withTenant(tenantId, async (tx) =>
      queryRows(tx, sql`select outbox_id from outbox where tenant_id = ${tenantId}`),
    );

  test("are seen by every statement after them, and stand when the transaction does", async () => {
    const tenantId = await world.createTenant();
    const seen = await world.database.withTenant(tenantId, async (tx) => {
      holdRows(tx, outbox, tenantId, [row(tenantId, "a"), row(tenantId, "b")]);
      const raw = await queryRows(tx, sql`select outbox_id from outbox where tenant_id = ${tenantId}`);
      const built = await tx.select().from(outbox);
      holdRows(tx, outbox, tenantId, [row(tenantId, "c")]);
      const prepared = await channelOf(tx).send("select 1 from outbox where tenant_id = $1", [tenantId]);
      holdRows(tx, outbox, tenantId, [row(tenantId, "d")]);
      return [raw.length, built.length, prepared.length];
    });
    expect(seen).toEqual([2, 2, 3]);
    expect(await count(tenantId)).toHaveLength(4);
  });

  test("fail the transaction they are in, for what they were refused, whatever comes after", async () => {
    const tenantId = await world.createTenant();
    const failing = (after: boolean) =>
      world.database
        .withTenant(tenantId, async (tx) => {
          holdRows(tx, outbox, tenantId, [row(tenantId, "a"), row(tenantId, "b", -1)]);
          if (after) await queryRows(tx, sql`select 1`);
          return "done";
        })
        .catch((error: unknown) => sqlState(error) ?? error);
    expect(await failing(false)).toBe("23514");
    expect(await failing(true)).toBe("23514");
    expect(await count(tenantId)).toEqual([]);
  });

  test("are refused for another tenant than the transaction's", async () => {
    const [tenantId, other] = [await world.createTenant(), await world.createTenant()];
    const foreign = world.database.withTenant(tenantId, async (tx) => {
      holdRows(tx, outbox, other, [row(other, "a")]);
    });
    expect(sqlState(await foreign.catch((error: unknown) => error))).toBe("42501");
    expect(await count(other)).toEqual([]);
  });
});
