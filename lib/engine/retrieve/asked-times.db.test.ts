import { afterAll, beforeAll, expect, test } from "vitest";
import type { RetrievalInput } from "@/lib/contracts/retrievals";
import type { CallContext } from "@/lib/engine/model/context";
import { agentCall, openTestEngine, type TestEngine } from "@/lib/testing/open-test-engine";

const SCOPE = "project:walk";
let opened: TestEngine;
let call: CallContext;

/** Three talks, of which one is told of later; and one turn in another scope on the same day. */
const TURNS: readonly [session: string, at: string, text: string, scope?: string][] = [
  ["s1", "2026-03-02T09:00:00Z", "Ana: I adopted a cat"],
  ["s1", "2026-03-02T09:00:01Z", "Tom: What is it called?"],
  ["s1", "2026-03-02T09:00:02Z", "Ana: Pixel"],
  ["s2", "2026-05-08T23:30:00Z", "Tom: We went climbing yesterday"],
  ["s2", "2026-05-08T23:30:01Z", "Ana: Lovely weather for it"],
  ["s3", "2026-09-20T09:00:00Z", "Ana: The garden is finished"],
  ["x1", "2026-05-08T12:00:00Z", "Eve: Nobody else may read this", "project:walker"],
];

beforeAll(async () => {
  opened = await openTestEngine();
  const tenantId = await opened.createTenant();
  const writer = agentCall(tenantId, [SCOPE, "project:walker"]);
  call = agentCall(tenantId, [SCOPE]);
  await opened.engine.recordEvents(writer, {
    events: TURNS.map(([session, at, text, scope], index) => ({
      idempotency_key: `turn-${index}`,
      type: "message" as const,
      actor: "user" as const,
      source: { type: "import" as const },
      occurred_at: at,
      session_id: session,
      scope: scope ?? SCOPE,
      content: text,
      remember_as: "episode" as const,
    })),
    extract: "none",
    wait: "indexed",
  });
});
afterAll(() => opened?.close());

const ask = (input: Partial<RetrievalInput>) =>
  opened.engine.retrieve(call, { intent: "recall_episode", k: 20, token_budget: 4_000, ...input });
const said = async (input: Partial<RetrievalInput>) =>
  (await ask(input)).snippets.map(({ text }) => text.replace(/^\w+: /, "")).sort();

test("a question about a time alone gets what happened then, all of it and nothing else", async () => {
  expect(await said({ query: "What did we talk about on 2 March 2026?" })).toEqual([
    "I adopted a cat",
    "Pixel",
    "What is it called?",
  ]);
  expect(await said({ query: "What happened in May?" })).toEqual([
    "Lovely weather for it",
    "We went climbing yesterday",
  ]);
  expect(await said({ query: "今年三月发生了什么事情？" })).toHaveLength(3);
});

test("the asker's zone decides which day it was; the tenant's when none is named", async () => {
  // 23:30 UTC on the 8th is the 9th in Shanghai.
  expect(await said({ query: "What did we talk about on 9 May 2026?" })).toEqual([]);
  expect(
    await said({ query: "What did we talk about on 9 May 2026?", time_zone: "Asia/Shanghai" }),
  ).toHaveLength(2);
});

test("the asked moment is where looking back begins", async () => {
  expect(
    await said({ query: "What happened two months ago?", valid_at: "2026-05-20T00:00:00Z" }),
  ).toHaveLength(3);
});

test("talks are found by their order, the present one aside", async () => {
  expect(await said({ query: "What did we talk about in the last session?" })).toEqual([
    "The garden is finished",
  ]);
  expect(await said({ query: "What did we talk about in the last session?", session_id: "s3" })).toEqual([
    "Lovely weather for it",
    "We went climbing yesterday",
  ]);
  expect(await said({ query: "What did we discuss three sessions ago?" })).toHaveLength(3);
  expect(await said({ query: "What was said in the first session?" })).toHaveLength(3);
  expect(await said({ query: "上上次对话聊了什么？" })).toHaveLength(2);
  expect(await said({ query: "What did we discuss nine sessions ago?" })).toEqual([]);
});

test("when more is asked, the time comes first and closes nothing out", async () => {
  const answer = await ask({ query: "Did Tom mention the garden or climbing on 7 May 2026?" });
  expect(answer.snippets[0]?.text).toContain("climbing");
  expect(answer.snippets.some(({ text }) => text.includes("garden"))).toBe(true);
});

test("the trace tells what was read and what became of it, and why-not agrees", async () => {
  const answer = await ask({ query: "What did we talk about on 2 March 2026?" });
  const trace = await opened.engine.getTrace(call, answer.retrieval_id);
  expect(trace.context.projected.times).toEqual([
    {
      from: "2026-03-02T00:00:00.000Z",
      to: "2026-03-03T00:00:00.000Z",
      precision: "day",
      relation: "at",
      confidence: expect.any(Number),
      effect: "filter",
    },
  ]);
  expect(trace.reject_counts.time_range).toBe(3);
  const outside = (await ask({ query: "garden" })).snippets[0]?.memory_id ?? "";
  const whyNot = await opened.engine.explainAbsence(call, answer.retrieval_id, outside);
  expect(whyNot).toMatchObject({ outcome: "rejected", reason_code: "time_range" });
  const last = await ask({ query: "What did we talk about in the last session?" });
  const cat = (await ask({ query: "adopted a cat" })).snippets[0]?.memory_id ?? "";
  expect(await opened.engine.explainAbsence(call, last.retrieval_id, cat)).toMatchObject({
    reason_code: "time_range",
  });
});

test("an answer is found by the question before it, and by the time that its words name", async () => {
  const name = await ask({ query: "What is Ana's cat called?", k: 3 });
  expect(name.snippets.map(({ text }) => text)).toContain("Ana: Pixel");
  const when = await ask({ query: "When did they go climbing?", k: 1 });
  expect(when.snippets[0]?.text).toBe("Tom: We went climbing yesterday");
});
