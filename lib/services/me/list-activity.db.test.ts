import { afterAll, beforeAll, expect, test } from "vitest";
import type { ActivityEntry } from "@/lib/contracts/pages";
import { getApproval } from "@/lib/services/approval/get-approval";
import { listMyActivity } from "@/lib/services/me/list-activity";
import { listMyExports } from "@/lib/services/me/list-exports";
import { requestExport } from "@/lib/services/export/request-export";
import { revealSubject } from "@/lib/services/subject/reveal-subject";
import { listMyAgents } from "@/lib/services/me/list-agents";
import { requestDeletion } from "@/lib/services/deletion/request-deletion";
import { amendMemory } from "@/lib/services/memory/amend-memory";
import { pauseAgent } from "@/lib/services/subject/pause-agent";
import { type EnteredPage, enterPage } from "@/lib/testing/enter-page";
import { openTestServer, type TestServer } from "@/lib/testing/open-test-server";

let server: TestServer;
let agentId: string;
let key: string;
let other: { agentId: string; key: string };
let ann: EnteredPage;
let bob: EnteredPage;
let reviewer: EnteredPage;
let viewer: EnteredPage;
let made = 0;

beforeAll(async () => {
  server = await openTestServer();
  ({ agentId, key } = await server.createTenant("acme"));
  const agent = await server.admin("POST", "/agents", {
    tenant: "acme",
    name: "proposer",
    scopes: ["user:*"],
    write_mode: "propose",
  });
  other = { agentId: agent.body.agent_id, key: (await server.createKey(agent.body.agent_id)).key };
  await server.admin("POST", "/agents", { tenant: "acme", name: "builder", scopes: ["project:*"] });
  ann = await enterPage(server, { tenant: "acme", externalId: "ann" });
  bob = await enterPage(server, { tenant: "acme", externalId: "bob" });
  reviewer = await enterPage(server, { tenant: "acme", externalId: "rev", roles: ["user", "reviewer"] });
  viewer = await enterPage(server, { tenant: "acme", externalId: "view", roles: ["user", "viewer"] });
});
afterAll(() => server.close());

const write = (who: string, statement: string, by = key) =>
  server.call("POST", "/memories", {
    key: by,
    body: {
      scope: `user:${who}`,
      subject: `user:${who}`,
      predicate: `note_${++made}`,
      value: statement,
      statement,
      source: { type: "user_statement" },
    },
  });
const recall = (who: string, query: string, by = key) =>
  server.call("POST", "/retrievals", { key: by, body: { query, scopes: [`user:${who}`] } });
const activity = async (ctx: EnteredPage["me"], input = {}) => (await listMyActivity({ ctx, input })).items;
const codes = (items: ActivityEntry[]) => items.map(({ code }) => code);

test("a person sees who learned, used, changed, looked at and deleted, and nobody else's", async () => {
  const told = await write("ann", "Ann plays the cello.");
  const id = told.body.memory.memory_id;
  await write("bob", "Bob plays the drums.");
  await recall("ann", "Which instrument is the cello?");
  await amendMemory({ ctx: ann.me, input: { verb: "expire", id } });
  const held = await write("ann", "Ann moved to Oslo.", other.key);
  // A viewer sees the words covered, so that is no look; a reviewer reads them; the person themselves leaves no trace.
  for (const ctx of [viewer.console, reviewer.console, ann.me]) {
    await getApproval({ ctx, input: { id: held.body.approval_id } });
  }
  await requestDeletion({ ctx: ann.me, input: { selector: { memory_ids: [id] } } });
  const mine = await activity(ann.me);
  expect(codes(mine).sort()).toEqual(
    [
      "deletion.executed",
      "deletion.requested",
      "memory.committed",
      "memory.expired",
      "memory.held_for_approval",
      "memory.viewed",
      "retrieval.packed",
    ].sort(),
  );
  const [looked] = await activity(ann.me, { kind: "viewed" });
  expect([looked?.actor.name, looked?.memory?.words]).toEqual(["rev", "Ann moved to Oslo."]);
  expect(mine.find(({ code }) => code === "memory.expired")?.memory).toEqual({ memory_id: id, words: null });
  expect(mine.some(({ memory }) => memory?.words?.includes("Bob"))).toBe(false);
  expect(codes(await activity(bob.me))).toEqual(["memory.committed"]);
  expect(await activity(reviewer.me)).toEqual([]);
  const byProposer = await activity(ann.me, { agent: other.agentId });
  expect(codes(byProposer)).toEqual(["memory.held_for_approval"]);
});

test("an export, and an operator who has somebody shown to them, stand in that person's activity", async () => {
  const eve = await enterPage(server, { tenant: "acme", externalId: "eve" });
  const officer = await enterPage(server, {
    tenant: "acme",
    externalId: "officer",
    roles: ["user", "privacy_officer"],
  });
  await write("eve", "Eve keeps bees.");
  await requestExport({ ctx: eve.me, input: { subject: "user:eve" } });
  await revealSubject({ ctx: officer.console, input: { subject: "user:eve", reason: "person_asked" } });
  expect(codes(await activity(eve.me, { kind: "exported" }))).toEqual(["export.requested"]);
  const [shown] = await activity(eve.me, { kind: "viewed" });
  expect([shown?.code, shown?.actor.name]).toEqual(["subject.revealed", "officer"]);
  const [exported] = await listMyExports({ ctx: eve.me, input: {} });
  expect([exported?.state, exported?.subject]).toEqual(["queued", "user:eve"]);
  expect(await listMyExports({ ctx: officer.me, input: {} })).toEqual([]);
});

test("pages follow one another without a gap, and a strange cursor is refused", async () => {
  const carol = await enterPage(server, { tenant: "acme", externalId: "carol" });
  for (let n = 0; n < 7; n++) await write("carol", `Carol said thing ${n}.`);
  await recall("carol", "What thing did Carol say?");
  const whole = (await activity(carol.me)).map(({ id }) => id);
  const paged: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await listMyActivity({ ctx: carol.me, input: { limit: 3, ...(cursor && { cursor }) } });
    paged.push(...page.items.map(({ id }) => id));
    cursor = page.next_cursor ?? undefined;
  } while (cursor);
  expect(paged).toEqual(whole);
  expect(new Set(paged).size).toBe(8);
  for (const strange of ["x", "W10", Buffer.from('["2026","aud_1"]').toString("base64url")]) {
    await expect(listMyActivity({ ctx: carol.me, input: { cursor: strange } })).rejects.toMatchObject({
      code: "meaningless",
    });
  }
});

test("an agent that a person paused reads and writes nothing of theirs, and everything else goes on", async () => {
  const dora = await enterPage(server, { tenant: "acme", externalId: "dora" });
  const told = await write("dora", "Dora grows tomatoes.");
  const id = told.body.memory.memory_id;
  const agents = await listMyAgents({ ctx: dora.me, input: {} });
  expect(agents.map(({ name, writes, written }) => [name, writes, written])).toEqual([
    ["agent", "full", 1],
    ["proposer", "propose", 0],
  ]);
  await pauseAgent({ ctx: dora.me, input: { agent_id: agentId, paused: true } });
  expect((await recall("dora", "What does Dora grow?")).body.snippets).toEqual([]);
  const refused = await write("dora", "Dora grows beans.");
  expect([refused.status, refused.body.code]).toEqual([403, "memory_paused"]);
  expect((await server.call("GET", `/memories/${id}`, { key })).status).toBe(404);
  expect((await server.call("GET", `/memories/${id}/history`, { key })).status).toBe(404);
  const listed = await server.call("GET", "/memories?scope=user:dora", { key });
  expect(listed.body).toMatchObject({ items: [], total: 0 });
  const event = told.body.event_id;
  expect((await server.call("GET", `/events/${event}`, { key })).status).toBe(404);
  expect((await write("bob", "Bob grows beans.")).status).toBe(201);
  const others = await recall("dora", "What does Dora grow?", other.key);
  expect(others.body.snippets.length).toBe(1);
  expect((await listMyAgents({ ctx: dora.me, input: {} }))[0]?.paused_since).not.toBeNull();
  // An agent has no say in it, nor is one found that has nothing to do with this person.
  const builder = await server.admin("POST", "/agents", {
    tenant: "acme",
    name: "b2",
    scopes: ["project:*"],
  });
  await expect(
    pauseAgent({ ctx: dora.me, input: { agent_id: builder.body.agent_id, paused: true } }),
  ).rejects.toMatchObject({ code: "not_found" });
  await pauseAgent({ ctx: dora.me, input: { agent_id: agentId, paused: false } });
  expect((await recall("dora", "What does Dora grow?")).body.snippets.length).toBe(1);
  expect(codes(await activity(dora.me, { kind: "settings" }))).toEqual([
    "subject.agent_resumed",
    "subject.agent_paused",
  ]);
  expect((await activity(dora.me, { kind: "settings", agent: agentId }))[0]?.about_agent?.name).toBe("agent");
});
