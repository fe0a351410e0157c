import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { RememberInput } from "@/lib/contracts/memories";
import type { CallContext } from "@/lib/engine/model/context";
import { agentCall, openTestEngine, personCall, type TestEngine } from "@/lib/testing/open-test-engine";

let test: TestEngine;
let tenantId: string;
let agent: CallContext;
let proposing: CallContext;
let op1: CallContext;
let op2: CallContext;
beforeAll(async () => {
  test = await openTestEngine();
});
afterAll(() => test.close());
beforeEach(async () => {
  tenantId = await test.createTenant();
  agent = agentCall(tenantId, ["project:*", "user:*", "org:*"]);
  proposing = agentCall(tenantId, ["project:*", "user:*"], {
    writeMode: "propose",
    actor: { kind: "agent", id: "agt_proposing", name: "Proposing" },
  });
  op1 = personCall(tenantId, "op1", { roles: ["reviewer"] });
  op2 = personCall(tenantId, "op2", { roles: ["reviewer"] });
});

const fact = (over: Partial<RememberInput> = {}): RememberInput => ({
  scope: "project:A",
  subject: "project:A",
  predicate: "database",
  value: "PostgreSQL",
  source: { type: "user_statement" },
  ...over,
});
const inferred = { type: "agent_inference" as const };
const held = async (input: Partial<RememberInput>, call = agent) => {
  const decision = await test.engine.remember(call, fact(input));
  expect(decision.outcome).toBe("pending_approval");
  return { decision, id: decision.approval_id ?? "", memoryId: decision.memory?.memory_id ?? "" };
};
const resolve = (predicate: string, scope = "project:A", subject = "project:A") =>
  test.engine.resolveFact(op1, { scope, subject, predicate });

describe("what is of high impact waits", () => {
  const high: [what: string, input: Partial<RememberInput>, code: string, impact: string][] = [
    [
      "an organisation-wide rule by an agent",
      { scope: "org:acme", subject: "org:acme" },
      "organisation_wide",
      "highest",
    ],
    [
      "an account inferred by an agent",
      { predicate: "payment_account", source: inferred },
      "concerns_money",
      "highest",
    ],
    [
      "a bank account by a tool",
      { predicate: "bank.account", source: { type: "internal_tool" } },
      "concerns_money",
      "highest",
    ],
    ["a Chinese account", { predicate: "收款账户", source: inferred }, "concerns_money", "highest"],
    ["a right", { predicate: "deploy permission", source: inferred }, "concerns_access", "normal"],
    ["an allergy", { predicate: "note", topic: "allergy", source: inferred }, "concerns_safety", "normal"],
    [
      "an identity",
      { predicate: "date_of_birth", value: "1990-01-01", source: inferred },
      "concerns_identity",
      "normal",
    ],
    [
      "a procedure that no person stated",
      { kind: "procedural", source: inferred },
      "procedure_not_stated",
      "normal",
    ],
  ];
  it.each(high)("%s", async (_, input, code, impact) => {
    const { decision, id, memoryId } = await held(input);
    expect(decision.reason_code).toBe(code);
    const approval = await test.engine.getApproval(op1, id);
    expect(approval).toMatchObject({ state: "open", class: impact, reason_code: code, verb: "remember" });
    expect(approval.proposed?.memory_id).toBe(memoryId);
    expect(approval.proposed?.status).toBe("pending_approval");
    expect(approval.evidence).toHaveLength(1);
    const recalled = await test.engine.retrieve(agent, { scopes: [approval.scope], risk_level: "low" });
    expect(recalled.snippets).toEqual([]);
  });

  it.each([
    ["a person's explicit word on money", { predicate: "payment_account" }],
    ["a verified database", { predicate: "bank_account", source: { type: "verified_db" as const } }],
    ["an ordinary inference", { predicate: "editor", source: inferred }],
    ["an ordinary tool result", { source: { type: "internal_tool" as const } }],
    ["a word that only begins like one", { predicate: "accessible_design", source: inferred }],
  ])("not so %s", async (_, input) => {
    expect((await test.engine.remember(agent, fact(input))).outcome).toBe("committed");
  });

  it("what says the same as what is held is no reason to ask", async () => {
    await test.engine.remember(agent, fact({ predicate: "payment_account" }));
    const again = await test.engine.remember(agent, fact({ predicate: "payment_account", source: inferred }));
    expect(again).toMatchObject({ outcome: "committed", operation: "CONFIRM", reason_code: "same_value" });
  });
});

describe("approving", () => {
  it("lets the held version in, confirmed by the decision", async () => {
    const { id, memoryId, decision } = await held({ value: "MySQL" }, proposing);
    const { approval, decision: made } = await test.engine.approve(op1, id, { reason: "checked" });
    expect(approval).toMatchObject({ state: "approved", revision: 1, decided_by: { id: "usr_op1" } });
    expect(made).toMatchObject({
      outcome: "committed",
      operation: "ADD",
      reason_code: "approved",
      approval_id: id,
      candidate_id: decision.candidate_id,
    });
    expect(made?.memory).toMatchObject({
      memory_id: memoryId,
      status: "active",
      confirmation: "confirmed",
      trust: 0.9,
    });
    expect(made?.memory?.sources.map((source) => source.source_type).sort()).toEqual([
      "approval",
      "user_statement",
    ]);
    expect((await resolve("database")).memory?.memory_id).toBe(memoryId);
    const history = await test.engine.getHistory(op1, memoryId);
    expect(history.transitions.map((step) => [step.from_status, step.to_status])).toContainEqual([
      "pending_approval",
      "active",
    ]);
  });

  it("is resolved anew: it supersedes what holds now", async () => {
    const { id, memoryId } = await held({ value: "MySQL" }, proposing);
    const now = await test.engine.remember(agent, fact({ value: "PostgreSQL", source: inferred }));
    const { decision } = await test.engine.approve(op1, id, {});
    expect(decision).toMatchObject({ operation: "SUPERSEDE", superseded: [now.memory?.memory_id] });
    expect((await resolve("database")).memory?.memory_id).toBe(memoryId);
  });

  it("confirms what holds when it says the same", async () => {
    const { id, memoryId } = await held({ predicate: "deploy permission", source: inferred });
    const stated = await test.engine.remember(agent, fact({ predicate: "deploy permission" }));
    const { decision } = await test.engine.approve(op1, id, {});
    expect(decision).toMatchObject({ operation: "CONFIRM", reason_code: "approved_as_held" });
    expect(decision?.memory?.memory_id).toBe(stated.memory?.memory_id);
    expect((await test.engine.getMemory(op1, memoryId)).status).toBe("superseded");
  });

  it("does not undo what a person confirmed since", async () => {
    const { id } = await held({ value: "MySQL" }, proposing);
    test.clock.advance(60_000);
    const said = await test.engine.remember(
      agent,
      fact({ source: { type: "user_confirmation", ref: "m1" } }),
    );
    test.clock.advance(60_000);
    await expect(test.engine.approve(op1, id, {})).rejects.toMatchObject({ code: "stale_revision" });
    expect((await test.engine.getApproval(op1, id)).state).toBe("open");
    expect((await test.engine.reject(op1, id, { reason: "outdated" })).approval.state).toBe("rejected");
    expect((await resolve("database")).memory?.memory_id).toBe(said.memory?.memory_id);
  });

  it("keeps what came from outside observed, whoever approves it", async () => {
    const { id } = await held({
      predicate: "payment_terms",
      value: "30 days",
      statement: "The payment terms of the shop are 30 days.",
      source: { type: "external_content" },
    });
    await test.engine.approve(op1, id, {});
    const { decision } = await test.engine.approve(op2, id, {});
    expect(decision).toMatchObject({ reason_code: "approved_as_observed" });
    expect(decision?.memory).toMatchObject({ confirmation: "observed", trust: 0.3, status: "active" });
    const high = await test.engine.retrieve(agent, { query: "payment terms", risk_level: "high" });
    expect(high.snippets).toEqual([]);
  });

  it("runs the verb that an agent had no right to", async () => {
    const said = await test.engine.remember(agent, fact());
    const target = said.memory?.memory_id ?? "";
    const wants = await test.engine.amend(agent, "retract", target, {});
    expect(wants).toMatchObject({ outcome: "pending_approval", approval_id: expect.stringMatching(/^apr_/) });
    const shown = await test.engine.getApproval(op1, wants.approval_id ?? "");
    expect(shown).toMatchObject({ verb: "retract", operation: "RETRACT", class: "normal" });
    expect(shown.diff).toEqual([{ field: "status", from: "active", to: "revoked" }]);
    const { decision } = await test.engine.approve(op1, wants.approval_id ?? "", {});
    expect(decision).toMatchObject({ operation: "RETRACT", reason_code: "retracted" });
    expect((await test.engine.getMemory(op1, target)).status).toBe("revoked");
  });

  it("lets a proposed correction take the place of what it corrects", async () => {
    const said = await test.engine.remember(agent, fact());
    const target = said.memory?.memory_id ?? "";
    test.clock.advance(60_000);
    const wants = await test.engine.amend(agent, "correct", target, { value: "MySQL" });
    const shown = await test.engine.getApproval(op1, wants.approval_id ?? "");
    expect(shown).toMatchObject({ verb: "correct", target: { memory_id: target } });
    expect(shown.diff).toContainEqual({ field: "value", from: "PostgreSQL", to: "MySQL" });
    const { decision } = await test.engine.approve(op1, wants.approval_id ?? "", {});
    expect(decision).toMatchObject({ operation: "SUPERSEDE", superseded: [target] });
    expect((await resolve("database")).memory?.value).toBe("MySQL");
    expect(
      (await test.engine.getMemory(op1, target)).sources.some((source) => source.relation === "corrects"),
    ).toBe(true);
  });
});

describe("one decision", () => {
  it("a second one meets what has changed, and changes nothing", async () => {
    const { id } = await held({}, proposing);
    await test.engine.approve(op1, id, { expected_revision: 0 });
    for (const again of [
      () => test.engine.approve(op2, id, { expected_revision: 0 }),
      () => test.engine.reject(op2, id, { reason: "no" }),
    ]) {
      await expect(again()).rejects.toMatchObject({
        code: "stale_revision",
        message: expect.stringContaining("usr_op1 approved it"),
      });
    }
  });

  it("of many at once one wins", async () => {
    const { id } = await held({}, proposing);
    const all = await Promise.allSettled(
      Array.from({ length: 8 }, (_, index) =>
        index % 2 === 0 ? test.engine.approve(op1, id, {}) : test.engine.reject(op2, id, { reason: "no" }),
      ),
    );
    expect(all.filter((one) => one.status === "fulfilled")).toHaveLength(1);
  });

  it("a refusal keeps the record, and an agent cannot bring it back", async () => {
    const { id, memoryId } = await held({}, proposing);
    const { approval } = await test.engine.reject(op1, id, { reason: "not so" });
    expect(approval).toMatchObject({ state: "rejected", reviews: [{ action: "reject", reason: "not so" }] });
    expect((await test.engine.getMemory(op1, memoryId)).status).toBe("revoked");
    await expect(test.engine.amend(agent, "restore", memoryId, {})).rejects.toMatchObject({
      code: "not_entitled",
    });
    expect((await resolve("database")).memory).toBeNull();
  });

  it("expires when nobody decides, and then commits nothing", async () => {
    const { id, memoryId } = await held({}, proposing);
    test.clock.advance(15 * 86_400_000);
    await expect(test.engine.approve(op1, id, {})).rejects.toMatchObject({ code: "stale_revision" });
    expect((await test.engine.runDueWork(tenantId)).expired).toBe(1);
    expect(await test.engine.getApproval(op1, id)).toMatchObject({ state: "expired", may_decide: false });
    expect((await test.engine.getMemory(op1, memoryId)).status).toBe("revoked");
    expect((await test.engine.runDueWork(tenantId)).expired).toBe(0);
  });

  it("is withdrawn with its memory, by erasure or by revocation", async () => {
    const erased = await held({}, proposing);
    await test.engine.requestDeletion(agent, { selector: { memory_ids: [erased.memoryId] } });
    await test.engine.runDueWork(tenantId);
    expect(await test.engine.getApproval(op1, erased.id)).toMatchObject({
      state: "withdrawn",
      proposed: null,
      diff: [],
    });
    const revoked = await held({ predicate: "editor" }, proposing);
    await test.engine.amend(agent, "revoke", revoked.memoryId, {});
    expect((await test.engine.getApproval(op1, revoked.id)).state).toBe("withdrawn");
    await expect(test.engine.approve(op1, revoked.id, {})).rejects.toMatchObject({ code: "stale_revision" });
  });
});

describe("the list", () => {
  it("is filtered, counted exactly and walked to its end", async () => {
    for (let i = 0; i < 7; i++) await held({ predicate: `editor${i}` }, proposing);
    await held({ scope: "org:acme", subject: "org:acme" });
    expect((await test.engine.listApprovals(op1, { class: "highest" })).total).toBe(1);
    expect((await test.engine.listApprovals(op1, { agent: "agt_proposing" })).total).toBe(7);
    expect((await test.engine.listApprovals(op1, { due: "week" })).total).toBe(0);
    const seen = new Set<string>();
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof test.engine.listApprovals>> = await test.engine.listApprovals(
        op1,
        { limit: 3, ...(cursor === null ? {} : { cursor }) },
      );
      expect(page.total).toBe(8);
      for (const item of page.items) seen.add(item.approval_id);
      cursor = page.next_cursor;
    } while (cursor !== null);
    expect(seen.size).toBe(8);
    await expect(test.engine.listApprovals(op1, { cursor: "x" })).rejects.toMatchObject({
      code: "meaningless",
    });
  });
});
