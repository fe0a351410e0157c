import { afterAll, beforeAll, expect, test } from "vitest";
import type { CallContext } from "@/lib/engine/model/context";
import { agentCall, openTestEngine, type TestEngine } from "@/lib/testing/open-test-engine";

const MINE = "user:kim";
let opened: TestEngine;
let call: CallContext;
let other: CallContext;

const FACTS: readonly [scope: string, subject: string, predicate: string, value: string][] = [
  [MINE, "user:kim", "manager", "Rosa Diaz"],
  [MINE, "user:kim", "preference", "long reports with charts"],
  [MINE, "entity:Rosa_Diaz", "preference", "reports of one page"],
  [MINE, "entity:Rosa_Diaz", "birthday", "3 May"],
  [MINE, "project:atlas", "owner", "Omar"],
  [MINE, "entity:Omar", "manager", "entity:Lin"],
  [MINE, "entity:Lin", "office", "room 12"],
  [MINE, "entity:Omar", "office", "room 7"],
  // A stranger's: the same names, in a scope that is not held.
  ["user:kim2", "entity:Rosa_Diaz", "preference", "reports in verse"],
];

beforeAll(async () => {
  opened = await openTestEngine();
  const tenantId = await opened.createTenant();
  call = agentCall(tenantId, [MINE]);
  other = agentCall(tenantId, ["user:kim2"]);
  for (const [scope, subject, predicate, value] of FACTS) {
    await opened.engine.remember(scope === MINE ? call : other, {
      scope,
      subject,
      predicate,
      value,
      statement: `${subject.replace(/^[a-z]+:/, "")} ${predicate} ${value}`,
      kind: "semantic",
      source: { type: "user_statement", quote: `${subject.replace(/^[a-z]+:/, "")} ${predicate} ${value}` },
      wait: "indexed",
    });
  }
});
afterAll(() => opened?.close());

const ask = (query: string, as = call) =>
  opened.engine.retrieve(as, { query, intent: "recover_decision", k: 10 });
const relationOf = async (query: string) =>
  (await ask(query)).snippets
    .filter(({ channels }) => channels.relation !== undefined)
    .map(({ text }) => text);

test("what is somebody's is found by way of who that is", async () => {
  const { snippets } = await ask("What is my manager's preference for reports?");
  expect(snippets.find(({ channels }) => channels.relation !== undefined)?.text).toContain("one page");
  expect(snippets[0]?.text).toContain("one page");
  expect(await relationOf("What is my manager's preference for reports?")).toEqual([
    "Rosa_Diaz preference reports of one page",
  ]);
});

test("two hops are taken, and no third", async () => {
  expect(await relationOf("Which office has the manager of the owner of atlas?")).toEqual(
    expect.arrayContaining(["Lin office room 12"]),
  );
  const trace = await opened.engine.getTrace(
    call,
    (await ask("Which office has the manager of the owner of atlas?")).retrieval_id,
  );
  expect(trace.channel_states.relation).toMatchObject({ state: "applied" });
});

test("a hop leads nowhere that may not be read, and not by way of it", async () => {
  const { snippets } = await ask("What is my manager's preference for reports?");
  expect(snippets.some(({ text }) => text.includes("verse"))).toBe(false);
  // The other holds no memory that says who their manager is.
  const theirs = await ask("What is my manager's preference for reports?", other);
  expect(theirs.snippets.every(({ channels }) => channels.relation === undefined)).toBe(true);
});

test("without a relation in the question the channel brings nothing", async () => {
  expect(await relationOf("What is the birthday of Rosa Diaz?")).toEqual([]);
});
