import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { RememberInput } from "@/lib/contracts/memories";
import type { CallContext } from "@/lib/engine/model/context";
import { queryRows } from "@/lib/store/rows";
import { agentCall, openTestEngine, type TestEngine } from "@/lib/testing/open-test-engine";

let test: TestEngine;
let tenantId: string;
let agent: CallContext;

beforeAll(async () => {
  test = await openTestEngine();
});
afterAll(() => test.close());
beforeEach(async () => {
  test.clock.set(new Date("2026-10-01T08:00:00Z"));
  tenantId = await test.createTenant();
  agent = agentCall(tenantId, ["project:A", "project:B", "user:*"]);
});

const told = (
  predicate: string,
  value: RememberInput["value"],
  statement: string,
  over: Partial<RememberInput> = {},
) => {
  test.clock.advance(60_000);
  return test.engine.remember(agent, {
    scope: "user:lin",
    subject: "user:lin",
    predicate,
    value,
    statement,
    source: { type: "user_statement" },
    ...over,
  });
};
const active = async () => (await test.engine.listMemories(agent, { status: "active" })).total;
const questions = () =>
  test.database.withTenant(tenantId, (tx) =>
    queryRows<{ reason_code: string; state: string; memory_id: string; other_id: string }>(
      tx,
      sql`select * from possible_duplicates where tenant_id = ${tenantId} order by opened_at`,
    ),
  );

describe("one fact under its key", () => {
  it("is found in every spelling of its name and its predicate", async () => {
    const first = await told("article header", "seven fields", "The header has seven fields", {
      subject: "Zeus Inc.",
    });
    const again = await told("Article_Header", "Seven fields.", "Header: seven fields", {
      subject: "entity:ZEUS-Inc",
    });
    expect(again).toMatchObject({ operation: "CONFIRM", memory: { memory_id: first.memory?.memory_id } });
    const found = await test.engine.resolveFact(agent, {
      scope: "user:lin",
      subject: "zeus inc",
      predicate: "article-header",
    });
    expect(found.memory?.memory_id).toBe(first.memory?.memory_id);
  });

  it("compares amounts, dates and sets by what they mean, and versions as they are", async () => {
    await told("overview_length", "1,500 words", "Overviews have 1,500 words");
    expect((await told("overview_length", "1500 words", "1500 words")).operation).toBe("CONFIRM");
    await told("deadline", "2026-12-01", "Due on 1 December");
    expect((await told("deadline", "1 Dec 2026", "Due 1 Dec")).operation).toBe("CONFIRM");
    await told("languages", ["Chinese", "English"], "Speaks Chinese and English");
    expect((await told("languages", "English and Chinese", "English, Chinese")).operation).toBe("CONFIRM");
    await told("runtime", "Node 20", "Runs on Node 20");
    expect((await told("runtime", "Node 22", "Runs on Node 22")).operation).toBe("SUPERSEDE");
  });

  it("recognises a value whose digest was made before amounts were read", async () => {
    const first = await told("overview_length", "1,500 words", "Overviews have 1,500 words");
    const changed = await test.database.asOwner(async (tx) => {
      await tx.execute(sql`select set_config('app.tenant_id', ${tenantId}, true)`);
      return queryRows(
        tx,
        sql`update memory_contents set value_digest = 'made-before'
            where tenant_id = ${tenantId} and memory_id = ${first.memory?.memory_id} returning 1`,
      );
    });
    expect(changed).toHaveLength(1);
    const again = await told("overview_length", "1500 words", "1500 words");
    expect(again).toMatchObject({ operation: "CONFIRM", memory: { memory_id: first.memory?.memory_id } });
  });
});

describe("the same thing in other words", () => {
  it("four phrasings of one liking are one memory with four sources", async () => {
    const first = await told("likes", "blue", "Lin likes blue");
    for (const [predicate, statement] of [
      ["favorite_color", "Lin's favorite color is blue"],
      ["preferred_colour", "Prefers the colour blue"],
      ["color_preference", "I love blue"],
    ] as const) {
      expect(await told(predicate, "blue", statement)).toMatchObject({
        operation: "CONFIRM",
        reason_code: "same_meaning",
      });
    }
    expect(await active()).toBe(1);
    const memory = await test.engine.getMemory(agent, first.memory?.memory_id ?? "");
    expect(memory.sources).toHaveLength(4);
    expect(await questions()).toEqual([]);
  });

  it("near-identical entries of one call are kept once", async () => {
    const entry = (predicate: string, statement: string) => ({
      scope: "user:lin",
      subject: "user:lin",
      predicate,
      value: "jasmine tea",
      statement,
      source: { type: "user_statement" as const },
    });
    const { results } = await test.engine.recordEvents(agent, {
      events: [
        {
          type: "message",
          actor: "user",
          scope: "user:lin",
          source: { type: "user_statement" },
          content: "jasmine tea, always",
          candidates: [
            entry("favorite_drink", "Lin's favourite drink is jasmine tea"),
            entry("favourite drink", "Lin's favorite drink is jasmine tea."),
            entry("preferred_drink", "Lin prefers jasmine tea as a drink"),
            entry("drink_preference", "Drink preference: jasmine tea"),
          ],
        },
      ],
      extract: "none",
    });
    expect(results[0]?.decisions.map((one) => one.operation)).toEqual([
      "ADD",
      "CONFIRM",
      "CONFIRM",
      "CONFIRM",
    ]);
    expect(await active()).toBe(1);
  });

  it("what only shares words stays apart and is not asked about", async () => {
    await told("style", "concise code", "Lin prefers concise code");
    await told("tone", "concise replies", "Lin prefers concise replies");
    await told("cache_a", "Redis", "Service A uses Redis");
    await told("cache_b", "Redis", "Service B uses Redis");
    await told("engine", "PostgreSQL 17", "The engine is PostgreSQL 17");
    await told("server", "PostgreSQL 18", "The engine is PostgreSQL 18");
    expect(await active()).toBe(6);
    expect(await questions()).toEqual([]);
  });

  it("the same words in two projects are two facts", async () => {
    const rule = "Articles must explain mechanisms";
    await told("rule", "explain mechanisms", rule, { scope: "project:A", subject: "project:A" });
    const other = await told("standard", "explain mechanisms", rule, {
      scope: "project:B",
      subject: "project:B",
    });
    expect(other.operation).toBe("ADD");
    expect(await active()).toBe(2);
  });

  it("a close pair is remembered twice and asked about once, and its opposite is told as such", async () => {
    const short = await told("rule", "articles explain mechanisms", "Articles must explain mechanisms");
    const long = await told(
      "standard",
      "explain mechanisms clearly",
      "Articles must explain mechanisms clearly",
    );
    expect(long.operation).toBe("ADD");
    expect(await questions()).toMatchObject([
      {
        state: "open",
        reason_code: "close_words",
        memory_id: long.memory?.memory_id,
        other_id: short.memory?.memory_id,
      },
    ]);
    await told("likes", "cats", "Lin likes cats");
    await told("dislikes", "cats", "Lin dislikes cats");
    expect((await questions()).map((one) => one.reason_code)).toEqual(["close_words", "opposite"]);
    expect(await active()).toBe(4);
  });

  it("an erased side closes the question", async () => {
    const short = await told("rule", "articles explain mechanisms", "Articles must explain mechanisms");
    await told("standard", "explain mechanisms clearly", "Articles must explain mechanisms clearly");
    await test.engine.requestDeletion(agent, { selector: { memory_ids: [short.memory?.memory_id ?? ""] } });
    await test.engine.runDueWork(tenantId);
    expect((await questions()).map((one) => one.state)).toEqual(["erased"]);
  });

  it("one more value of a fact with many retires no other", async () => {
    await told("role", "works at Acme", "Lin works at Acme", { cardinality: "many" });
    const more = await told("role", "admin of the org", "Lin is admin of the org", { cardinality: "many" });
    expect(more).toMatchObject({ operation: "ADD", reason_code: "added_value", superseded: [] });
    expect(await active()).toBe(2);
    expect((await told("role", "Admin of the org.", "Admin of the org")).operation).toBe("CONFIRM");
  });

  it("a refused write leaves no key behind", async () => {
    const first = await told("codename", "nightingale project", "The codename is nightingale project", {
      subject: "Nightingale",
    });
    await test.engine.requestDeletion(agent, { selector: { memory_ids: [first.memory?.memory_id ?? ""] } });
    await test.engine.runDueWork(tenantId);
    const again = await told("codename", "nightingale project", "The codename is nightingale project", {
      subject: "Nightingale",
    });
    expect(again.reason_code).toBe("erased_before");
    const left = await test.database.withTenant(tenantId, (tx) =>
      queryRows(tx, sql`select 1 from facts where tenant_id = ${tenantId} and subject is not null`),
    );
    expect(left).toEqual([]);
  });
});
