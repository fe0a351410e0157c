import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { CallContext } from "@/lib/engine/model/context";
import { agentCall, openTestEngine, personCall, type TestEngine } from "@/lib/testing/open-test-engine";

let test: TestEngine;
let agent: CallContext;
let lin: CallContext;
beforeAll(async () => {
  test = await openTestEngine();
});
afterAll(() => test.close());
beforeEach(async () => {
  const tenantId = await test.createTenant();
  agent = agentCall(tenantId, ["user:*"]);
  lin = personCall(tenantId, "lin");
});

async function used(call = agent, outcome: "contradicted" | "helped" = "contradicted") {
  const { memory } = await test.engine.remember(agent, {
    scope: "user:lin",
    subject: "user:lin",
    predicate: "drink",
    value: "tea",
    statement: "Lin drinks tea.",
    source: { type: "user_statement" },
  });
  const memoryId = memory?.memory_id ?? "";
  test.clock.advance(60_000);
  const found = await test.engine.retrieve(agent, { query: "what does Lin drink" });
  expect(found.snippets.map((snippet) => snippet.memory_id)).toEqual([memoryId]);
  const report = () =>
    test.engine.recordUse(call, found.retrieval_id, {
      used: [{ memory_id: memoryId, outcome }],
      note: "She ordered coffee.",
    });
  return { memoryId, report, answer: await report() };
}

it("what use contradicts is asked about once, and stands until a person decides", async () => {
  const { memoryId, report, answer } = await used();
  const [approvalId] = answer.approval_ids;
  const asked = await test.engine.getApproval(lin, approvalId ?? "");
  expect(asked).toMatchObject({ state: "open", operation: "SUPERSEDE", reason_code: "contradicted_in_use" });
  expect(asked.may_decide).toBe(true);
  expect((await test.engine.getMemory(lin, memoryId)).status).toBe("active");
  expect((await report()).approval_ids).toEqual([]);
  const { decision } = await test.engine.approve(lin, approvalId ?? "", {});
  expect(decision?.memory).toMatchObject({ memory_id: memoryId, status: "expired" });
});

it("rejecting it leaves what is held, and a later contradiction asks again", async () => {
  const { memoryId, report, answer } = await used();
  await test.engine.reject(lin, answer.approval_ids[0] ?? "", { reason: "I do drink tea" });
  expect((await test.engine.getMemory(lin, memoryId)).status).toBe("active");
  expect((await report()).approval_ids).toHaveLength(1);
});

it("nothing is asked of what helped, nor by a key that writes nothing", async () => {
  expect((await used(agent, "helped")).answer.approval_ids).toEqual([]);
  const reading = agentCall(agent.principal.tenantId, ["user:*"], { writeMode: "none" });
  const { answer } = await used(reading);
  expect(answer).toMatchObject({ recorded: 1, approval_ids: [] });
});
