import { afterAll, beforeAll, expect, test } from "vitest";
import { agentCall, openTestEngine, type TestEngine } from "@/lib/testing/open-test-engine";

let opened: TestEngine;
beforeAll(async () => {
  opened = await openTestEngine();
});
afterAll(() => opened?.close());

test("a clock that runs ahead makes no claim newer than what is said afterwards", async () => {
  const agent = agentCall(await opened.createTenant(), ["project:A"]);
  const say = (value: string, observed_at?: string) =>
    opened.engine.remember(agent, {
      scope: "project:A",
      subject: "project:A",
      predicate: "database",
      value,
      source: { type: "user_statement", quote: `We use ${value}.` },
      valid_from: "2026-01-01T00:00:00Z",
      ...(observed_at ? { observed_at } : {}),
    });
  const ahead = await say("MongoDB", "2099-01-01T00:00:00Z");
  expect(ahead.outcome).toBe("committed");
  opened.clock.advance(60_000);
  expect(await say("PostgreSQL")).toMatchObject({ outcome: "committed", operation: "SUPERSEDE" });
});

test("words that were erased are refused also as the value of something noted down", async () => {
  const agent = agentCall(await opened.createTenant(), ["user:sam"]);
  const words = "I have the canary disease";
  const told = await opened.engine.remember(agent, {
    scope: "user:sam",
    subject: "user:sam",
    predicate: "diagnosis",
    value: "canary disease",
    source: { type: "user_statement", quote: words },
  });
  await opened.engine.requestDeletion(agent, { selector: { memory_ids: [told.memory?.memory_id ?? ""] } });
  opened.clock.advance(60_000);
  const again = await opened.engine.recordEvents(agent, {
    events: [
      {
        type: "message",
        scope: "user:sam",
        actor: "user",
        source: { type: "user_statement" },
        content: `Remember that ${words}.`,
      },
    ],
  });
  expect(again.results[0]?.decisions.map(({ reason_code }) => reason_code)).toEqual(["erased_before"]);
});

test("what somebody likes is a preference when outside text says it of itself, too", async () => {
  const agent = agentCall(await opened.createTenant(), ["project:A"]);
  const outside = await opened.engine.remember(agent, {
    scope: "project:A",
    subject: "project:A",
    predicate: "indentation",
    value: "tabs",
    statement: "I prefer tabs.",
    source: { type: "external_content", quote: "I prefer tabs." },
  });
  expect(outside).toMatchObject({ outcome: "quarantined", reason_code: "rule_from_external" });
});

test("a predicate says what something is called: a number of a person is refused in it", async () => {
  const agent = agentCall(await opened.createTenant(), ["project:A"]);
  await expect(
    opened.engine.remember(agent, {
      scope: "project:A",
      subject: "project:A",
      predicate: "13812345678",
      value: "x",
      source: { type: "user_statement", quote: "x" },
    }),
  ).rejects.toMatchObject({ code: "meaningless" });
});
