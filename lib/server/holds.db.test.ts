import { toServiceContext } from "@/lib/server/person-context";
import { listDeletionWork } from "@/lib/services/job/list-deletion-work";
import { personCall } from "@/lib/testing/open-test-engine";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createSettableClock } from "@/lib/platform/clock";
import { openTestServer, type Reply, TEST_ADMIN_KEY, type TestServer } from "@/lib/testing/open-test-server";

const clock = createSettableClock(new Date("2026-10-01T08:00:00Z"));
let server: TestServer;
let tenantId: string;
let key: string;
beforeAll(async () => {
  server = await openTestServer({ clock });
  ({ tenantId, key } = await server.createTenant("acme"));
  for (const [name, roles] of [
    ["op1", ["privacy_officer"]],
    ["op2", ["admin"]],
    ["rev", ["reviewer"]],
    ["val", ["viewer"]],
  ] as const) {
    await server.admin("POST", "/users", {
      tenant: "acme",
      email: `${name}@acme.example`,
      password: "a long enough password",
      external_id: name,
      roles,
    });
  }
});
afterAll(() => server?.close());

const as = (who: string, path: string, body: object = {}): Promise<Reply> =>
  server.call("POST", path, { key: TEST_ADMIN_KEY, body: { tenant: "acme", acting_user: who, ...body } });
const listAs = (who: string) =>
  server.call("GET", `/holds?tenant=acme&acting_user=${who}`, { key: TEST_ADMIN_KEY });
const post = (path: string, body: unknown) => server.call("POST", path, { key, body });

async function tell(scope: string, value: string): Promise<string> {
  const made = await post("/memories", {
    scope,
    subject: scope,
    predicate: `fact_${value}`,
    value,
    statement: `It is ${value}.`,
    source: { type: "user_statement" },
  });
  return made.body.memory.memory_id;
}
const recall = async (value: string) =>
  (await post("/retrievals", { query: `what is ${value}` })).body.snippets.map(
    (one: { memory_id: string }) => one.memory_id,
  );

test("two people place a hold, nobody erases what it covers, two people release it, and what was asked for is erased", async () => {
  const held = await tell("user:ada", "amber");
  const free = await tell("project:A", "bronze");
  const subject = { subject: "user:ada", reason_code: "litigation", reference: "case 4/2026" };
  for (const who of ["rev", "val"]) expect((await as(who, "/holds", subject)).status).toBe(403);
  expect((await post("/holds", subject)).status).toBe(403);
  expect((await as("op1", "/holds", { ...subject, scope: "user:ada" })).status).toBe(400);
  const proposed = await as("op1", "/holds", subject);
  expect(proposed.body).toMatchObject({ state: "proposed", subject: "user:ada", scope: null });
  const path = `/holds/${proposed.body.hold_id}`;

  // Alone nobody puts it in force; until then it holds nothing.
  expect((await as("op1", `${path}/approve`)).status).toBe(403);
  expect((await as("op2", `${path}/release`)).status).toBe(409);
  const dry = await post("/deletions", { selector: { memory_ids: [held] }, dry_run: true });
  expect(dry.body.on_hold).toBe(false);
  expect((await as("op2", `${path}/approve`)).body.state).toBe("active");
  expect((await as("op2", `${path}/approve`)).status).toBe(409);

  const asked = await post("/deletions", { selector: { memory_ids: [held, free] } });
  expect(asked.status).toBe(202);
  expect(asked.body).toMatchObject({ status: "requested", on_hold: true });
  const wait = async () => {
    clock.advance(3_600_000);
    await server.runtime.engine.runDueWork(tenantId);
    return (await server.call("GET", `/deletions/${asked.body.deletion_id}`, { key })).body;
  };
  expect(await wait()).toMatchObject({ status: "requested", on_hold: true });
  // Kept, and yet no agent is given it any more.
  expect(await recall("amber")).toEqual([]);
  const { receipt } = (await server.call("GET", `/deletions/${asked.body.deletion_id}/receipt`, { key }))
    .body;
  expect(receipt).toMatchObject({ status: "requested", on_hold: true });
  // Operators see in their list why it stands still.
  const operator = personCall(tenantId, "op1", { roles: ["privacy_officer"] }).principal;
  const works = await listDeletionWork({
    ctx: toServiceContext(server.runtime, operator, "req_page"),
    input: {},
  });
  expect(works.items.find(({ deletion_id: id }) => id === asked.body.deletion_id)).toMatchObject({
    on_hold: true,
  });
  expect((await listAs("val")).body.items).toMatchObject([{ state: "active", waiting: 1 }]);
  // One that was asked for before, with time to cancel, waits as well; what the hold does not cover goes.
  const other = await tell("project:A", "copper");
  const gone = await post("/deletions", { selector: { memory_ids: [other] } });
  expect(gone.body).toMatchObject({ status: "complete", on_hold: false });

  expect((await as("op1", `${path}/release`)).body).toMatchObject({ state: "releasing" });
  expect((await as("op1", `${path}/release`)).status).toBe(403);
  expect(await wait()).toMatchObject({ status: "requested", on_hold: true });
  expect((await as("op2", `${path}/release`)).body).toMatchObject({ state: "released", waiting: 0 });
  expect(await wait()).toMatchObject({ status: "complete", on_hold: false });
  expect((await as("op2", `${path}/release`)).status).toBe(409);
});

test("a hold placed while a deletion waits for its time stops it, also one of everything about a person", async () => {
  await tell("user:bob", "dolomite");
  const asked = await post("/deletions", { selector: { all_of_subject: "user:bob" }, cancel_window_s: 600 });
  expect(asked.body).toMatchObject({ status: "requested", on_hold: false });
  const proposed = await as("op2", "/holds", { scope: "user:bob", reason_code: "regulator" });
  const path = `/holds/${proposed.body.hold_id}`;
  expect((await as("op1", `${path}/approve`)).body.state).toBe("active");
  clock.advance(700_000);
  await server.runtime.engine.runDueWork(tenantId);
  const seen = await server.call("GET", `/deletions/${asked.body.deletion_id}`, { key });
  expect(seen.body).toMatchObject({ status: "requested", on_hold: true, completed_at: null });
});

test("whoever proposed a hold may take it back; what was declined never held", async () => {
  const proposed = await as("op1", "/holds", { scope: "project:A", reason_code: "investigation" });
  const path = `/holds/${proposed.body.hold_id}`;
  expect((await as("op1", `${path}/decline`)).body.state).toBe("declined");
  expect((await as("op2", `${path}/approve`)).status).toBe(409);
  const id = await tell("project:A", "flint");
  expect((await post("/deletions", { selector: { memory_ids: [id] } })).body.status).toBe("complete");
  const other = await server.createTenant("other");
  expect((await server.call("GET", "/holds", { key: other.key })).status).toBe(403);

  // Another tenant's administrator is told of it what they are told of one that does not exist.
  await server.admin("POST", "/users", {
    tenant: "other",
    email: "boss@other.example",
    password: "a long enough password",
    external_id: "boss",
    roles: ["admin"],
  });
  const boss = { tenant: "other", acting_user: "boss" };
  for (const verb of ["approve", "decline", "release"]) {
    const [foreign, missing] = await Promise.all(
      [proposed.body.hold_id, "hld_00000000000000000000000000"].map((id) =>
        server.call("POST", `/holds/${id}/${verb}`, { key: TEST_ADMIN_KEY, body: boss }),
      ),
    );
    expect([foreign?.status, foreign?.body.detail]).toEqual([404, missing?.body.detail]);
  }
});
