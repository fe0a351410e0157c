import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { CallContext } from "@/lib/engine/model/context";
import { agentCall, openTestEngine, personCall, type TestEngine } from "@/lib/testing/open-test-engine";

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
  agent = agentCall(tenantId, ["project:A", "project:B"]);
  reviewer = personCall(tenantId, "rita", { roles: ["reviewer"] });
});

const tell = async (subject: string, predicate: string, value: string, scope = "project:A") => {
  test.clock.advance(60_000);
  const made = await test.engine.remember(agent, {
    scope,
    subject,
    predicate,
    value,
    // Nothing of the name stands in the words: only the key can bring it.
    statement: `${predicate}: ${value}`,
    source: { type: "user_statement" },
  });
  return made.memory?.memory_id ?? "";
};
const ask = async (query: string, over = {}) => test.engine.retrieve(agent, { query, ...over });
const aliasesOf = async (retrievalId: string) =>
  (await test.engine.getTrace(agent, retrievalId)).context.projected.aliases ?? [];

describe("somebody's other names in a question", () => {
  it.each([
    ["Bobby", "What should I send to BOBBY’s desk?"],
    ["the big boss", "Please prepare it for the big boss."],
    ["老王", "请给老王准备一份"],
  ])("%s reaches what is filed under the subject, and the trace names the alias", async (alias, query) => {
    const id = await tell("entity:Robert Wang", "drink", "oolong");
    const other = await tell("entity:Lin", "drink", "cola");
    const before = await ask(query);
    expect(before.snippets.map((one) => one.memory_id)).not.toContain(id);
    const made = await test.engine.addAlias(agent, {
      alias,
      subject: "entity:Robert Wang",
      scope: "project:A",
    });
    const after = await ask(query);
    const found = after.snippets.find((one) => one.memory_id === id);
    expect(found?.channels.structured).toBe(1);
    expect(after.snippets.map((one) => one.memory_id)).not.toContain(other);
    const followed = await aliasesOf(after.retrieval_id);
    expect(followed).toEqual([{ alias_id: made.alias_id, entity_id: expect.stringMatching(/^ent_/) }]);
    expect(await aliasesOf(before.retrieval_id)).toEqual([]);
  });

  it("works for entities that a request names, and for a person's id behind a name", async () => {
    await test.engine.addAlias(reviewer, { alias: "Ada", subject: "user:ada" });
    const id = await tell("user:ada", "drink", "oolong");
    const { snippets } = await ask("what shall I bring?", { entities: ["ADA"] });
    expect(snippets.map((one) => one.memory_id)).toEqual([id]);
  });

  it("is no name in a scope that is not asked about, and reaches nothing that is not held", async () => {
    const hidden = await tell("entity:Robert Wang", "drink", "oolong", "project:B");
    await test.engine.addAlias(agent, { alias: "Bobby", subject: "entity:Robert Wang", scope: "project:B" });
    const inA = await ask("what does Bobby take?", { scopes: ["project:A"] });
    expect([inA.snippets, await aliasesOf(inA.retrieval_id)]).toEqual([[], []]);
    await test.engine.addAlias(reviewer, { alias: "Bobby", subject: "entity:Robert Wang" });
    const still = await ask("what does Bobby take?", { scopes: ["project:A"] });
    expect(still.snippets).toEqual([]);
    const inB = await ask("what does Bobby take?", { scopes: ["project:B"] });
    expect(inB.snippets.map((one) => one.memory_id)).toEqual([hidden]);
  });

  it("leads on where a value is somebody's other name", async () => {
    await tell("project:A", "manager", "Bobby");
    const id = await tell("entity:Robert Wang", "drink", "oolong");
    const relationOf = (out: Awaited<ReturnType<typeof ask>>) =>
      out.snippets.find((one) => one.memory_id === id)?.channels.relation;
    expect(relationOf(await ask("the drink of the manager"))).toBeUndefined();
    // Whom the name means elsewhere is nothing to this scope, also when both are asked about.
    await test.engine.addAlias(agent, { alias: "Bobby", subject: "entity:Robert Wang", scope: "project:B" });
    expect(relationOf(await ask("the drink of the manager"))).toBeUndefined();
    await test.engine.addAlias(agent, { alias: "Bobby", subject: "entity:Robert Wang", scope: "project:A" });
    expect(relationOf(await ask("the drink of the manager"))).toBe(1);
  });

  it("is taken out of the trace of what is asked again once it is no name any more", async () => {
    const id = await tell("entity:Robert Wang", "drink", "oolong");
    const made = await test.engine.addAlias(agent, {
      alias: "Bobby",
      subject: "entity:Robert Wang",
      scope: "project:A",
    });
    const { retrieval_id } = await ask("what does Bobby take?");
    await test.engine.removeAlias(agent, made.alias_id);
    const again = await test.engine.replay(agent, retrieval_id, {});
    expect(again.pack.left).toEqual([id]);
  });
});

describe("somebody's other names in a deletion", () => {
  it("name what is filed under the subject, in any spelling, where the name holds", async () => {
    const own = await tell("entity:Robert Wang", "drink", "oolong");
    const elsewhere = await tell("entity:Robert Wang", "drink", "oolong", "project:B");
    await tell("entity:Lin", "drink", "cola");
    await test.engine.addAlias(agent, { alias: "Bobby", subject: "entity:Robert Wang", scope: "project:A" });
    const covers = async (selector: object) =>
      (await test.engine.requestDeletion(agent, { selector, dry_run: true })).affected.memories;
    expect(await covers({ subject: "bobby" })).toBe(1);
    expect(await covers({ subject: "bobby", scope: "project:B" })).toBe(0);
    expect(await covers({ subject: "ROBERT WANG" })).toBe(2);
    expect(await covers({ subject: "Robert" })).toBe(0);
    const done = await test.engine.requestDeletion(agent, {
      selector: { subject: "BOBBY" },
      cancel_window_s: 0,
    });
    expect(done.affected.memories).toBe(1);
    test.clock.advance(1_000);
    await test.engine.runDueWork(tenantId);
    await expect(test.engine.getMemory(agent, own)).rejects.toMatchObject({ code: "not_found" });
    expect((await test.engine.getMemory(agent, elsewhere)).status).toBe("active");
  });
});
