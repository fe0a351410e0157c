import { afterAll, beforeAll, expect, test } from "vitest";
import { getOverview } from "@/lib/services/me/get-overview";
import { listReview } from "@/lib/services/me/list-review";
import { amendMemory } from "@/lib/services/memory/amend-memory";
import { getMemory } from "@/lib/services/memory/get-memory";
import { getMemoryHistory } from "@/lib/services/memory/get-memory-history";
import { takeBackConfirmation } from "@/lib/services/memory/take-back-confirmation";
import { type EnteredPage, enterPage } from "@/lib/testing/enter-page";
import { openTestServer, type TestServer } from "@/lib/testing/open-test-server";

let server: TestServer;
let key: string;
let proposer: string;
let ann: EnteredPage;
let bob: EnteredPage;
let officer: EnteredPage;

beforeAll(async () => {
  server = await openTestServer();
  ({ key } = await server.createTenant("acme"));
  const agent = await server.admin("POST", "/agents", {
    tenant: "acme",
    name: "proposer",
    scopes: ["user:*"],
    write_mode: "propose",
  });
  proposer = (await server.createKey(agent.body.agent_id)).key;
  ann = await enterPage(server, { tenant: "acme", externalId: "ann" });
  bob = await enterPage(server, { tenant: "acme", externalId: "bob" });
  officer = await enterPage(server, {
    tenant: "acme",
    externalId: "officer",
    roles: ["user", "reviewer", "admin"],
  });
});
afterAll(() => server.close());

async function tell(who: string, predicate: string, statement: string, type: string, by = key) {
  const reply = await server.call("POST", "/memories", {
    key: by,
    body: {
      scope: `user:${who}`,
      subject: `user:${who}`,
      predicate,
      value: statement,
      statement,
      source: { type },
    },
  });
  expect(reply.status, reply.text).toBeLessThan(300);
  return reply.body;
}
const confirm = (ctx: EnteredPage["me"], id: string) =>
  amendMemory({ ctx, input: { verb: "confirm", id, source: { type: "user_confirmation" } } });

test("a person is asked what only they can say, and nobody else is asked it", async () => {
  const guess = await tell("ann", "diet", "Ann seems to avoid garlic.", "agent_inference");
  const wish = await tell("ann", "city", "Ann lives in Oslo.", "user_statement", proposer);
  await tell("ann", "tea_time", "Ann drinks green tea every morning at seven.", "user_statement");
  await tell("ann", "tea_hour", "Every morning at seven Ann drinks green tea.", "internal_tool");
  await tell("bob", "diet", "Bob seems to avoid pepper.", "agent_inference");
  const asked = await listReview({ ctx: ann.me, input: {} });
  expect(asked.items.map(({ kind }) => kind)).toContain("pair");
  expect(asked.items.find(({ kind }) => kind === "proposal")?.id).toBe(wish.approval_id);
  const guesses = asked.items.filter(({ kind }) => kind === "guess");
  expect(guesses.map(({ id }) => id)).toEqual([guess.memory.memory_id]);
  expect(asked.total).toBe(asked.items.length);
  expect((await getOverview({ ctx: ann.me, input: {} })).to_review).toBe(asked.total);
  // An operator on their own page is asked about themselves alone.
  expect((await listReview({ ctx: officer.me, input: {} })).total).toBe(0);
});

test("a confirmation by mistake is taken back, and the memory is worth what it was", async () => {
  const { memory } = await tell("ann", "colour", "Ann seems to like blue.", "agent_inference");
  const id = memory.memory_id;
  const before = await getMemory({ ctx: ann.me, input: { id } });
  const kept = await confirm(ann.me, id);
  expect([kept.memory?.confirmation, kept.memory?.trust]).toEqual(["confirmed", 0.9]);
  // Neither somebody else, nor whoever did not give it.
  for (const ctx of [bob.me, officer.console]) {
    await expect(takeBackConfirmation({ ctx, input: { id } })).rejects.toMatchObject({
      code: ctx === bob.me ? "not_found" : "illegal_transition",
    });
  }
  const after = await takeBackConfirmation({ ctx: ann.me, input: { id } });
  expect([after.confirmation, after.trust, after.status]).toEqual(["inferred", before.trust, "active"]);
  expect(after.sources.map(({ event_id }) => event_id)).toEqual(
    before.sources.map(({ event_id }) => event_id),
  );
  const history = await getMemoryHistory({ ctx: ann.me, input: { id } });
  const codes = history.transitions.map((step) => [step.at, step.reason_code] as const).sort();
  expect(codes.map(([, code]) => code).slice(-2)).toEqual(["confirmed", "confirmation_taken_back"]);
  await expect(takeBackConfirmation({ ctx: ann.me, input: { id } })).rejects.toMatchObject({
    code: "illegal_transition",
  });
  // What is a person's word again gives way to one as before, and nothing stronger stands in the way.
  const said = await tell("ann", "colour", "I like green.", "user_statement");
  expect([said.outcome, said.superseded]).toEqual(["committed", [id]]);
});

test("it is too late once more has happened", async () => {
  const { memory } = await tell("ann", "shoe", "Ann seems to wear size 40.", "agent_inference");
  const id = memory.memory_id;
  await confirm(ann.me, id);
  await amendMemory({
    ctx: ann.me,
    input: { verb: "expire", id, at: new Date(Date.now() + 86_400_000).toISOString() },
  });
  await amendMemory({ ctx: ann.me, input: { verb: "retract", id } });
  await expect(takeBackConfirmation({ ctx: ann.me, input: { id } })).rejects.toMatchObject({
    code: "illegal_transition",
  });
});
