import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { RememberInput } from "@/lib/contracts/memories";
import type { CallContext } from "@/lib/engine/model/context";
import { agentCall, openTestEngine, personCall, type TestEngine } from "@/lib/testing/open-test-engine";

let test: TestEngine;
let tenantId: string;
let agent: CallContext;
let person: CallContext;

beforeAll(async () => {
  test = await openTestEngine();
});
afterAll(() => test.close());
beforeEach(async () => {
  test.clock.set(new Date("2026-10-01T08:00:00Z"));
  tenantId = await test.createTenant();
  agent = agentCall(tenantId, ["project:A", "project:B", "user:*"]);
  person = personCall(tenantId, "lin");
});

const database = (
  value: string,
  source: RememberInput["source"],
  over: Partial<RememberInput> = {},
): RememberInput => ({
  scope: "project:A",
  subject: "project:A",
  predicate: "database",
  value,
  statement: `The project uses ${value}.`,
  source,
  ...over,
});

describe("who may change what", () => {
  it("lets the person correct what is remembered about them, whoever wrote it", async () => {
    const written = await test.engine.remember(agent, {
      scope: "user:lin",
      subject: "user:lin",
      predicate: "home",
      value: "Berlin",
      statement: "Lin lives in Berlin.",
      source: { type: "agent_inference" },
    });
    const corrected = await test.engine.amend(person, "correct", written.memory?.memory_id ?? "", {
      statement: "Lin lives in Hamburg.",
    });
    expect(corrected).toMatchObject({
      outcome: "committed",
      operation: "SUPERSEDE",
      reason_code: "corrected",
    });
    expect(corrected.memory).toMatchObject({ confirmation: "confirmed", statement: "Lin lives in Hamburg." });
  });

  it("an agent cannot confirm, nor correct a person's word, without the person's words", async () => {
    const said = await test.engine.remember(agent, database("PostgreSQL", { type: "user_statement" }));
    const id = said.memory?.memory_id ?? "";
    await expect(test.engine.amend(agent, "confirm", id, {})).rejects.toMatchObject({ code: "not_entitled" });
    const proposal = await test.engine.amend(agent, "correct", id, { value: "MongoDB" });
    expect(proposal.outcome).toBe("pending_approval");
    expect((await test.engine.getMemory(agent, id)).status).toBe("active");
    const relayed = await test.engine.amend(agent, "confirm", id, {
      source: { type: "user_confirmation", ref: "msg-7" },
    });
    expect(relayed.memory?.confirmation).toBe("confirmed");
  });

  it("answers 'no such memory' for what a caller cannot see", async () => {
    const said = await test.engine.remember(agent, database("PostgreSQL", { type: "user_statement" }));
    const other = agentCall(tenantId, ["project:AB"]);
    await expect(test.engine.getMemory(other, said.memory?.memory_id ?? "")).rejects.toMatchObject({
      code: "not_found",
    });
    await expect(test.engine.amend(other, "revoke", said.memory?.memory_id ?? "", {})).rejects.toMatchObject({
      code: "not_found",
    });
    await expect(
      test.engine.getMemory(
        agentCall(await test.createTenant(), ["project:A"]),
        said.memory?.memory_id ?? "",
      ),
    ).rejects.toMatchObject({
      code: "not_found",
    });
  });

  it("refuses stale and illegal changes", async () => {
    const said = await test.engine.remember(agent, database("PostgreSQL", { type: "user_statement" }));
    const id = said.memory?.memory_id ?? "";
    await expect(test.engine.amend(agent, "revoke", id, { expected_revision: 9 })).rejects.toMatchObject({
      code: "stale_revision",
    });
    await test.engine.amend(agent, "revoke", id, {});
    await expect(test.engine.amend(agent, "expire", id, {})).rejects.toMatchObject({
      code: "illegal_transition",
    });
  });

  it("what a person withdrew comes back by a person's word alone", async () => {
    const written = await test.engine.remember(agent, {
      scope: "user:lin",
      subject: "user:lin",
      predicate: "home",
      value: "Berlin",
      source: { type: "user_statement" },
    });
    const id = written.memory?.memory_id ?? "";
    await test.engine.amend(person, "revoke", id, { reason: "not anyone's business" });
    await expect(test.engine.amend(agent, "restore", id, {})).rejects.toMatchObject({ code: "not_entitled" });
    const again = await test.engine.remember(agent, {
      scope: "user:lin",
      subject: "user:lin",
      predicate: "home",
      value: "Berlin",
      source: { type: "agent_inference" },
    });
    expect(again).toMatchObject({ outcome: "rejected", reason_code: "revoked_before" });
  });
});
