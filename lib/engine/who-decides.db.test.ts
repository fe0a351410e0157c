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
let lin: CallContext;
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
  lin = personCall(tenantId, "lin");
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

describe("who decides", () => {
  it("two people for the highest class, and they are two", async () => {
    const { id, memoryId } = await held({ scope: "org:acme", subject: "org:acme" });
    const first = await test.engine.approve(op1, id, { reason: "looks right" });
    expect(first).toMatchObject({
      decision: null,
      approval: { state: "open", approvals_given: 1, approvals_needed: 2 },
    });
    expect((await test.engine.getMemory(op1, memoryId)).status).toBe("pending_approval");
    await expect(test.engine.approve(op1, id, {})).rejects.toMatchObject({ code: "not_entitled" });
    await expect(test.engine.approve(op2, id, { expected_revision: 0 })).rejects.toMatchObject({
      code: "stale_revision",
      message: expect.stringContaining("usr_op1 gave the first approval"),
    });
    const second = await test.engine.approve(op2, id, { expected_revision: 1 });
    expect(second.approval).toMatchObject({ state: "approved", approvals_given: 2 });
    expect(second.approval.reviews.map((step) => step.actor.id)).toEqual(["usr_op1", "usr_op2"]);
    expect((await test.engine.getMemory(op1, memoryId)).status).toBe("active");
  });

  it("nobody their own proposal", async () => {
    const asAgent = agentCall(tenantId, ["project:*"], {
      writeMode: "propose",
      actor: { kind: "user", id: "usr_op1", name: "op1" },
    });
    const { id } = await held({}, asAgent);
    await expect(test.engine.approve(op1, id, {})).rejects.toMatchObject({ code: "not_entitled" });
    expect(await test.engine.getApproval(op1, id)).toMatchObject({ may_decide: false });
    const relaying = agentCall(tenantId, ["project:*"], { actor: agent.principal.actor });
    const mine = await held({ predicate: "deploy permission", source: inferred });
    await expect(
      test.engine.approve(relaying, mine.id, { source: { type: "approval", ref: "msg-1" } }),
    ).rejects.toMatchObject({ code: "not_entitled" });
  });

  it("the person their own, nobody's else, and an end user nothing of the project", async () => {
    const { id } = await held({ scope: "user:lin", subject: "user:lin" }, proposing);
    const other = personCall(tenantId, "ada");
    await expect(test.engine.getApproval(other, id)).rejects.toMatchObject({ code: "not_found" });
    await expect(test.engine.approve(other, id, {})).rejects.toMatchObject({ code: "not_found" });
    expect((await test.engine.listApprovals(other, {})).total).toBe(0);
    expect((await test.engine.listApprovals(lin, {})).total).toBe(1);
    expect((await test.engine.approve(lin, id, {})).approval.state).toBe("approved");
    const viewer = personCall(tenantId, "vi", { roles: ["viewer"] });
    const project = await held({ value: "Oracle" }, proposing);
    await expect(test.engine.approve(viewer, project.id, {})).rejects.toMatchObject({ code: "not_entitled" });
  });

  it("a key only by relaying, never the highest class", async () => {
    const { id } = await held({}, proposing);
    await expect(test.engine.approve(agent, id, {})).rejects.toMatchObject({ code: "not_entitled" });
    const mute = agentCall(tenantId, ["project:*"], { sourceTypes: ["agent_inference", "user_statement"] });
    const source = { type: "approval" as const, ref: "chat 12" };
    await expect(test.engine.approve(mute, id, { source })).rejects.toMatchObject({ code: "not_entitled" });
    const org = await held({ scope: "org:acme", subject: "org:acme" });
    const other = agentCall(tenantId, ["org:*"], { actor: { kind: "agent", id: "agt_2", name: null } });
    await expect(test.engine.approve(other, org.id, { source })).rejects.toMatchObject({
      code: "not_entitled",
    });
    expect((await test.engine.approve(agent, id, { source })).approval.state).toBe("approved");
  });

  it("of what no person said by no key, whatever it relays", async () => {
    const { id, memoryId } = await held({ kind: "procedural", source: { type: "agent_inference" } });
    const other = agentCall(tenantId, ["project:*"], { actor: { kind: "agent", id: "agt_2", name: null } });
    const source = { type: "approval" as const, ref: "nothing" };
    await expect(test.engine.approve(other, id, { source })).rejects.toMatchObject({ code: "not_entitled" });
    expect((await test.engine.getMemory(op1, memoryId)).status).toBe("pending_approval");
  });

  it("another tenant finds nothing", async () => {
    const { id } = await held({}, proposing);
    const foreign = personCall(await test.createTenant(), "op1", { roles: ["reviewer", "admin"] });
    await expect(test.engine.getApproval(foreign, id)).rejects.toMatchObject({ code: "not_found" });
    await expect(test.engine.reject(foreign, id, { reason: "x" })).rejects.toMatchObject({
      code: "not_found",
    });
  });
});
