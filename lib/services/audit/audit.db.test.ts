import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Role } from "@/lib/contracts/principals";
import { toServiceContext } from "@/lib/server/person-context";
import { listAudit } from "@/lib/services/audit/list-audit";
import { verifyAudit } from "@/lib/services/audit/verify-audit";
import type { ServiceContext } from "@/lib/services/context";
import { personCall } from "@/lib/testing/open-test-engine";
import { openTestServer, type TestServer } from "@/lib/testing/open-test-server";

let server: TestServer;
let tenantId: string;
let other: string;
const as = (role: Role, tenant = tenantId): ServiceContext =>
  toServiceContext(server.runtime, personCall(tenant, role, { roles: ["user", role] }).principal, "req_page");

beforeAll(async () => {
  server = await openTestServer();
  ({ tenantId } = await server.createTenant("looked-at"));
  ({ tenantId: other } = await server.createTenant("not-looked-at"));
  for (const name of ["one", "two", "three"])
    await server.admin("POST", "/agents", { tenant: "looked-at", name, scopes: ["project:*"] });
});
afterAll(() => server?.close());

test("whoever sees the tenant sees its log, and an end user does not", async () => {
  for (const role of ["viewer", "reviewer", "privacy_officer", "admin"] as const)
    expect((await listAudit({ ctx: as(role), input: {} })).total).toBeGreaterThan(0);
  await expect(listAudit({ ctx: as("user"), input: {} })).rejects.toMatchObject({ code: "role_required" });
  await expect(verifyAudit({ ctx: as("user"), input: {} })).rejects.toMatchObject({ code: "role_required" });
});

test("a filter narrows by action, kind, object, actor and time; its total is the number of lines one can page to", async () => {
  const ctx = as("viewer");
  const made = await listAudit({ ctx, input: { action: "agent.created" } });
  expect(made).toMatchObject({ total: 4 });
  expect(made.all).toBeGreaterThan(4);
  expect((await listAudit({ ctx, input: { action: "agent.*" } })).total).toBe(4);
  expect((await listAudit({ ctx, input: { action: "age.*" } })).total).toBe(0);
  const [line] = made.items;
  expect((await listAudit({ ctx, input: { object: line?.object.id ?? "" } })).total).toBe(1);
  expect((await listAudit({ ctx, input: { actor: line?.actor.id ?? "" } })).total).toBeGreaterThanOrEqual(4);
  expect((await listAudit({ ctx, input: { to: "2001-01-01T00:00:00Z" } })).total).toBe(0);
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await listAudit({
      ctx,
      input: { action: "agent.created", limit: 3, ...(cursor ? { cursor } : {}) },
    });
    seen.push(...page.items.map(({ audit_id }) => audit_id));
    cursor = page.next_cursor ?? undefined;
  } while (cursor);
  expect(new Set(seen).size).toBe(4);
  await expect(listAudit({ ctx, input: { cursor: "zzz" } })).rejects.toMatchObject({ code: "meaningless" });
});

test("another tenant's lines are neither listed nor counted", async () => {
  const mine = await listAudit({ ctx: as("admin"), input: { limit: 200 } });
  const theirs = await listAudit({ ctx: as("admin", other), input: { limit: 200 } });
  const ids = new Set(mine.items.map(({ audit_id }) => audit_id));
  expect(theirs.items.filter(({ audit_id }) => ids.has(audit_id))).toEqual([]);
});

test("a check says which line was changed, and that it was made is a line too", async () => {
  const ctx = as("reviewer");
  await server.runtime.engine.runDueWork(tenantId);
  const whole = await verifyAudit({ ctx, input: {} });
  expect(whole).toMatchObject({ problems: [] });
  expect(whole.linked).toBeGreaterThan(0);
  const [victim] = (await listAudit({ ctx, input: { action: "agent.created", limit: 1 } })).items;
  await server.runtime.database.asOwner(async (tx) => {
    await tx.execute(sql`select set_config('app.tenant_id', ${tenantId}, true)`);
    await tx.execute(sql`alter table audit_log disable trigger user`);
    await tx.execute(
      sql`update audit_log set actor_id = 'usr_nobody' where tenant_id = ${tenantId} and audit_id = ${victim?.audit_id}`,
    );
    await tx.execute(sql`alter table audit_log enable trigger user`);
  });
  const broken = await verifyAudit({ ctx, input: {} });
  expect(broken.problems).toEqual([{ kind: "columns_differ", seq: victim?.seq, audit_id: victim?.audit_id }]);
  const checks = await listAudit({ ctx, input: { action: "audit.verified" } });
  expect(checks.items.map(({ outcome }) => outcome)).toEqual(["failed", "allowed"]);
});
