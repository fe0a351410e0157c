import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { RememberInput } from "@/lib/contracts/memories";
import type { CallContext } from "@/lib/engine/model/context";

import { createHashEmbedder } from "@/lib/testing/hash-embedder";
import { rowsOf, text, words } from "@/lib/testing/high-memory";
import { agentCall, openTestEngine, personCall, type TestEngine } from "@/lib/testing/open-test-engine";
import { scanTenant } from "@/lib/testing/plant-canary";
import { createSealedWorld, type SealedWorld, sealedFact as fact } from "@/lib/testing/sealed-world";

let test: TestEngine;
let world: SealedWorld;
let tenantId: string;
let agent: CallContext;
let kim: CallContext;
beforeAll(async () => {
  test = await openTestEngine({ embedder: createHashEmbedder() });
});
afterAll(() => test?.close());
beforeEach(async () => {
  world = await createSealedWorld(test);
  ({ tenantId, agent, kim } = world);
});

async function remember(over: Partial<RememberInput> = {}) {
  const decision = await test.engine.remember(agent, fact(over));
  if (!decision.memory) throw new Error(`refused: ${decision.reason_code}`);
  return decision.memory;
}

/** The search material, which is never backed up, and the key a fact is found by. */
const SEARCHED = ["search_index.lexemes", "search_index.preview", "search_index.name"];
const IN_CLEAR = [
  "value",
  "statement",
  "topic",
  "reason",
  "meta",
  "quote",
  "ref",
  "session",
  "uri",
  "content",
]
  .concat(["asked", "note", "why", "corrected", "said"])
  .flatMap(words);
const standing = async () =>
  (await scanTenant(test.database, tenantId, IN_CLEAR)).filter((column) => !SEARCHED.includes(column));

describe("where the policy has everything encrypted", () => {
  it("nothing that was said or asked stands in a column in clear but what the search needs", async () => {
    const memory = await remember();
    await test.engine.recordEvents(agent, {
      events: [
        {
          type: "message",
          actor: "user",
          scope: "user:kim",
          session_id: text("session"),
          source: { type: "user_statement", ref: text("ref"), uri: `https://example.test/${text("uri")}` },
          content: `I prefer ${text("content")}.`,
        },
      ],
    });
    const found = await test.engine.retrieve(agent, {
      query: `Which editor, ${text("asked")}?`,
      session_id: text("session"),
    });
    await test.engine.recordUse(agent, found.retrieval_id, {
      used: [{ memory_id: memory.memory_id }],
      note: text("note"),
    });
    const corrected = await test.engine.amend(kim, "correct", memory.memory_id, {
      value: text("corrected"),
      reason: text("why"),
      source: { type: "user_statement", quote: text("said") },
    });
    await test.engine.runDueWork(tenantId);
    expect(await standing()).toEqual([]);
    for (const table of ["memory_contents", "event_payloads", "candidates", "retrieval_texts"]) {
      const rows = await rowsOf(test, tenantId, table);
      expect(rows.length, table).toBeGreaterThan(0);
      for (const row of rows) expect(row.sealed, table).toMatch(/^k1\.[\w-]+$/);
    }
    // And it is all there for whom it is for.
    const history = await test.engine.getHistory(kim, memory.memory_id);
    expect(history.transitions.map(({ reason }) => reason)).toContain(text("why"));
    expect(corrected.memory).toMatchObject({ value: text("corrected"), sensitivity: "low" });
    const trace = await test.engine.getTrace(agent, found.retrieval_id);
    expect(trace.context.query).toContain(text("asked"));
    const listed = await test.engine.listTraces(agent, { limit: 10 });
    expect(listed.items[0]?.query).toContain(text("asked"));
  });

  it("what was written before stays readable, and both are read together", async () => {
    await world.publish({ write: { encryption: "high" } });
    const clear = await remember({ predicate: "tea", value: "sencha", statement: "Drinks sencha at four." });
    await world.publish({ write: { encryption: "everything" } });
    const sealed = await remember({ predicate: "cake", value: "none", statement: "Eats no cake at four." });
    const { snippets } = await test.engine.retrieve(agent, { query: "what at four?" });
    expect(new Set(snippets.map((one) => one.memory_id))).toEqual(
      new Set([clear.memory_id, sealed.memory_id]),
    );
    const rows = await rowsOf(test, tenantId, "memory_contents");
    expect(rows.map((row) => [row.memory_id, row.sealed === null])).toEqual(
      expect.arrayContaining([
        [clear.memory_id, true],
        [sealed.memory_id, false],
      ]),
    );
  });

  it("raised to high sensitivity it leaves the index and is told to whom it concerns alone", async () => {
    const memory = await remember({ statement: "Kim writes with a pen since the accident." });
    await test.engine.remember(kim, {
      ...fact({
        sensitivity: "high",
        source: { type: "user_statement" },
        value: "a pen, since the accident",
      }),
    });
    await test.engine.runDueWork(tenantId);
    expect((await test.engine.getMemory(kim, memory.memory_id)).sensitivity).toBe("high");
    expect(await rowsOf(test, tenantId, "search_index")).toEqual([]);
    const events = await rowsOf(test, tenantId, "event_payloads");
    expect(events.every((row) => row.high === true)).toBe(true);
    const seen = await test.engine.getMemory(
      personCall(tenantId, "val", { roles: ["viewer", "admin"] }),
      memory.memory_id,
    );
    expect(JSON.stringify(seen)).not.toContain("accident");
  });

  it("destroying a person's key ends all of it; other people's stays", async () => {
    const lee = agentCall(tenantId, ["user:lee"]);
    const theirs = await test.engine.remember(lee, fact({ scope: "user:lee", subject: "user:lee" }));
    await remember();
    await test.engine.retrieve(agent, { query: text("asked"), scopes: ["user:kim"] });
    const asked = await test.engine.requestDeletion(kim, { selector: { all_of_subject: "user:kim" } });
    test.clock.advance(7 * 86_400_000);
    await test.engine.runDueWork(tenantId);
    const deletion = await test.engine.getDeletion(kim, asked.deletion_id ?? "");
    expect(deletion.status).toBe("complete");
    const primary = deletion.targets.find(({ target }) => target === "primary");
    expect(primary?.evidence?.detail).toMatchObject({ keys_destroyed: 1 });
    expect((await test.engine.getMemory(lee, theirs.memory?.memory_id ?? "")).value).toBe(text("value"));
  });
});
