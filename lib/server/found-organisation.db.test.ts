import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findKeyHolder } from "@/lib/server/key-holder";
import { isFounded } from "@/lib/server/is-founded";
import { signIn } from "@/lib/server/sign-in";
import { foundOrganisation } from "@/lib/services/tenant/found-organisation";
import { queryRows } from "@/lib/store/rows";
import { openTestServer, TEST_ADMIN_KEY, type TestServer } from "@/lib/testing/open-test-server";

const INPUT = {
  organisation: "Müller & Söhne",
  slug: "mueller",
  display_name: "Anna Müller",
  email: "Anna@mueller.example",
  password: "a long enough password",
  locale: "en",
  time_zone: "Europe/Berlin",
} as const;

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server?.close());

async function holder() {
  const found = await findKeyHolder(TEST_ADMIN_KEY, "req_test");
  if (typeof found === "string") throw new Error(found);
  return found;
}

test("the first organisation and who runs it are made with the admin key, both or neither, and once", async () => {
  expect(await findKeyHolder("", "req_test")).toBe("admin_key_wrong");
  expect(await findKeyHolder(`${TEST_ADMIN_KEY}x`, "req_test")).toBe("admin_key_wrong");
  // One that an import has made has nobody in it.
  await server.createTenant("imported");
  expect(await isFounded()).toBe(false);
  const ctx = await holder();

  // What cannot be written of the person leaves no organisation behind.
  const refused = foundOrganisation({ ctx, input: { ...INPUT, time_zone: "\u0000" } });
  await expect(refused).rejects.toThrow();
  expect(await isFounded()).toBe(false);

  const { tenant_id: tenantId } = await foundOrganisation({ ctx, input: INPUT });
  expect(await isFounded()).toBe(true);
  const entered = await signIn(server.runtime, { email: "anna@mueller.example", password: INPUT.password });
  expect(entered).toMatchObject({
    outcome: "signed_in",
    person: { roles: expect.arrayContaining(["user", "reviewer", "privacy_officer", "admin"]) },
  });
  const lines = await server.runtime.database.withTenant(tenantId, (tx) =>
    queryRows<{ action: string; actor_kind: string; via: string }>(
      tx,
      sql`select action, actor_kind, via from audit_log where tenant_id = ${tenantId} order by action`,
    ),
  );
  expect(lines).toEqual([
    { action: "tenant.created", actor_kind: "admin", via: "page" },
    { action: "user.created", actor_kind: "admin", via: "page" },
  ]);
  await expect(
    foundOrganisation({ ctx, input: { ...INPUT, slug: "second", email: "b@mueller.example" } }),
  ).rejects.toMatchObject({ code: "already_founded" });
});

test("somebody signed in, even an administrator, does not found one", async () => {
  const ctx = await holder();
  const person = {
    ...ctx,
    principal: { ...ctx.principal, actor: { kind: "user", id: "usr_x", name: null } },
  } as const;
  await expect(foundOrganisation({ ctx: person, input: INPUT })).rejects.toMatchObject({
    code: "role_required",
  });
});

test("ten wrong keys close the door, also for the right one, and the right one before that opens it wide again", async () => {
  for (let n = 0; n < 9; n++) expect(await findKeyHolder("wrong", "req_test")).toBe("admin_key_wrong");
  await holder();
  for (let n = 0; n < 10; n++) expect(await findKeyHolder("wrong", "req_test")).toBe("admin_key_wrong");
  expect(await findKeyHolder("wrong", "req_test")).toBe("rate_limited");
  expect(await findKeyHolder(TEST_ADMIN_KEY, "req_test")).toBe("rate_limited");
});
