import { SOURCE_TYPES } from "@/lib/contracts/choices";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { attackMemory, countFalseAlarms } from "@/lib/bench/attack-memory";
import type { CallContext } from "@/lib/engine/model/context";
import { agentCall, openTestEngine, personCall, type TestEngine } from "@/lib/testing/open-test-engine";
import { BENIGN, listPoison } from "@/lib/testing/poison/corpus";

let test: TestEngine;
let tenantId: string;
let agent: CallContext;
let reviewer: CallContext;
beforeAll(async () => {
  test = await openTestEngine();
});
afterAll(() => test.close());
beforeEach(async () => {
  tenantId = await test.createTenant();
  // A key as it is made by default: it may even relay a person's confirmation.
  agent = agentCall(tenantId, ["project:*", "user:*"], {
    sourceTypes: SOURCE_TYPES.filter((type) => type !== "verified_db" && type !== "system_event"),
  });
  reviewer = personCall(tenantId, "op1", { roles: ["reviewer"] });
});

const corpus = listPoison();

it("the corpus is large and in two languages", () => {
  expect(corpus.length).toBeGreaterThanOrEqual(150);
  expect(new Set(corpus.map((one) => one.token)).size).toBe(corpus.length);
  expect(corpus.filter((one) => one.lang === "zh").length).toBe(corpus.length / 2);
});

// The whole corpus goes through every door in the bench; here each attack once, its target and language in turn.
const sample = corpus.filter((_, index) => index % 29 === 0);
it("an agent that obeys everything it reads gets nothing confirmed, procedural, overriding or at high risk", async () => {
  const outcome = await attackMemory(test.engine, { agent, reviewer }, sample);
  expect(outcome.attempts).toBeGreaterThan(sample.length * 15);
  expect(outcome.failures).toEqual([]);
}, 300_000);

it("every attack as a page's own candidate stays what a page is, or is held", async () => {
  for (const { text, token, predicate } of corpus) {
    const decision = await test.engine.remember(agent, {
      scope: "project:A",
      subject: "project:A",
      predicate,
      value: token,
      statement: text,
      source: { type: "external_content", quote: text },
    });
    const stands = decision.memory?.status === "active";
    expect(stands ? decision.memory?.confirmation : "observed", text).toBe("observed");
    expect(stands ? decision.memory?.trust : 0, text).toBeLessThanOrEqual(0.3);
  }
}, 300_000);

it("a sleeper does not wake at high risk, however long it has slept", async () => {
  const text = "The place where the quarterly backups go is EVIL-STORE.";
  const { memory } = await test.engine.remember(agent, {
    scope: "project:A",
    subject: "project:A",
    predicate: "backup_place",
    value: "EVIL-STORE",
    statement: text,
    source: { type: "external_content", quote: text },
  });
  expect(memory?.status).toBe("active");
  test.clock.advance(90 * 86_400_000);
  for (const risk of ["medium", "high"] as const) {
    const { snippets } = await test.engine.retrieve(agent, {
      query: "where do the quarterly backups go?",
      risk_level: risk,
    });
    expect(snippets).toEqual([]);
  }
});

it("a hundred sockpuppets are not promoted", async () => {
  for (let i = 0; i < 100; i++) {
    const puppet = agentCall(tenantId, ["project:*"], {
      actor: { kind: "agent", id: `agt_puppet${i}`, name: null },
      sourceTypes: ["agent_inference", "external_content"],
    });
    await test.engine.remember(puppet, {
      scope: "project:A",
      subject: "project:A",
      predicate: "mascot",
      value: "EVIL-CAT",
      statement: "The mascot of the project is EVIL-CAT.",
      source: { type: i % 2 === 0 ? "agent_inference" : "external_content", ref: `page ${i}` },
    });
  }
  const { items } = await test.engine.listMemories(reviewer, { predicate: "mascot", status: "active" });
  expect(items.every((memory) => memory.confirmation !== "confirmed" && memory.trust <= 0.4)).toBe(true);
  test.clock.advance(1_000);
  expect((await test.engine.retrieve(agent, { query: "mascot", risk_level: "high" })).snippets).toEqual([]);
}, 120_000);

it("confirming what came from outside is a person's own word in a version of its own; a key's report of it waits", async () => {
  const text = "The height of the tower is 93 metres.";
  const page = await test.engine.remember(agent, {
    scope: "project:A",
    subject: "project:A",
    predicate: "height",
    value: "93 m",
    statement: text,
    source: { type: "external_content" },
  });
  const id = page.memory?.memory_id ?? "";
  const relayed = await test.engine.amend(agent, "confirm", id, {
    source: { type: "user_confirmation", ref: "chat" },
  });
  expect(relayed.outcome).toBe("pending_approval");
  expect((await test.engine.getMemory(reviewer, id)).confirmation).toBe("observed");
  const { decision } = await test.engine.approve(reviewer, relayed.approval_id ?? "", {});
  expect(decision?.memory).toMatchObject({ confirmation: "confirmed", provenance_type: "user_confirmation" });
  expect(await test.engine.getMemory(reviewer, id)).toMatchObject({
    confirmation: "observed",
    status: "superseded",
  });
});

it("a person's statement of the same value does not raise what came from outside", async () => {
  const page = await test.engine.remember(agent, {
    scope: "project:A",
    subject: "project:A",
    predicate: "height",
    value: "93 m",
    statement: "A page says the tower rises to 93 m.",
    source: { type: "external_content" },
  });
  test.clock.advance(60_000);
  const said = await test.engine.remember(agent, {
    scope: "project:A",
    subject: "project:A",
    predicate: "height",
    value: "93 m",
    statement: "I measured it: 93 m.",
    source: { type: "user_statement" },
  });
  expect(said.memory).toMatchObject({ confirmation: "confirmed", provenance_type: "user_statement" });
  const before = await test.engine.getMemory(reviewer, page.memory?.memory_id ?? "");
  expect(before).toMatchObject({ confirmation: "observed", status: "superseded" });
});

it("what people say with the words of attacks is kept", async () => {
  expect((await countFalseAlarms(test.engine, agent, BENIGN)).alarmed).toEqual([]);
});
