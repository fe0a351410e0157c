import { afterAll, beforeAll, expect, test } from "vitest";
import type { Role } from "@/lib/contracts/principals";
import { createSettableClock } from "@/lib/platform/clock";
import { toServiceContext } from "@/lib/server/person-context";
import { listAudit } from "@/lib/services/audit/list-audit";
import type { ServiceContext } from "@/lib/services/context";
import { getChain } from "@/lib/services/fact/get-chain";
import { getSubject } from "@/lib/services/subject/get-subject";
import { listReveals } from "@/lib/services/subject/list-reveals";
import { revealSubject } from "@/lib/services/subject/reveal-subject";
import { personCall } from "@/lib/testing/open-test-engine";
import { openTestServer, type TestServer } from "@/lib/testing/open-test-server";

const clock = createSettableClock(new Date("2026-10-01T08:00:00Z"));
let server: TestServer;
let tenantId: string;
let factId: string;
const as = (role: Role, tenant = tenantId): ServiceContext =>
  toServiceContext(server.runtime, personCall(tenant, role, { roles: ["user", role] }).principal, "req_page");

beforeAll(async () => {
  server = await openTestServer({ clock });
  const made = await server.createTenant("covered");
  tenantId = made.tenantId;
  await server.admin("POST", "/users", {
    tenant: "covered",
    email: "Lin@house.example",
    password: "a long enough one",
    external_id: "lin",
    roles: ["user"],
  });
  const told = await server.call("POST", "/memories", {
    key: made.key,
    body: {
      scope: "user:lin",
      subject: "user:lin",
      predicate: "seat",
      value: "aisle",
      source: { type: "user_statement", quote: "I prefer an aisle seat." },
    },
  });
  factId = told.body.memory.fact_id;
});
afterAll(() => server?.close());

test("only a privacy officer uncovers; for nobody else anything is uncovered by it", async () => {
  const input = { subject: "user:lin", reason: "person_asked" } as const;
  for (const role of ["user", "viewer", "reviewer", "admin"] as const)
    await expect(revealSubject({ ctx: as(role), input })).rejects.toMatchObject({ code: "role_required" });
  const officer = as("privacy_officer");
  expect(await listReveals({ ctx: officer, input: {} })).toEqual([]);
  const reveal = await revealSubject({ ctx: officer, input });
  expect(await listReveals({ ctx: officer, input: {} })).toEqual([reveal]);
  expect(await listReveals({ ctx: as("reviewer"), input: {} })).toEqual([]);
  const demoted = { ...officer, principal: { ...officer.principal, roles: ["user", "viewer"] as Role[] } };
  expect(await listReveals({ ctx: demoted, input: {} })).toEqual([]);
});

test("it stands in the log with its reason, and ends by itself after a quarter of an hour", async () => {
  const officer = as("privacy_officer");
  const [line] = (await listAudit({ ctx: officer, input: { action: "subject.revealed" } })).items;
  expect(line).toMatchObject({
    object: { type: "subject", id: "user:lin" },
    details: { reason: "person_asked" },
  });
  clock.advance(15 * 60_000);
  expect(await listReveals({ ctx: officer, input: {} })).toEqual([]);
});

test("a person is found by what is exactly theirs, and by nobody of another tenant", async () => {
  const ctx = as("viewer");
  for (const who of ["user:lin", "lin", "lin@house.example", "LIN@HOUSE.EXAMPLE"])
    expect(await getSubject({ ctx, input: { who } })).toMatchObject({
      subject: "user:lin",
      memories: { active: 1 },
    });
  for (const who of ["li", "user:li", "%", "lin@house"])
    await expect(getSubject({ ctx, input: { who } })).rejects.toMatchObject({ code: "not_found" });
  await expect(getSubject({ ctx: as("user"), input: { who: "lin" } })).rejects.toMatchObject({
    code: "role_required",
  });
  const { tenantId: other } = await server.createTenant("next-door");
  const stranger = as("privacy_officer", other);
  await expect(getSubject({ ctx: stranger, input: { who: "user:lin" } })).rejects.toMatchObject({
    code: "not_found",
  });
  await expect(
    revealSubject({ ctx: stranger, input: { subject: "user:lin", reason: "quality" } }),
  ).rejects.toMatchObject({ code: "not_found" });
  await expect(getChain({ ctx: stranger, input: { fact_id: factId } })).rejects.toMatchObject({
    code: "not_found",
  });
  expect((await getChain({ ctx, input: { fact_id: factId } })).periods).toHaveLength(1);
});
