import { afterAll, beforeAll, expect, test } from "vitest";
import type { Role } from "@/lib/contracts/principals";
import { toServiceContext } from "@/lib/server/person-context";
import { signIn } from "@/lib/server/sign-in";
import { rotateKey } from "@/lib/services/agent/rotate-key";
import { setAgentAccess } from "@/lib/services/agent/set-agent-access";
import { listAudit } from "@/lib/services/audit/list-audit";
import type { ServiceContext } from "@/lib/services/context";
import { addMember } from "@/lib/services/member/add-member";
import { listMembers } from "@/lib/services/member/list-members";
import { resetPassword } from "@/lib/services/member/reset-password";
import { setAccess } from "@/lib/services/member/set-access";
import { setRoles } from "@/lib/services/member/set-roles";
import { createSettableClock } from "@/lib/platform/clock";
import { personCall } from "@/lib/testing/open-test-engine";
import { openTestServer, type TestServer } from "@/lib/testing/open-test-server";

const HOUR = 3_600_000;
const clock = createSettableClock(new Date("2026-10-01T08:00:00Z"));
let server: TestServer;
let tenantId: string;
let agentId: string;
let keyId: string;
/** Somebody of this role who is no member of the list. */
const as = (role: Role, tenant = tenantId): ServiceContext =>
  toServiceContext(server.runtime, personCall(tenant, role, { roles: ["user", role] }).principal, "req_page");
const admin = () => as("admin");

beforeAll(async () => {
  server = await openTestServer({ clock });
  ({ tenantId, agentId } = await server.createTenant("house"));
  ({ keyId } = await server.createKey(agentId, { name: "second" }));
});
afterAll(() => server?.close());

const add = (email: string, roles: Role[]) => addMember({ ctx: admin(), input: { email, roles } });

test("only an administrator lists, adds and changes members", async () => {
  const { user_id } = await add("one@house.example", ["user"]);
  for (const role of ["user", "viewer", "reviewer", "privacy_officer"] as const) {
    const ctx = as(role);
    const calls = [
      listMembers({ ctx, input: {} }),
      addMember({ ctx, input: { email: "two@house.example", roles: ["admin"] } }),
      setRoles({ ctx, input: { user_id, roles: ["admin"], seen: ["user"] } }),
      setAccess({ ctx, input: { user_id, enabled: false } }),
      resetPassword({ ctx, input: { user_id } }),
      rotateKey({ ctx, input: { key_id: keyId, overlap_hours: 1 } }),
      setAgentAccess({ ctx, input: { agent_id: agentId, enabled: false } }),
    ];
    // All at once: one that is refused before the others are looked at is not left to nobody.
    await Promise.all(calls.map((call) => expect(call).rejects.toMatchObject({ code: "role_required" })));
  }
  const { tenantId: other } = await server.createTenant("other-house");
  const stranger = as("admin", other);
  await expect(setAccess({ ctx: stranger, input: { user_id, enabled: false } })).rejects.toMatchObject({
    code: "not_found",
  });
  await expect(
    rotateKey({ ctx: stranger, input: { key_id: keyId, overlap_hours: 1 } }),
  ).rejects.toMatchObject({ code: "not_found" });
});

test("a member signs in with the first password, not after it was reset, not while access is taken away", async () => {
  const email = "three@house.example";
  const made = await add(email, ["user", "viewer"]);
  const enter = async (password: string) => (await signIn(server.runtime, { email, password })).outcome;
  expect(await enter(made.password)).toBe("signed_in");
  const fresh = await resetPassword({ ctx: admin(), input: { user_id: made.user_id } });
  expect(await enter(made.password)).toBe("refused");
  expect(await enter(fresh.password)).toBe("signed_in");
  await setAccess({ ctx: admin(), input: { user_id: made.user_id, enabled: false } });
  expect(await enter(fresh.password)).toBe("refused");
  await setAccess({ ctx: admin(), input: { user_id: made.user_id, enabled: true } });
  expect(await enter(fresh.password)).toBe("signed_in");
  const lines = await listAudit({ ctx: admin(), input: { object: made.user_id } });
  expect(lines.items.map(({ action }) => action)).toEqual([
    "user.enabled",
    "user.disabled",
    "user.password_reset",
    "user.created",
  ]);
  expect(JSON.stringify(lines)).not.toContain(fresh.password);
});

test("the last administrator keeps role and access, also when two take each other's away at once", async () => {
  const ctx = admin();
  const [one, two] = await Promise.all([
    add("first@house.example", ["user", "admin"]),
    add("second@house.example", ["user", "admin"]),
  ]);
  const demote = (user_id: string) =>
    setRoles({ ctx, input: { user_id, roles: ["user"], seen: ["user", "admin"] } });
  const ended = await Promise.allSettled([demote(one.user_id), demote(two.user_id)]);
  expect(ended.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  const refused = ended.find((result) => result.status === "rejected");
  expect(refused).toMatchObject({ reason: { code: "last_admin" } });
  const { items, administrators } = await listMembers({ ctx, input: { role: "admin" } });
  expect(administrators).toBe(1);
  await expect(
    setAccess({ ctx, input: { user_id: items[0]?.user_id ?? "", enabled: false } }),
  ).rejects.toMatchObject({ code: "last_admin" });
});

test("roles that somebody else changed since are not overwritten", async () => {
  const ctx = admin();
  const { user_id } = await add("four@house.example", ["user"]);
  await setRoles({ ctx, input: { user_id, roles: ["user", "reviewer"], seen: ["user"] } });
  await expect(
    setRoles({ ctx, input: { user_id, roles: ["user", "viewer"], seen: ["user"] } }),
  ).rejects.toMatchObject({ code: "stale_revision" });
});

test("the list pages to its total, and finds by name, address and exact id", async () => {
  const ctx = admin();
  const whole = await listMembers({ ctx, input: {} });
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await listMembers({ ctx, input: { limit: 2, ...(cursor ? { cursor } : {}) } });
    seen.push(...page.items.map(({ user_id }) => user_id));
    cursor = page.next_cursor ?? undefined;
  } while (cursor);
  expect(new Set(seen).size).toBe(whole.total);
  expect((await listMembers({ ctx, input: { q: "THREE@" } })).total).toBe(1);
});

test("a rotated key works beside the new one for the overlap and then no longer", async () => {
  const whoami = async (with_: string) => (await server.call("GET", "/whoami", { key: with_ })).status;
  const mine = await server.createKey(agentId);
  const rotated = await rotateKey({ ctx: admin(), input: { key_id: mine.keyId, overlap_hours: 1 } });
  expect([await whoami(mine.key), await whoami(rotated.secret)]).toEqual([200, 200]);
  clock.advance(HOUR + 1_000);
  expect([await whoami(mine.key), await whoami(rotated.secret)]).toEqual([401, 200]);
  await expect(
    rotateKey({ ctx: admin(), input: { key_id: mine.keyId, overlap_hours: 1 } }),
  ).rejects.toMatchObject({ code: "illegal_transition" });
});

test("a stopped agent's keys work no longer, and again when it may go on", async () => {
  // What a key may is kept for less than a second, so each question is asked with a key that was not asked with before.
  const keys = await Promise.all([1, 2, 3].map(() => server.createKey(agentId)));
  const whoami = async (at: number) =>
    (await server.call("GET", "/whoami", { key: keys[at]?.key ?? "" })).status;
  expect(await whoami(0)).toBe(200);
  await setAgentAccess({ ctx: admin(), input: { agent_id: agentId, enabled: false } });
  expect(await whoami(1)).toBe(401);
  await setAgentAccess({ ctx: admin(), input: { agent_id: agentId, enabled: true } });
  expect(await whoami(2)).toBe(200);
});
