import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { RememberInput } from "@/lib/contracts/memories";
import type { CallContext } from "@/lib/engine/model/context";
import { agentCall, openTestEngine, type TestEngine } from "@/lib/testing/open-test-engine";

const DAY = 86_400_000;
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
  agent = agentCall(tenantId, ["project:A"]);
});

const key = { scope: "project:A", subject: "project:A", predicate: "database" };
const by = (id: string) =>
  agentCall(tenantId, ["project:A"], { actor: { kind: "agent", id, name: id }, keyId: `key_${id}` });
const says = (
  value: string,
  type: RememberInput["source"]["type"],
  call: CallContext = agent,
  over: Partial<RememberInput> = {},
) => {
  test.clock.advance(60_000);
  return test.engine.remember(call, {
    ...key,
    value,
    statement: `The project uses ${value}.`,
    source: { type },
    ...over,
  });
};
const held = async () => (await test.engine.resolveFact(agent, key)).memory;

describe("weaker contradictions", () => {
  it("three independent ones are a question for a person; the held one stays in force", async () => {
    const rule = await says("PostgreSQL", "user_statement");
    expect(await says("MongoDB", "import", by("agt_one"))).toMatchObject({
      outcome: "unchanged",
      reason_code: "lower_authority",
    });
    expect((await says("MongoDB", "internal_tool", by("agt_two"))).outcome).toBe("unchanged");
    const third = await says("MongoDB", "external_content", by("agt_three"));
    expect(third).toMatchObject({
      outcome: "conflict",
      reason_code: "independent_contradictions",
      conflicts_with: [rule.memory?.memory_id],
      memory: { status: "candidate" },
    });
    expect((await held())?.value).toBe("PostgreSQL");
    expect((await test.engine.resolveFact(agent, key)).conflict).toBe(true);
    // In question already: the fourth is evidence again, no second question.
    expect((await says("MongoDB", "import", by("agt_four"))).reason_code).toBe("lower_authority");
  });

  it("the same voice three times is one", async () => {
    await says("PostgreSQL", "user_statement");
    for (let i = 0; i < 4; i++)
      expect((await says("MongoDB", "import", by("agt_one"))).outcome).toBe("unchanged");
  });

  it("stay evidence also when they were observed later, and do not halve the held one's confidence", async () => {
    const rule = await says("PostgreSQL", "user_statement");
    test.clock.advance(30 * DAY);
    await says("MongoDB", "import");
    expect(await held()).toMatchObject({ value: "PostgreSQL", confidence: 1 });
    const sources = (await test.engine.getMemory(agent, rule.memory?.memory_id ?? "")).sources;
    expect(sources.map((source) => source.relation)).toContain("contradicts");
  });
});

describe("an accepted contradiction", () => {
  it("halves the loser's confidence until the winner falls", async () => {
    const first = await says("PostgreSQL", "user_statement");
    const id = first.memory?.memory_id ?? "";
    const second = await says("MySQL", "user_statement");
    expect(second.memory?.confidence).toBe(1);
    expect((await test.engine.getMemory(agent, id)).confidence).toBe(0.5);
    await test.engine.amend(agent, "retract", second.memory?.memory_id ?? "", {
      source: { type: "user_statement", quote: "that was wrong" },
    });
    expect(await test.engine.getMemory(agent, id)).toMatchObject({ confidence: 1, status: "active" });
  });

  it("a retracted winner gives back what it displaced, an ended one does not", async () => {
    await says("PostgreSQL", "user_statement");
    const ended = await says("MySQL", "user_statement");
    test.clock.advance(DAY);
    await test.engine.amend(agent, "expire", ended.memory?.memory_id ?? "", {});
    expect(await held()).toBeNull();
  });

  it("equal authority at the same named moment from two calls is a conflict with both sides", async () => {
    const at = { observed_at: "2026-10-01T07:00:00Z" };
    const one = await says("PostgreSQL", "user_confirmation", by("agt_one"), at);
    const two = await says("MySQL", "user_confirmation", by("agt_two"), at);
    expect(two).toMatchObject({
      outcome: "conflict",
      reason_code: "equal_authority_same_moment",
      conflicts_with: [one.memory?.memory_id],
      memory: { status: "candidate", confirmation: "confirmed" },
    });
    expect((await held())?.value).toBe("PostgreSQL");
  });
});

it("a narrower scope shadows a wider one while it lasts, and changes nothing of it", async () => {
  const call = agentCall(tenantId, ["project:A", "run:r1"]);
  const wide = await says("1500 words", "user_statement", call, {
    predicate: "overview_length",
    statement: "Overviews have 1500 words",
  });
  const narrow = await says("300 words", "user_statement", call, {
    scope: "run:r1",
    subject: "run:r1",
    predicate: "overview_length",
    statement: "Overviews have 300 words",
  });
  const recall = async () =>
    (await test.engine.retrieve(call, { query: "overview words" })).snippets.map((one) => one.memory_id);
  expect(await recall()).toEqual([narrow.memory?.memory_id]);
  expect(await test.engine.getMemory(call, wide.memory?.memory_id ?? "")).toMatchObject({
    status: "active",
    valid_to: null,
  });
  await test.engine.endRun(call, "r1");
  expect(await recall()).toEqual([wide.memory?.memory_id]);
});
