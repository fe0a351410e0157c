import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { EventInput } from "@/lib/contracts/events";
import type { AmendVerb, RememberInput } from "@/lib/contracts/memories";
import type { CallContext } from "@/lib/engine/model/context";
import { queryRows } from "@/lib/store/rows";
import { agentCall, openTestEngine, personCall, type TestEngine } from "@/lib/testing/open-test-engine";

let test: TestEngine;
let tenantId: string;
let agent: CallContext;
let lin: CallContext;
let reviewer: CallContext;
beforeAll(async () => {
  test = await openTestEngine();
});
afterAll(() => test.close());
/** A tenant that trusts no reference that names nothing. */
async function lookReferencesUp(of: string): Promise<void> {
  const body = JSON.stringify({ write: { relayedReferences: "found" } });
  await test.database.withTenant(of, (tx) =>
    tx.execute(sql`insert into policies (tenant_id, version, body, reason, created_by, created_at)
      values (${of}, 1, ${body}::text::jsonb, 'test', 'usr_test', '2026-10-01')`),
  );
}

beforeEach(async () => {
  tenantId = await test.createTenant();
  agent = agentCall(tenantId, ["project:*", "user:*"]);
  lin = personCall(tenantId, "lin");
  reviewer = personCall(tenantId, "rev", { roles: ["reviewer"] });
});

const drink = (over: Partial<RememberInput> = {}): RememberInput => ({
  scope: "user:lin",
  subject: "user:lin",
  predicate: "drink",
  value: "tea",
  statement: "Lin drinks tea.",
  source: { type: "agent_inference" },
  ...over,
});
const say = async (over: Partial<EventInput> = {}) => {
  const event: EventInput = {
    type: "message",
    actor: "user",
    scope: "user:lin",
    source: { type: "user_statement", ref: "msg-7" },
    session_id: "chat-3",
    content: "Yes, that is right.",
    ...over,
  };
  const done = await test.engine.recordEvents(agent, { events: [event], extract: "none" });
  return done.results[0]?.event_id ?? "";
};
const guess = async (over: Partial<RememberInput> = {}) =>
  (await test.engine.remember(agent, drink(over))).memory?.memory_id ?? "";
const relay = (id: string, ref: string, quote?: string, verb: AmendVerb = "confirm") =>
  test.engine.amend(agent, verb, id, {
    source: { type: "user_confirmation", ref, ...(quote === undefined ? {} : { quote }) },
  });

describe("a confirmation that a key relays, where references have to be found", () => {
  beforeEach(() => lookReferencesUp(tenantId));
  it("counts when its reference names what the person said, by whatever name it is known", async () => {
    const eventId = await say({ idempotency_key: "mail/81" });
    for (const [at, ref] of ["msg-7", "chat-3", "mail/81", eventId].entries()) {
      const id = await guess({ predicate: `drink ${at}` });
      expect((await relay(id, ref)).memory, ref).toMatchObject({ confirmation: "confirmed", trust: 0.9 });
    }
  });

  it("counts when it brings the person's words, which then stand in an event of its own", async () => {
    const id = await guess();
    const done = await relay(id, "elsewhere-1", "Yes, tea.");
    expect(done.memory?.confirmation).toBe("confirmed");
    expect((await test.engine.getEvent(agent, done.event_id ?? "")).content).toMatchObject({
      quote: "Yes, tea.",
    });
    // Told once with its words, the reference is known.
    expect((await relay(await guess({ predicate: "food" }), "elsewhere-1")).memory?.confirmation).toBe(
      "confirmed",
    );
  });

  it("is observed at most when its reference names nothing, and says what is missing", async () => {
    const id = await guess();
    const done = await relay(id, "nothing");
    expect(done).toMatchObject({ outcome: "committed", reason_code: "reference_not_found" });
    expect(done.reason).toContain("source.quote");
    expect(done.memory).toMatchObject({ confirmation: "observed", trust: 0.5 });
    // The same claim again finds its own earlier claim, which is no word of anybody.
    expect((await relay(id, "nothing")).memory?.confirmation).toBe("observed");
    expect((await test.engine.retrieve(agent, { query: "tea", risk_level: "high" })).snippets).toEqual([]);
  });

  it("takes nothing from what is more than observed already", async () => {
    const said = await guess({ source: { type: "user_statement" } });
    expect((await relay(said, "nothing")).memory).toMatchObject({ confirmation: "confirmed", trust: 0.8 });
  });

  it.each([
    ["another person's word", { scope: "user:ada", subject: "user:ada" }],
    ["a word about another person", { scope: "project:A", subject: "user:ada" }],
    [
      "a page",
      { type: "external_document", actor: "external", source: { type: "external_content", ref: "msg-7" } },
    ],
    ["the agent's own turn", { actor: "assistant", source: { type: "agent_inference", ref: "msg-7" } }],
    [
      "a tool's output",
      { type: "tool_result", actor: "tool", source: { type: "internal_tool", ref: "msg-7" } },
    ],
    ["a page that claims to be the person", { actor: "external" }],
  ] satisfies [string, Partial<EventInput>][])("is not vouched for by %s", async (_, over) => {
    await say(over);
    expect((await relay(await guess(), "msg-7")).memory?.confirmation).toBe("observed");
  });

  it("is not vouched for by what stands in a scope that the key does not hold, nor by another tenant's", async () => {
    await say({ scope: "project:B", subject: "user:lin" });
    const narrow = agentCall(tenantId, ["user:lin"]);
    const id = await guess();
    const source = { type: "user_confirmation" as const, ref: "msg-7" };
    expect((await test.engine.amend(narrow, "confirm", id, { source })).memory?.confirmation).toBe(
      "observed",
    );
    const other = await test.createTenant();
    await lookReferencesUp(other);
    const foreign = agentCall(other, ["user:*"]);
    const theirs = await test.engine.remember(foreign, drink());
    const done = await test.engine.amend(foreign, "confirm", theirs.memory?.memory_id ?? "", { source });
    expect(done.memory?.confirmation).toBe("observed");
  });

  it("of a project is vouched for by what was said in it, and not by what was said in another", async () => {
    await say({ scope: "project:B" });
    const place = { scope: "project:A", subject: "project:A" };
    expect((await relay(await guess(place), "msg-7")).memory?.confirmation).toBe("observed");
    await say({ scope: "project:A", source: { type: "user_statement", ref: "msg-8" } });
    expect((await relay(await guess({ ...place, predicate: "food" }), "msg-8")).memory?.confirmation).toBe(
      "confirmed",
    );
  });

  it("keeps the way to what it rests on", async () => {
    const eventId = await say();
    const done = await relay(await guess(), "msg-7");
    const [edge] = await test.database.withTenant(tenantId, (tx) =>
      queryRows<{ input_id: string }>(
        tx,
        sql`select input_id from event_inputs where tenant_id = ${tenantId} and event_id = ${done.event_id}`,
      ),
    );
    expect(edge?.input_id).toBe(eventId);
  });
});

describe("remembering as confirmed, where references have to be found", () => {
  beforeEach(() => lookReferencesUp(tenantId));
  const claim = (over: Partial<RememberInput>) => {
    const { statement: _, ...wordless } = drink();
    return test.engine.remember(agent, { ...wordless, ...over });
  };

  it("needs words, or a reference that names some", async () => {
    const bare = await claim({ source: { type: "user_confirmation", ref: "nothing" } });
    expect(bare.memory).toMatchObject({ confirmation: "observed", trust: 0.5 });
    expect(bare.gates.find((gate) => gate.gate === "evidence")).toMatchObject({
      verdict: "downgrade",
      code: "reference_not_found",
    });
    await say();
    const found = await claim({ predicate: "food", source: { type: "user_confirmation", ref: "msg-7" } });
    expect(found.memory).toMatchObject({ confirmation: "confirmed", trust: 0.9 });
    const quoted = await claim({
      predicate: "cake",
      source: { type: "approval", ref: "x", quote: "Tea it is." },
    });
    expect(quoted.memory?.confirmation).toBe("confirmed");
    expect(
      (await test.engine.remember(agent, drink({ source: { type: "approval" }, predicate: "pie" }))).memory,
    ).toMatchObject({ confirmation: "confirmed" });
  });

  it("does not raise what an agent guessed by repeating it", async () => {
    const id = await guess();
    const again = await claim({ source: { type: "approval", ref: "nothing" } });
    expect(again).toMatchObject({
      operation: "CONFIRM",
      memory: { memory_id: id, confirmation: "inferred" },
    });
  });

  it("a statement that names the message it stands in is worth as much as one that does not", async () => {
    const eventId = await say({ content: "I drink tea." });
    const said = await claim({ source: { type: "user_statement", ref: eventId, quote: "I drink tea." } });
    expect(said.memory).toMatchObject({
      confirmation: "confirmed",
      trust: 0.8,
      provenance_type: "user_statement",
    });
    const page = await say({
      type: "external_document",
      actor: "external",
      source: { type: "external_content" },
    });
    const read = await claim({
      predicate: "soup",
      source: { type: "user_statement", ref: page, quote: "Soup." },
    });
    expect(read.memory?.provenance_type).toBe("external_content");
  });
});

describe("a reference, where policy says nothing of it", () => {
  const source = { type: "user_confirmation" as const, ref: "kept elsewhere" };

  it("is enough: whoever keeps the conversation elsewhere confirms by naming it", async () => {
    expect((await relay(await guess(), source.ref)).memory).toMatchObject({
      confirmation: "confirmed",
      trust: 0.9,
    });
    const { statement: _, ...wordless } = drink({ predicate: "food" });
    expect((await test.engine.remember(agent, { ...wordless, source })).memory?.confirmation).toBe(
      "confirmed",
    );
    const id = await guess({ predicate: "cake" });
    await expect(
      test.engine.amend(agent, "confirm", id, { source: { type: "user_confirmation" } }),
    ).rejects.toMatchObject({ code: "not_entitled" });
  });

  it("is enough to end what a person confirmed", async () => {
    const id = await guess();
    await test.engine.amend(lin, "confirm", id, {});
    expect((await test.engine.amend(agent, "revoke", id, {})).outcome).toBe("pending_approval");
    expect((await test.engine.amend(agent, "revoke", id, { source })).memory?.status).toBe("revoked");
  });
});

describe("what a person confirmed", () => {
  const confirmed = async (predicate = "drink") => {
    const id = await guess({ predicate });
    await test.engine.amend(lin, "confirm", id, {});
    return id;
  };

  it.each(["revoke", "expire"] as const)(
    "an agent cannot %s by itself: it waits for a person",
    async (verb) => {
      await lookReferencesUp(tenantId);
      const id = await confirmed();
      test.clock.advance(60_000);
      for (const source of [undefined, { type: "user_confirmation" as const, ref: "nothing" }]) {
        const done = await test.engine.amend(agent, verb, id, source ? { source } : {});
        expect(done.outcome).toBe("pending_approval");
        expect((await test.engine.getMemory(agent, id)).status).toBe("active");
      }
      const quote = "No more tea for me.";
      const done = await test.engine.amend(agent, verb, id, { source: { type: "user_statement", quote } });
      expect(done).toMatchObject({ outcome: "committed" });
      expect((await test.engine.getMemory(agent, id)).status).not.toBe("active");
    },
  );

  it("stays theirs after what an agent asked for: a weaker source is kept beside it", async () => {
    const id = await confirmed();
    await test.engine.amend(agent, "revoke", id, { reason: "cleaning up" });
    const other = await test.engine.remember(
      agent,
      drink({ value: "coffee", statement: "Lin drinks coffee." }),
    );
    expect(other.outcome).toBe("quarantined");
    const { memory } = await test.engine.resolveFact(agent, {
      scope: "user:lin",
      subject: "user:lin",
      predicate: "drink",
    });
    expect(memory?.memory_id).toBe(id);
  });

  it("ends when the person says so to what was asked for", async () => {
    const id = await confirmed();
    const asked = await test.engine.amend(agent, "revoke", id, {});
    const { decision } = await test.engine.approve(lin, asked.approval_id ?? "", {});
    expect(decision?.memory?.status).toBe("revoked");
  });

  it("an agent ends what no person confirmed, and a person what they like", async () => {
    expect((await test.engine.amend(agent, "revoke", await guess(), {})).memory?.status).toBe("revoked");
    const id = await confirmed("food");
    expect((await test.engine.amend(reviewer, "revoke", id, {})).memory?.status).toBe("revoked");
  });
});

describe("an approval that a key relays, where references have to be found", () => {
  beforeEach(() => lookReferencesUp(tenantId));
  it("names what the person said, or brings their words", async () => {
    const proposing = agentCall(tenantId, ["user:*"], {
      writeMode: "propose",
      actor: { kind: "agent", id: "agt_other", name: null },
    });
    const held = async (predicate: string) =>
      (await test.engine.remember(proposing, drink({ predicate }))).approval_id ?? "";
    const first = await held("drink");
    const source = { type: "approval" as const, ref: "nothing" };
    await expect(test.engine.approve(agent, first, { source })).rejects.toMatchObject({
      code: "not_entitled",
      message: expect.stringContaining("quote"),
    });
    const quoted = { source: { ...source, quote: "Yes, please." } };
    expect((await test.engine.approve(agent, first, quoted)).approval.state).toBe("approved");
    await say();
    const named = { source: { type: "approval" as const, ref: "msg-7" } };
    expect((await test.engine.approve(agent, await held("food"), named)).approval.state).toBe("approved");
  });
});
