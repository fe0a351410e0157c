import { afterAll, beforeAll, expect, test } from "vitest";
import type { Role } from "@/lib/contracts/principals";
import { createId } from "@/lib/platform/ids";
import { toServiceContext } from "@/lib/server/person-context";
import { listAudit } from "@/lib/services/audit/list-audit";
import type { ServiceContext } from "@/lib/services/context";
import { getOverview } from "@/lib/services/console/get-overview";
import { getHealth } from "@/lib/services/job/get-health";
import { listDeletionWork } from "@/lib/services/job/list-deletion-work";
import { listJobs } from "@/lib/services/job/list-jobs";
import { retryJob } from "@/lib/services/job/retry-job";
import { deletionTargets, deletions } from "@/lib/store/schema/lifecycle";
import { outbox } from "@/lib/store/schema/ledger";
import { personCall } from "@/lib/testing/open-test-engine";
import { openTestServer, type TestServer } from "@/lib/testing/open-test-server";

let server: TestServer;
let tenantId: string;
const owed: string[] = [];
const deletionId = createId("del", new Date());
const as = (role: Role): ServiceContext =>
  toServiceContext(
    server.runtime,
    personCall(tenantId, role, { roles: ["user", role] }).principal,
    "req_page",
  );

/** Three memories whose index rows are owed, one of them tried twice, and an erasure that failed in one place. */
beforeAll(async () => {
  server = await openTestServer();
  ({ tenantId } = await server.createTenant("works"));
  await server.createTenant("rests");
  const now = server.runtime.clock.now();
  const hour = 3_600_000;
  await server.runtime.database.withTenant(tenantId, async (tx) => {
    for (const [at, attempts] of [0, 0, 2].entries()) {
      const createdAt = new Date(now.getTime() - hour + at * 1_000);
      const outboxId = createId("out", createdAt);
      owed.push(outboxId);
      await tx.insert(outbox).values({
        tenantId,
        outboxId,
        kind: "memory.index",
        objectId: createId("mem", createdAt),
        createdAt,
        dueAt: new Date(now.getTime() + hour),
        attempts,
        lastError: attempts > 0 ? "embedder" : null,
      });
    }
    await tx.insert(deletions).values({
      tenantId,
      deletionId,
      requestedByKind: "user",
      requestedById: "usr_x",
      selectorKind: "memory_ids",
      status: "failed",
      affected: { memories: 2, events: 0, sources: 0, candidates: 0, index_rows: 0, derived: 0 },
      requestedAt: now,
      executeAfter: now,
      attempts: 3,
      lastError: "rows_left",
    });
    for (const [target, state] of [
      ["primary", "done"],
      ["vector_index", "failed"],
    ] as const)
      await tx.insert(deletionTargets).values({
        tenantId,
        deletionId,
        target,
        state,
        found: 2,
        removed: 1,
        left: state === "failed" ? 1 : 0,
        attempts: 3,
        due: state === "failed" ? new Date(now.getTime() + hour) : null,
      });
  });
});
afterAll(() => server?.close());

test("what is owed is listed oldest first, with counts that hold whatever the filter", async () => {
  const ctx = as("viewer");
  const all = await listJobs({ ctx, input: {} });
  expect(all.items.map(({ job_id }) => job_id)).toEqual([...owed, deletionId]);
  expect(all.counts.indexing).toEqual({ waiting: 2, running: 0, failing: 1, dead: 0 });
  const failing = await listJobs({ ctx, input: { state: "failing" } });
  expect(failing).toMatchObject({ total: 2, counts: all.counts });
  expect(failing.items.map(({ last_error }) => last_error)).toEqual(["embedder", "rows_left"]);
  const first = await listJobs({ ctx, input: { limit: 3 } });
  const second = await listJobs({ ctx, input: { limit: 3, cursor: first.next_cursor ?? "" } });
  expect([...first.items, ...second.items]).toEqual(all.items);
  expect(second.next_cursor).toBeNull();
  await expect(listJobs({ ctx, input: { cursor: "nonsense" } })).rejects.toMatchObject({
    code: "meaningless",
  });
});

test("an end user sees none of it; a retry is an administrator's, that of an erasure a privacy officer's too", async () => {
  const ctx = as("user");
  for (const call of [
    listJobs({ ctx, input: {} }),
    getHealth({ ctx, input: {} }),
    listDeletionWork({ ctx, input: {} }),
  ])
    await expect(call).rejects.toMatchObject({ code: "role_required" });
  const index = { kind: "indexing", job_id: owed[2] ?? "" } as const;
  const erasure = { kind: "deletion", job_id: deletionId } as const;
  for (const role of ["user", "viewer", "reviewer", "privacy_officer"] as const)
    await expect(retryJob({ ctx: as(role), input: index })).rejects.toMatchObject({ code: "role_required" });
  for (const role of ["user", "viewer", "reviewer"] as const)
    await expect(retryJob({ ctx: as(role), input: erasure })).rejects.toMatchObject({
      code: "role_required",
    });
  const before = Date.now();
  await retryJob({ ctx: as("admin"), input: index });
  await retryJob({ ctx: as("privacy_officer"), input: erasure });
  const { items } = await listJobs({ ctx: as("admin"), input: { state: "failing" } });
  for (const { due_at } of items) expect(Date.parse(due_at ?? "")).toBeLessThan(before + 60_000);
  await expect(
    retryJob({ ctx: as("admin"), input: { kind: "indexing", job_id: createId("out", new Date()) } }),
  ).rejects.toMatchObject({ code: "not_found" });
  const lines = await listAudit({ ctx: as("admin"), input: { action: "job.retried" } });
  expect(lines.items.map(({ object }) => object.id)).toEqual([deletionId, owed[2]]);
});

test("the matrix of deletions is narrowed by status and by the place that is open", async () => {
  const ctx = as("privacy_officer");
  const [row] = (await listDeletionWork({ ctx, input: { store: "vector_index" } })).items;
  expect(row).toMatchObject({ deletion_id: deletionId, memories: 2, attempts: 3 });
  expect(row?.targets).toHaveLength(2);
  expect(await listDeletionWork({ ctx, input: { store: "primary" } })).toMatchObject({ total: 0, all: 1 });
  expect((await listDeletionWork({ ctx, input: { status: "complete" } })).total).toBe(0);
});

test("the overview counts what fails and says since when it is owed", async () => {
  const overview = await getOverview({ ctx: as("viewer"), input: {} });
  expect(overview).toMatchObject({ jobs_failing: 2, deletions: { failed: 1 } });
  const failing = await listJobs({ ctx: as("viewer"), input: { state: "failing" } });
  expect(overview.oldest.jobsFailing).toBe(failing.items[0]?.created_at);
  expect(overview.oldest.deletionsFailed).toBe(failing.items[1]?.created_at);
  expect(overview.oldest).toMatchObject({
    pending: null,
    quarantined: null,
    conflicts: null,
    deletionsOpen: null,
  });
});

test("health names what is owed and since when, and nothing of another tenant", async () => {
  const health = await getHealth({ ctx: as("viewer"), input: {} });
  expect(health.indexing).toMatchObject({ owed: 3, failing: 1 });
  expect(health.indexing.oldest_owed_at).not.toBeNull();
  expect(health.deletions).toMatchObject({ failed: 1 });
  expect(health.audit.unlinked).toBeGreaterThan(0);
});
