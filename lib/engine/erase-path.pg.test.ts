import { afterAll, beforeAll, expect, test } from "vitest";
import { EngineError } from "@/lib/engine/errors";
import { createHashEmbedder } from "@/lib/testing/hash-embedder";
import { agentCall, openTestEngine, personCall, type TestEngine } from "@/lib/testing/open-test-engine";
import { scanTenant } from "@/lib/testing/plant-canary";

let opened: TestEngine;
beforeAll(async () => {
  opened = await openTestEngine({ embedder: createHashEmbedder() });
});
afterAll(() => opened?.close());

const ROUNDS = 25;

test("while others correct, confirm, recall and index the same memory, an erasure neither deadlocks nor leaves a word", async () => {
  const { engine, clock } = opened;
  const tenantId = await opened.createTenant();
  const agent = agentCall(tenantId, ["user:*"]);
  const person = personCall(tenantId, "lin");
  const unexpected: unknown[] = [];
  let erased = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const word = `quokka${round}q`;
    clock.advance(1_000);
    const told = await engine.remember(person, {
      scope: "user:lin",
      subject: "user:lin",
      predicate: `animal ${round}`,
      value: word,
      statement: `Lin likes the ${word}.`,
      source: { type: "user_statement", quote: word },
    });
    const id = told.memory?.memory_id ?? "";
    const ids = new Set([id]);
    const work: (() => Promise<unknown>)[] = [
      () => engine.requestDeletion(person, { selector: { memory_ids: [id] } }),
      () =>
        engine
          .amend(person, "correct", id, { value: `${word} young`, reason: word })
          .then((decision) => decision.memory && ids.add(decision.memory.memory_id)),
      () => engine.amend(person, "confirm", id, { reason: word }),
      () => engine.retrieve(agent, { query: word, scopes: ["user:lin"] }),
      () => engine.runDueWork(tenantId),
      () => engine.requestDeletion(person, { selector: { memory_ids: [id] } }),
    ];
    // Another order each time: whoever comes first.
    const rotated = [...work.slice(round % work.length), ...work.slice(0, round % work.length)];
    const outcomes = await Promise.allSettled(rotated.map((step) => step()));
    for (const outcome of outcomes) {
      if (outcome.status === "rejected" && !(outcome.reason instanceof EngineError))
        unexpected.push(outcome.reason);
    }
    // Exactly one of the two requests erased it.
    const deletions = await engine.listDeletions(person, { limit: 200 });
    expect(deletions.total).toBe(erased + 1);
    erased = deletions.total;
    await expect(engine.getMemory(person, id)).rejects.toMatchObject({ code: "not_found" });
    const siblings = [...ids].filter((other) => other !== id);
    if (siblings.length > 0) {
      await engine.requestDeletion(person, { selector: { memory_ids: siblings } });
      erased += 1;
    }
  }
  expect(unexpected).toEqual([]);
  // Events whose verb came too late hold words that became no memory; those go with everything about the person.
  await engine.requestDeletion(person, { selector: { all_of_subject: "user:lin" }, cancel_window_s: 0 });
  clock.advance(61_000);
  await engine.runDueWork(tenantId);
  expect(await scanTenant(opened.database, tenantId, ["quokka"])).toEqual([]);
});
