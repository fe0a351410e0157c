import { encode } from "next-auth/jwt";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createAdminContext } from "@/lib/server/admin-context";
import { dispatch } from "@/lib/server/dispatch";
import { findPersonContext } from "@/lib/server/person-context";
import { signIn } from "@/lib/server/sign-in";
import { createAgent } from "@/lib/services/agent/create-agent";
import { createKey } from "@/lib/services/agent/create-key";
import { listAgents } from "@/lib/services/agent/list-agents";
import { revokeKey } from "@/lib/services/agent/revoke-key";
import { listDeletions } from "@/lib/services/deletion/list-deletions";
import { getOverview as getConsoleOverview } from "@/lib/services/console/get-overview";
import { getOverview } from "@/lib/services/me/get-overview";
import { listMyMemories } from "@/lib/services/memory/list-my-memories";
import { listTraces } from "@/lib/services/retrieval/list-traces";
import { createTenant } from "@/lib/services/tenant/create-tenant";
import { createUser } from "@/lib/services/user/create-user";
import { findPerson } from "@/lib/store/principals/users";
import { updateProfile } from "@/lib/services/user/update-profile";
import { users } from "@/lib/store/schema/tenancy";
import { openTestServer, type TestServer } from "@/lib/testing/open-test-server";

const PASSWORD = "correct horse battery";
let server: TestServer;
let acme: Awaited<ReturnType<TestServer["createTenant"]>>;
let other: Awaited<ReturnType<TestServer["createTenant"]>>;

beforeAll(async () => {
  server = await openTestServer();
  acme = await server.createTenant("acme");
  other = await server.createTenant("other");
  const create = (input: Record<string, unknown>) =>
    server.admin("POST", "/users", { password: PASSWORD, roles: ["user"], ...input });
  for (const input of [
    {
      tenant: "acme",
      email: "Lin@Example.com",
      external_id: "lin",
      time_zone: "Asia/Shanghai",
      locale: "zh-CN",
    },
    { tenant: "other", email: "lin@example.com", external_id: "lin-too" },
    { tenant: "other", email: "solo@example.com", external_id: "solo", password: "another fine password" },
    { tenant: "acme", email: "viewer@example.com", external_id: "viewer", roles: ["viewer"] },
    { tenant: "acme", email: "admin@example.com", external_id: "boss", roles: ["admin", "user"] },
  ]) {
    const made = await create(input);
    expect(made.status, made.text).toBe(201);
    expect(made.body.scope).toBe(`user:${input.external_id}`);
  }
});
afterAll(() => server.close());

async function enter(email: string, tenant?: string, password = PASSWORD) {
  const result = await signIn(server.runtime, { email, password, ...(tenant && { tenant }) });
  if (result.outcome !== "signed_in") throw new Error(result.outcome);
  const claims = {
    sub: result.person.userId,
    tenantId: result.person.tenantId,
    epoch: result.person.sessionEpoch,
  };
  const found = await findPersonContext(server.runtime, claims, "req_test-sign-in");
  if (!found) throw new Error("no person");
  return { ...found, claims };
}

test("an e-mail address is one person in one tenant, whatever its case", async () => {
  const again = await server.admin("POST", "/users", {
    tenant: "acme",
    email: "LIN@example.COM",
    password: PASSWORD,
    roles: ["user"],
  });
  expect(again.status).toBe(409);
  expect(again.body.code).toBe("already_exists");
});

test("with one password in two organisations the person chooses; with a wrong one nobody learns of either", async () => {
  const both = await signIn(server.runtime, { email: "lin@example.com", password: PASSWORD });
  expect(both.outcome === "choose_tenant" && both.tenants.map(({ slug }) => slug).toSorted()).toEqual([
    "acme",
    "other",
  ]);
  const { person, ctx } = await enter(" LIN@example.com ", "acme");
  expect(person).toMatchObject({
    externalId: "lin",
    locale: "zh-CN",
    timeZone: "Asia/Shanghai",
    tenant: { slug: "acme" },
  });
  expect(ctx.principal).toMatchObject({
    self: "user:lin",
    scopes: ["user:lin"],
    via: "page",
    roles: ["user"],
  });
  expect([...ctx.principal.sourceTypes]).toEqual(["user_statement", "user_confirmation"]);
  for (const attempt of [
    { email: "lin@example.com", password: "wrong" },
    { email: "nobody@example.com", password: PASSWORD },
    { email: "solo@example.com", password: PASSWORD },
    { email: "viewer@example.com", password: PASSWORD, tenant: "other" },
  ]) {
    expect((await signIn(server.runtime, attempt)).outcome).toBe("refused");
  }
});

test("an unknown address takes the time of a known one", async () => {
  const time = async (email: string) => {
    const started = performance.now();
    await signIn(server.runtime, { email, password: "wrong" });
    return performance.now() - started;
  };
  // The least of several: a busy machine only ever adds to it.
  const least = async (email: string) => {
    let took = Number.POSITIVE_INFINITY;
    for (let i = 0; i < 4; i += 1) took = Math.min(took, await time(email));
    return took;
  };
  await time("warm-up@example.com");
  const known = await least("solo@example.com");
  const unknown = await least("nobody-at-all@example.com");
  expect(unknown).toBeGreaterThan(known / 4);
});

test("after ten wrong passwords the address waits, and a right one does not help until then", async () => {
  for (let i = 0; i < 10; i++)
    await signIn(server.runtime, { email: "guess@example.com", password: `guess ${i}` });
  expect((await signIn(server.runtime, { email: "guess@example.com", password: "x" })).outcome).toBe(
    "rate_limited",
  );
  expect((await signIn(server.runtime, { email: "viewer@example.com", password: PASSWORD })).outcome).toBe(
    "signed_in",
  );
});

test("a session ends when the person is disabled or their sessions are ended, at the next request", async () => {
  await server.admin("POST", "/users", {
    tenant: "acme",
    email: "gone@example.com",
    password: PASSWORD,
    roles: ["user"],
  });
  const { claims } = await enter("gone@example.com");
  const find = () => findPersonContext(server.runtime, claims, "req_test-session");
  expect(await find()).not.toBeNull();
  const change = (set: Partial<typeof users.$inferInsert>) =>
    server.runtime.database.withTenant(acme.tenantId, async (tx) => {
      const { eq } = await import("drizzle-orm");
      await tx.update(users).set(set).where(eq(users.userId, claims.sub));
    });
  await change({ sessionEpoch: 1 });
  expect(await find()).toBeNull();
  await change({ sessionEpoch: 0, disabledAt: new Date() });
  expect(await find()).toBeNull();
  expect((await signIn(server.runtime, { email: "gone@example.com", password: PASSWORD })).outcome).toBe(
    "refused",
  );
  expect(
    await findPersonContext(server.runtime, { ...claims, tenantId: other.tenantId }, "req_test-tenant"),
  ).toBeNull();
});

test("a profile is the person's own: language, zone and theme, each by itself", async () => {
  const { ctx } = await enter("lin@example.com", "acme");
  expect(await updateProfile({ ctx, input: { theme: "dark" } })).toEqual({ updated: ["theme"] });
  expect(await updateProfile({ ctx, input: { locale: "en" } })).toEqual({ updated: ["locale"] });
  const { tenantId, actor } = ctx.principal;
  const kept = await ctx.database.withTenant(tenantId, (tx) =>
    findPerson(tx, { tenantId, userId: actor.id }),
  );
  expect(kept).toMatchObject({ preferences: { theme: "dark" }, locale: "en", timeZone: "Asia/Shanghai" });
});

test("an end user is kept out of the console, a viewer from administration, an administrator from other tenants", async () => {
  const refused = (work: Promise<unknown>, code: string) => expect(work).rejects.toMatchObject({ code });
  const { ctx: user } = await enter("lin@example.com", "acme");
  await refused(listTraces({ ctx: user, input: {} }), "role_required");
  await refused(listAgents({ ctx: user, input: {} }), "role_required");
  await refused(getConsoleOverview({ ctx: user, input: {} }), "role_required");
  const { ctx: viewer } = await enter("viewer@example.com");
  expect((await listAgents({ ctx: viewer, input: {} })).items.map(({ name }) => name)).toEqual(["agent"]);
  expect((await getConsoleOverview({ ctx: viewer, input: {} })).agents).toEqual({
    total: 1,
    with_live_key: 1,
  });
  await refused(createKey({ ctx: viewer, input: { agent_id: acme.agentId } }), "role_required");
  await refused(createTenant({ ctx: viewer, input: { slug: "mine", name: "Mine" } }), "role_required");
  await refused(
    createUser({
      ctx: viewer,
      input: { tenant: "acme", email: "x@example.com", password: PASSWORD, roles: ["admin"] },
    }),
    "role_required",
  );
  const { ctx: boss } = await enter("admin@example.com");
  await refused(createTenant({ ctx: boss, input: { slug: "mine", name: "Mine" } }), "role_required");
  await refused(
    createAgent({ ctx: boss, input: { tenant: "other", name: "spy", scopes: ["user:*"] } }),
    "not_found",
  );
  await refused(createKey({ ctx: boss, input: { agent_id: other.agentId } }), "not_found");
  const theirs = await server.createKey(other.agentId);
  await refused(revokeKey({ ctx: boss, input: { key_id: theirs.keyId } }), "not_found");
  expect((await server.call("GET", "/whoami", { key: theirs.key })).status).toBe(200);
  const { agent_id: agentId } = await createAgent({
    ctx: boss,
    input: { tenant: "acme", name: "second", scopes: ["project:*"] },
  });
  const { secret } = await createKey({ ctx: boss, input: { agent_id: agentId } });
  expect((await server.call("GET", "/whoami", { key: secret })).body.agent.name).toBe("second");
});

test("the pages' own reads answer for a person of whom nothing is known", async () => {
  const { ctx } = await enter("solo@example.com", undefined, "another fine password");
  const overview = await getOverview({ ctx, input: {} });
  expect(overview).toMatchObject({
    paused: false,
    agents: 1,
    counts: { active: 0, inactive: 0, inferred: 0 },
    topics: [],
    used: [],
  });
  for (const sort of ["changed", "learned", "used", "text"] as const) {
    const page = await listMyMemories({
      ctx,
      input: { sort, q: "%_\\", topic: "work", agent: "agt_x", include_inactive: true },
    });
    expect(page).toMatchObject({ items: [], total: 0, next_cursor: null });
  }
  await expect(listMyMemories({ ctx, input: { cursor: "nonsense" } })).rejects.toMatchObject({
    code: "meaningless",
  });
  // What no column can hold, in an address, means the default; so does a cursor of another sorting mean none of ours.
  for (const odd of ["\u0000", "a\u0000b", "\ud800"]) {
    const page = await listMyMemories({ ctx, input: { q: odd, topic: odd, agent: odd, cursor: odd } });
    expect(page).toMatchObject({ total: 0, next_cursor: null });
    expect(await listDeletions({ ctx, input: { cursor: odd } })).toMatchObject({ total: 0 });
  }
  for (const value of ["A text it was sorted by", "2026-13-01 00:00:00+00", "a\u0000", 1]) {
    const cursor = Buffer.from(JSON.stringify([value, "mem_00000000000000000000000000"])).toString(
      "base64url",
    );
    await expect(listMyMemories({ ctx, input: { cursor } })).rejects.toMatchObject({ code: "meaningless" });
  }
  const admin = createAdminContext(server.runtime, "cli", "req_test-admin");
  await expect(getOverview({ ctx: admin, input: {} })).rejects.toMatchObject({ code: "not_entitled" });
});

test("a cookie is good for a person's own reads, from our own pages alone", async () => {
  const { claims } = await enter("lin@example.com", "acme");
  const token = await encode({ token: claims, secret: server.runtime.secrets.sessionSecret });
  const ask = (path: string, headers: Record<string, string>) =>
    dispatch(new Request(`http://localhost:3000/api/v1${path}`, { headers }));
  const cookie = `a=b; next-auth.session-token=${token}`;
  const receipt = "/deletions/del_00000000000000000000000000/receipt";
  expect((await ask(receipt, { cookie, "Sec-Fetch-Site": "same-origin" })).status).toBe(404);
  expect((await ask(receipt, { cookie })).status).toBe(404);
  expect((await ask(receipt, { cookie, "Sec-Fetch-Site": "cross-site" })).status).toBe(403);
  expect((await ask(receipt, { cookie: "next-auth.session-token=forged" })).status).toBe(401);
  const foreign = await encode({ token: claims, secret: "another secret" });
  expect((await ask(receipt, { cookie: `next-auth.session-token=${foreign}` })).status).toBe(401);
  // Agents' routes take keys only.
  expect((await ask("/whoami", { cookie })).status).toBe(401);
  expect((await ask("/memories", { cookie })).status).toBe(401);
});
