import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
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
  agent = agentCall(tenantId, ["project:A", "project:B", "user:*"]);
});

describe("events", () => {
  it("extracts standing rules, project facts and preferences, and refuses the one-off, in two languages", async () => {
    const record = (content: string) =>
      test.engine.recordEvents(agent, {
        events: [
          {
            type: "message",
            actor: "user",
            scope: "project:A",
            subject: "user:lin",
            source: { type: "user_statement" },
            content,
          },
        ],
      });
    const rule = (await record("From now on, overviews in this project have 1,500 words.")).results[0]
      ?.decisions[0];
    expect(rule).toMatchObject({
      outcome: "committed",
      memory: { predicate: "length_rule", confirmation: "confirmed" },
    });
    test.clock.advance(DAY);
    const chinese = (await record("以后本项目的概述一律写 2000 字。")).results[0]?.decisions[0];
    expect(chinese).toMatchObject({ operation: "SUPERSEDE", superseded: [rule?.memory?.memory_id] });
    const once = (await record("Just this one short, please.")).results[0]?.decisions[0];
    expect(once).toMatchObject({ outcome: "rejected", reason_code: "one_off" });
    const moved = (await record("We moved from PostgreSQL to MySQL.")).results[0]?.decisions[0];
    expect(moved?.memory).toMatchObject({ predicate: "database", value: "MySQL" });
    const likes = (await record("我喜欢简洁的报告。")).results[0]?.decisions[0];
    expect(likes?.memory).toMatchObject({
      predicate: "preference",
      subject: "user:lin",
      cardinality: "many",
    });
    expect((await record("Could you always do that?")).results[0]?.decisions).toEqual([]);
  });

  it("an event sent twice is one event, with the first one's answer", async () => {
    const input = {
      events: [
        {
          idempotency_key: "chat-1/7",
          type: "message" as const,
          actor: "user" as const,
          scope: "project:A",
          source: { type: "user_statement" as const },
          content: "This project always uses PostgreSQL.",
          remember_as: "episode" as const,
        },
      ],
    };
    const first = (await test.engine.recordEvents(agent, input)).results[0];
    const second = (await test.engine.recordEvents(agent, input)).results[0];
    expect(second).toMatchObject({ event_id: first?.event_id, duplicate: true });
    expect(second?.decisions.map((d) => d.memory?.memory_id)).toEqual(
      first?.decisions.map((d) => d.memory?.memory_id),
    );
    expect(first?.decisions[0]?.memory).toMatchObject({ kind: "episodic", confirmation: "observed" });
  });

  it("stores nothing of a batch that names a scope the key does not hold", async () => {
    const one = (scope: string) => ({
      type: "message" as const,
      actor: "user" as const,
      scope,
      source: { type: "user_statement" as const },
      content: "hello",
    });
    await expect(
      test.engine.recordEvents(agent, { events: [one("project:A"), one("project:Z")] }),
    ).rejects.toMatchObject({ code: "scope_not_allowed" });
  });
});
