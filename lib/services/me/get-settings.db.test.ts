import { afterAll, beforeAll, expect, test } from "vitest";
import { getMemory } from "@/lib/services/memory/get-memory";
import { getOverview } from "@/lib/services/me/get-overview";
import { getSettings } from "@/lib/services/me/get-settings";
import { chooseTopic } from "@/lib/services/subject/choose-topic";
import { listDeletions } from "@/lib/services/deletion/list-deletions";
import { requestDeletion } from "@/lib/services/deletion/request-deletion";
import { type EnteredPage, enterPage } from "@/lib/testing/enter-page";
import { openTestServer, type TestServer } from "@/lib/testing/open-test-server";

let server: TestServer;
let key: string;
let ann: EnteredPage;
let officer: EnteredPage;
let made = 0;

beforeAll(async () => {
  server = await openTestServer();
  ({ key } = await server.createTenant("acme"));
  ann = await enterPage(server, { tenant: "acme", externalId: "ann" });
  officer = await enterPage(server, {
    tenant: "acme",
    externalId: "officer",
    roles: ["user", "reviewer", "privacy_officer", "admin"],
  });
});
afterAll(() => server.close());

async function remember(over: Record<string, unknown> = {}) {
  const reply = await server.call("POST", "/memories", {
    key,
    body: {
      scope: "user:ann",
      subject: "user:ann",
      predicate: `note_${++made}`,
      value: `value ${made}`,
      statement: `Ann said number ${made}.`,
      source: { type: "user_statement" },
      ...over,
    },
  });
  return reply.body;
}

test("one topic's choice leaves the others, and both open is none", async () => {
  await chooseTopic({ ctx: ann.me, input: { topic: "religion", remember: false, infer: false } });
  await chooseTopic({ ctx: ann.me, input: { topic: "beekeeping", remember: true, infer: false } });
  const two = (await getSettings({ ctx: ann.me, input: {} })).controls.topics;
  expect(two.map(({ topic }) => topic).sort()).toEqual(["beekeeping", "religion"]);
  await chooseTopic({ ctx: ann.me, input: { topic: "religion", remember: true, infer: true } });
  const one = (await getSettings({ ctx: ann.me, input: {} })).controls.topics;
  expect(one).toEqual([{ topic: "beekeeping", remember: true, infer: false }]);
  const others = await getSettings({ ctx: officer.me, input: {} });
  expect(others.controls.topics).toEqual([]);
});

test("a topic that is declined is declined in whatever language it is named", async () => {
  await chooseTopic({ ctx: ann.me, input: { topic: "health", remember: false, infer: false } });
  const walked = await remember({ topic: "健康", predicate: "step_goal", statement: "每天走 7,000 步。" });
  expect([walked.outcome, walked.reason_code]).toEqual(["rejected", "topic_declined"]);
  await chooseTopic({ ctx: ann.me, input: { topic: "health", remember: true, infer: true } });
  const again = await remember({ topic: "健康", predicate: "step_goal", statement: "每天走 7,000 步。" });
  expect(again.outcome).toBe("committed");
  // It is decided under its own name, not a second time.
  expect((await getSettings({ ctx: ann.me, input: {} })).own_topics).toEqual([]);
});

test("no more topics are kept than a page can show", async () => {
  const beth = await enterPage(server, { tenant: "acme", externalId: "beth" });
  for (let n = 0; n < 50; n++) {
    await chooseTopic({ ctx: beth.me, input: { topic: `topic ${n}`, remember: false, infer: false } });
  }
  const another = chooseTopic({
    ctx: beth.me,
    input: { topic: "one more", remember: false, infer: false },
  });
  await expect(another).rejects.toMatchObject({ code: "meaningless" });
  await chooseTopic({ ctx: beth.me, input: { topic: "topic 7", remember: true, infer: false } });
});

test("on the pages about oneself a role opens nothing of anybody else's", async () => {
  const { memory } = await remember();
  const look = (ctx: EnteredPage["me"]) => getMemory({ ctx, input: { id: memory.memory_id } });
  expect((await look(ann.me)).memory_id).toBe(memory.memory_id);
  await expect(look(officer.me)).rejects.toMatchObject({ code: "not_found" });
  await expect(
    requestDeletion({ ctx: officer.me, input: { selector: { memory_ids: [memory.memory_id] } } }),
  ).rejects.toMatchObject({ code: "not_found" });
  await requestDeletion({ ctx: ann.me, input: { selector: { memory_ids: [memory.memory_id] } } });
  expect((await listDeletions({ ctx: officer.me, input: {} })).total).toBe(0);
  expect((await listDeletions({ ctx: officer.console, input: {} })).total).toBe(1);
  expect((await getOverview({ ctx: officer.me, input: {} })).counts.active).toBe(0);
});
