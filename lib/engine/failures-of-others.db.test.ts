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
  agent = agentCall(tenantId, ["user:*", "project:A"]);
});

const told = (predicate: string, value: string, over: Partial<RememberInput> = {}) => {
  test.clock.advance(60_000);
  return test.engine.remember(agent, {
    scope: "user:lin",
    subject: "user:lin",
    predicate,
    value,
    statement: `Lin ${predicate.replaceAll("_", " ")}: ${value}`,
    source: { type: "user_statement" },
    ...over,
  });
};
const active = async () => (await test.engine.listMemories(agent, { status: "active" })).items;

describe("conflict, staleness, duplicates", () => {
  it("a changed mind: the new word is current, the old one is history, never neither", async () => {
    const love = await told("chinese_food", "loves Chinese food");
    const hate = await told("chinese_food", "hates Chinese food");
    expect(hate).toMatchObject({ operation: "SUPERSEDE", superseded: [love.memory?.memory_id] });
    expect((await active()).map((memory) => memory.value)).toEqual(["hates Chinese food"]);
    expect((await test.engine.getMemory(agent, love.memory?.memory_id ?? "")).status).toBe("superseded");
  });

  it("the identical memory twice: nothing new, one more source, nothing lost", async () => {
    await told("city", "Berlin");
    const again = await told("city", "Berlin");
    expect(again.operation).toBe("CONFIRM");
    const [only, ...more] = await active();
    expect(more).toEqual([]);
    expect(only?.sources).toHaveLength(2);
  });

  it("an additive relation retires no other", async () => {
    await told("works_at", "Acme", { cardinality: "many" });
    await told("admin_of", "the Acme organisation", { cardinality: "many" });
    await told("works_at", "Beta Ltd", { cardinality: "many" });
    expect((await active()).map((memory) => memory.value).sort()).toEqual([
      "Acme",
      "Beta Ltd",
      "the Acme organisation",
    ]);
  });

  it("a changed number is an update, not a duplicate", async () => {
    await told("years_at_google", "5 years");
    expect((await told("years_at_google", "6 years")).operation).toBe("SUPERSEDE");
    expect((await active()).map((memory) => memory.value)).toEqual(["6 years"]);
  });

  it("many near-identical entries of one call are one", async () => {
    const { results } = await test.engine.recordEvents(agent, {
      events: [
        {
          type: "message",
          actor: "user",
          scope: "user:lin",
          source: { type: "user_statement" },
          content: "green tea it is",
          candidates: Array.from({ length: 9 }, (_, index) => ({
            scope: "user:lin",
            subject: "user:lin",
            predicate: ["favorite_tea", "favourite tea", "preferred_tea"][index % 3] ?? "",
            value: index % 2 === 0 ? "green tea" : "Green tea.",
            statement: `Lin's favorite tea is green tea${".".repeat(index % 2)}`,
            source: { type: "user_statement" as const },
          })),
        },
      ],
      extract: "none",
    });
    expect(results[0]?.decisions).toHaveLength(9);
    expect(await active()).toHaveLength(1);
  });

  it("one liking in four phrasings is one memory", async () => {
    await told("likes", "blue", { statement: "Likes blue" });
    await told("favourite_colour", "blue", { statement: "Blue is the favourite colour" });
    await told("preferred_color", "Blue", { statement: "Prefers the color blue" });
    await told("loves", "blue", { statement: "Loves blue" });
    expect(await active()).toHaveLength(1);
  });

  it("what was just written is found by the next question", async () => {
    const made = await told("airport", "prefers Tegel", { statement: "Lin prefers the airport Tegel" });
    const { snippets } = await test.engine.retrieve(agent, { query: "which airport does Lin prefer?" });
    expect(snippets.map((one) => one.memory_id)).toContain(made.memory?.memory_id);
  });

  it("after an update the old words are found no more", async () => {
    const made = await told("airport", "prefers Tegel", { statement: "Lin prefers the airport Tegel" });
    await test.engine.amend(agent, "correct", made.memory?.memory_id ?? "", {
      value: "prefers Schoenefeld",
      statement: "Lin prefers the airport Schoenefeld",
      source: { type: "user_statement", quote: "no, Schoenefeld" },
    });
    const { snippets } = await test.engine.retrieve(agent, { query: "airport Tegel" });
    expect(snippets.map((one) => one.text).join("\n")).not.toContain("Tegel");
  });

  it("the same words in another scope are another memory, and neither is found in the other", async () => {
    await told("rule", "cite sources", { statement: "Always cite sources" });
    await told("rule", "cite sources", {
      scope: "project:A",
      subject: "project:A",
      statement: "Always cite sources",
    });
    expect(await active()).toHaveLength(2);
    const narrow = agentCall(tenantId, ["project:A"]);
    expect((await test.engine.listMemories(narrow, {})).items.map((memory) => memory.scope)).toEqual([
      "project:A",
    ]);
  });
});

describe("concurrency", () => {
  it("two that supersede the same version at once leave exactly one current", async () => {
    await told("editor", "vim");
    await Promise.all([told("editor", "emacs"), told("editor", "helix")]);
    expect(await active()).toHaveLength(1);
    const open = await test.database.withTenant(tenantId, (tx) =>
      queryRows<{ held: number }>(
        tx,
        sql`select count(*)::int as held from memory_periods where tenant_id = ${tenantId} and upper_inf(known)
          and valid @> ${test.clock.now().toISOString()}::timestamptz`,
      ),
    );
    expect(open).toEqual([{ held: 1 }]);
  });

  it("many that make the same fact at once, in several spellings, make it once, and none fails", async () => {
    const names = ["entity:Zeus", "zeus", "ZEUS", "Zeus.", "Ｚｅｕｓ"];
    const made = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        told("owner", "Ann", {
          subject: names[index % names.length] ?? "",
          statement: "Zeus is owned by Ann",
        }),
      ),
    );
    expect(made.map((one) => one.outcome)).toEqual(Array(10).fill("committed"));
    expect(made.filter((one) => one.operation === "ADD")).toHaveLength(1);
    expect(await active()).toHaveLength(1);
  });
});
