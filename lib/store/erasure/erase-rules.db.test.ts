import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createErasePath } from "@/lib/engine/erase-path";
import { ERASE_RULES } from "@/lib/testing/erase-rules";
import { checkEraseRules, listSampledColumns } from "@/lib/testing/check-erase-rules";
import { openTestDatabase, type TestDatabase } from "@/lib/testing/open-test-database";
import { plantCanary, scanForWords } from "@/lib/testing/plant-canary";
import { createReadWorld } from "@/lib/testing/read-world";

let opened: TestDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened?.close());

/** Columns that go with their row and hold no words themselves; what is sealed has tests of its own. */
const WITHOUT_WORDS =
  /((?<!session)_id|_digest|\.salt|\.sealed|\.embedding|\.model|\.kind|\.state|\.scope|\.relation|\.source_type|\.confirmation)$/;

async function afterChange(statement: string): Promise<string[]> {
  const undo = new Error("undo");
  let problems: string[] = [];
  await opened.database
    .asOwner(async (tx) => {
      await tx.execute(sql.raw(statement));
      problems = await checkEraseRules(tx, ERASE_RULES);
      throw undo;
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error;
    });
  return problems;
}

describe("erasure is complete by the catalogue", () => {
  test("every column that can hold content has a rule, and every rule a column", async () => {
    expect(await opened.database.asOwner((tx) => checkEraseRules(tx, ERASE_RULES))).toEqual([]);
  });

  test.each([
    ["ALTER TABLE memories ADD COLUMN remark text", "memories.remark has no erase rule"],
    ["ALTER TABLE usage ADD COLUMN tags text[]", "usage.tags has no erase rule"],
    ["ALTER TABLE search_index ADD COLUMN more tsvector", "search_index.more has no erase rule"],
    ["ALTER TABLE facts ADD COLUMN embedding halfvec(4)", "facts.embedding has no erase rule"],
    ["CREATE TABLE cards (tenant_id text not null, card_id int, body jsonb)", "cards.body has no erase rule"],
    ["ALTER TABLE memory_sources DROP COLUMN quote", "memory_sources.quote has a rule and is no column"],
  ])("would show after %s", async (statement, told) => {
    expect(await afterChange(statement)).toEqual([expect.stringContaining(told)]);
  });

  test("each field that takes words was planted full of them, and none is left after", async () => {
    const world = await createReadWorld(opened.database, null);
    const path = createErasePath(world.deps);
    const one = await plantCanary(world, { kind: "episodic" });
    const wordy = Object.entries(ERASE_RULES)
      .filter(([column, rule]) => "place" in rule && !WITHOUT_WORDS.test(column))
      .map(([column]) => column);
    // The planting itself is what makes the emptiness afterwards mean something.
    const planted = await scanForWords(world, one.words);
    const missed = wordy.filter((column) => !planted.includes(column));
    expect(wordy).toContain("event_payloads.session_id");
    expect(missed).toEqual([]);
    await path.requestDeletion(world.call(), { selector: { memory_ids: [one.memoryId] } });
    expect(await scanForWords(world, one.words)).toEqual([]);
  });

  test("the planner keeps no samples of what goes", async () => {
    const sampled = await opened.database.asOwner((tx) => listSampledColumns(tx, ERASE_RULES));
    expect(sampled.filter((column) => !WITHOUT_WORDS.test(column))).toEqual([]);
  });
});
