import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { RememberInput } from "@/lib/contracts/memories";
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
  test.clock.set(new Date("2026-10-01T08:00:00Z"));
  tenantId = await test.createTenant();
  agent = agentCall(tenantId, ["project:A", "project:B"]);
  reviewer = personCall(tenantId, "rita", { roles: ["reviewer"] });
});

const told = (subject: string, predicate: string, value: string, over: Partial<RememberInput> = {}) => {
  test.clock.advance(60_000);
  return test.engine.remember(agent, {
    scope: "project:A",
    subject,
    predicate,
    value,
    statement: `${subject} ${predicate}: ${value}`,
    source: { type: "user_statement" },
    ...over,
  });
};

describe("names that stand for somebody", () => {
  it("nobody is guessed: Ann is Ann Lee when somebody says so, and in that scope alone", async () => {
    const ann = await told("Ann", "role", "editor");
    const lee = await told("Ann Lee", "role", "designer");
    expect(lee).toMatchObject({ operation: "ADD", memory: { subject: "Ann Lee" } });
    expect(lee.memory?.fact_id).not.toBe(ann.memory?.fact_id);
    await test.engine.addAlias(agent, { alias: "Annie", subject: "Ann Lee", scope: "project:A" });
    const again = await told("ANNIE", "role", "Designer");
    expect(again).toMatchObject({ operation: "CONFIRM", memory: { memory_id: lee.memory?.memory_id } });
    const elsewhere = await told("Annie", "role", "visitor", { scope: "project:B" });
    expect(elsewhere).toMatchObject({ operation: "ADD", memory: { subject: "Annie" } });
  });

  it("a person has names too: what is said under one becomes theirs to see, and goes back when it is taken away", async () => {
    const before = await told("Ann", "role", "editor");
    const ann = personCall(tenantId, "ann");
    await expect(test.engine.getMemory(ann, before.memory?.memory_id ?? "")).rejects.toMatchObject({
      code: "not_found",
    });
    const made = await test.engine.addAlias(reviewer, { alias: "Ann", subject: "user:ann" });
    expect(made).toMatchObject({ filed: 1, questions: 0 });
    expect(await test.engine.getMemory(ann, before.memory?.memory_id ?? "")).toMatchObject({
      subject: "user:ann",
      status: "active",
    });
    expect((await told("ann", "role", "Editor")).operation).toBe("CONFIRM");
    expect(await test.engine.removeAlias(reviewer, made.alias_id)).toMatchObject({ filed_back: 1 });
    await expect(test.engine.getMemory(ann, before.memory?.memory_id ?? "")).rejects.toMatchObject({
      code: "not_found",
    });
    expect((await test.engine.getMemory(agent, before.memory?.memory_id ?? "")).subject).toBe("Ann");
  });

  it("two names with the same fact: a question, and no fact is merged by itself", async () => {
    const one = await told("Zeus", "owner", "Ann");
    const two = await told("Project Zeus", "owner", "Bob");
    const made = await test.engine.addAlias(reviewer, { alias: "Project Zeus", subject: "Zeus" });
    expect(made).toMatchObject({ filed: 0, questions: 1 });
    for (const made of [one, two])
      expect((await test.engine.getMemory(agent, made.memory?.memory_id ?? "")).status).toBe("active");
    const { items } = await test.engine.listDuplicates(reviewer, { state: "open" });
    expect(items).toMatchObject([{ reason_code: "same_name", state: "open" }]);
    const duplicateId = items[0]?.duplicate_id ?? "";
    await expect(
      test.engine.decideDuplicate(agent, duplicateId, { decision: "merge" }),
    ).rejects.toMatchObject({ code: "not_entitled" });
    const decided = await test.engine.decideDuplicate(reviewer, duplicateId, {
      decision: "merge",
      keep: one.memory?.memory_id ?? "",
    });
    expect(decided).toMatchObject({ state: "merged", kept: one.memory?.memory_id });
    expect(await test.engine.getMemory(agent, two.memory?.memory_id ?? "")).toMatchObject({
      status: "superseded",
      superseded_by: one.memory?.memory_id,
    });
    expect((await test.engine.getMemory(agent, one.memory?.memory_id ?? "")).sources).toHaveLength(2);
    await expect(
      test.engine.decideDuplicate(reviewer, duplicateId, { decision: "keep_apart" }),
    ).rejects.toMatchObject({ code: "stale_revision" });
  });

  it("keeps both where a person says so", async () => {
    await told("project:A", "rule", "articles explain mechanisms", {
      statement: "Articles must explain mechanisms",
    });
    await told("project:A", "standard", "explain mechanisms clearly", {
      statement: "Articles must explain mechanisms clearly",
    });
    const { items, total } = await test.engine.listDuplicates(agent, {});
    expect(total).toBe(1);
    const relayed = await test.engine.decideDuplicate(agent, items[0]?.duplicate_id ?? "", {
      decision: "keep_apart",
      source: { type: "user_confirmation", ref: "message 7" },
    });
    expect(relayed).toMatchObject({ state: "kept_apart", merged: null });
    expect((await test.engine.listMemories(agent, { status: "active" })).total).toBe(2);
  });

  it("who may give names: a reviewer anywhere, a key in what it holds", async () => {
    const named = { alias: "Bo", subject: "entity:Bob" };
    await expect(test.engine.addAlias(agent, named)).rejects.toMatchObject({ code: "not_entitled" });
    await expect(test.engine.addAlias(agent, { ...named, scope: "project:C" })).rejects.toMatchObject({
      code: "scope_not_allowed",
    });
    await expect(
      test.engine.addAlias(agent, { alias: "Lin", subject: "user:lin", scope: "project:A" }),
    ).rejects.toMatchObject({ code: "scope_not_allowed" });
    const proposer = agentCall(tenantId, ["project:A"], { writeMode: "propose" });
    await expect(test.engine.addAlias(proposer, { ...named, scope: "project:A" })).rejects.toMatchObject({
      code: "not_entitled",
    });
    await expect(
      test.engine.addAlias(reviewer, { alias: "user:lin", subject: "user:ann" }),
    ).rejects.toMatchObject({ code: "meaningless" });
    await test.engine.addAlias(reviewer, { alias: "Lin", subject: "user:lin" });
    await expect(
      test.engine.addAlias(reviewer, { alias: "LIN", subject: "user:other" }),
    ).rejects.toMatchObject({ code: "already_exists" });
    // Whose name it is, is no business of a key that does not hold the person.
    expect((await test.engine.listAliases(agent, {})).items).toEqual([]);
    expect((await test.engine.listAliases(reviewer, {})).items).toMatchObject([
      { alias: "Lin", subject: "user:lin", scope: null },
    ]);
    const stranger = personCall(await test.createTenant(), "eve", { roles: ["admin"] });
    expect((await test.engine.listAliases(stranger, {})).items).toEqual([]);
  });

  it("names of an erased person go with everything about them", async () => {
    await test.engine.addAlias(reviewer, { alias: "Lin the Tall", subject: "user:lin" });
    await told("Lin the Tall", "role", "editor");
    const officer = personCall(tenantId, "otto", { roles: ["privacy_officer"] });
    await test.engine.requestDeletion(officer, {
      selector: { all_of_subject: "user:lin" },
      cancel_window_s: 0,
    });
    await test.engine.runDueWork(tenantId);
    expect((await test.engine.listAliases(reviewer, {})).items).toEqual([]);
  });
});
