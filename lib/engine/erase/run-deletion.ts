import type { DeletionCounts } from "@/lib/contracts/deletions";
import { decideStatus, decideTargets, type ErasureFindings } from "@/lib/engine/erase/decide-targets";
import { destroyKeysOf, executeErasure } from "@/lib/engine/erase/execute-erasure";
import { toAffected } from "@/lib/engine/erase/plan-deletion";
import { digestMemories } from "@/lib/engine/erase/request-deletion";
import type { CallContext } from "@/lib/engine/model/context";
import type { EngineDeps } from "@/lib/engine/model/deps";
import { appendAudit } from "@/lib/store/audit";
import type { Tx } from "@/lib/store/client";
import { countPlaces } from "@/lib/store/erasure/count-places";
import {
  type DeletionRecord,
  insertDeletionMemories,
  listDeletionMemories,
  markMemoriesErased,
  updateDeletion,
} from "@/lib/store/erasure/deletion-records";
import {
  listTargets,
  NO_WORK,
  type TargetRecord,
  type TargetWork,
  updateTargets,
} from "@/lib/store/erasure/deletion-targets";
import { eraseRows } from "@/lib/store/erasure/erase-rows";
import { listExportsOf } from "@/lib/store/erasure/list-exports-of";
import { listForgottenEntities } from "@/lib/store/naming/list-forgotten-entities";
import { type ErasurePlan, NO_ROWS, type PlaceCounts } from "@/lib/store/erasure/erasure-plan";
import { probeSurroundings, type ReplicaPositions } from "@/lib/store/erasure/probe-surroundings";
import { lockForErasure } from "@/lib/store/erasure/read-erasable";
import {
  type SelectedMemory,
  selectDerived,
  selectEvents,
  selectEventsOf,
  selectMemories,
} from "@/lib/store/erasure/select-memories";

type Deps = Pick<EngineDeps, "ports">;

function planOf(
  record: DeletionRecord,
  memories: readonly { memoryId: string; factId: string }[],
  work: TargetWork,
): ErasurePlan {
  const whole = record.selectorKind === "all_of_subject" ? record.subject : null;
  return {
    memoryIds: memories.map((memory) => memory.memoryId),
    factIds: [...new Set(memories.map((memory) => memory.factId))],
    eventIds: work.eventIds,
    entityIds: work.entityIds ?? [],
    exportIds: work.exportIds ?? [],
    textDigests: work.textDigests,
    allOfSubject: whole === null ? null : { subject: whole, everywhere: record.requestedBy.kind !== "agent" },
  };
}

function workOf(targets: readonly TargetRecord[]): TargetWork {
  const kept = targets.find((target) => target.target === "primary")?.work;
  return kept ?? NO_WORK;
}

/** What a run is about: everything of it is locked. */
export interface ErasureTask {
  selected: readonly SelectedMemory[];
  derived: readonly SelectedMemory[];
  plan: ErasurePlan;
  found: PlaceCounts;
}

/**
 * Plans a request that waited for its time anew: what came to its memories meanwhile (new sources, new derivations, and
 * for "everything about a subject" new memories) goes with them.
 */
export async function replan(
  tx: Tx,
  deps: Deps,
  call: CallContext,
  record: DeletionRecord,
): Promise<ErasureTask> {
  const { tenantId } = call.principal;
  const { deletionId } = record;
  const work = workOf(await listTargets(tx, tenantId, [deletionId]));
  const known = await listDeletionMemories(tx, tenantId, [deletionId]);
  const asked = known.filter((memory) => !work.derivedIds.includes(memory.memoryId));
  const anywhere = { kind: "tenant" } as const;
  const sweep = planOf(record, asked, work).allOfSubject;
  const late = sweep?.everywhere
    ? await selectMemories(tx, tenantId, { allOfSubject: sweep.subject }, anywhere)
    : [];
  const named = [...new Set([...idsOf(asked), ...idsOf(late)])];
  const reached = await selectDerived(tx, tenantId, named);
  await lockForErasure(tx, tenantId, [...asked, ...late, ...reached]);

  // Another deletion may have been quicker with some of them: those are its own.
  const selected = await selectMemories(tx, tenantId, { memoryIds: named }, anywhere);
  const derived = await selectDerived(tx, tenantId, idsOf(selected));
  const memories = [...selected, ...derived];
  await insertDeletionMemories(tx, tenantId, deletionId, await digestMemories(tx, deps, tenantId, memories));
  const events = new Set([...work.eventIds, ...(await selectEvents(tx, tenantId, idsOf(memories)))]);
  if (sweep?.everywhere) {
    for (const id of await selectEventsOf(tx, tenantId, { subject: sweep.subject }, anywhere)) events.add(id);
  }
  const keys = { memoryIds: idsOf(memories), factIds: [...new Set(memories.map((memory) => memory.factId))] };
  const entityIds = await listForgottenEntities(tx, tenantId, {
    ...keys,
    wholeSubject: sweep?.everywhere ? sweep.subject : null,
  });
  const exportIds = await listExportsOf(tx, tenantId, { ...keys, wholeSubject: sweep?.subject ?? null });
  const plan = planOf(record, memories, { ...work, eventIds: [...events].sort(), entityIds, exportIds });
  return { selected, derived, plan, found: await countPlaces(tx, tenantId, plan) };
}

/** The first of two transactions: recall stops, the words go, the tombstones stand. */
export async function eraseNow(
  tx: Tx,
  deps: Deps,
  call: CallContext,
  record: DeletionRecord,
  task: ErasureTask,
): Promise<void> {
  const { tenantId } = call.principal;
  const { deletionId } = record;
  const derivedIds = idsOf(task.derived);
  const done = await executeErasure(tx, deps, call, deletionId, task.plan, derivedIds);
  const now = deps.ports.clock.now();
  // What only the words could find (cached vectors by their digest) was found when it was removed.
  const found = { ...task.found };
  for (const place of Object.keys(found) as (keyof PlaceCounts)[]) {
    found[place] = Math.max(found[place], done.removed[place]);
  }
  const work: TargetWork = {
    ...NO_WORK,
    eventIds: [...task.plan.eventIds],
    entityIds: [...(task.plan.entityIds ?? [])],
    exportIds: [...(task.plan.exportIds ?? [])],
    textDigests: [...done.plan.textDigests],
    derivedIds,
    found,
    removed: done.removed,
    keys: done.keys,
  };
  const findings: ErasureFindings = {
    found,
    removed: done.removed,
    left: null,
    derived: { found: derivedIds.length, removed: derivedIds.length, left: 0 },
    surroundings: null,
    replica: null,
  };
  const targets = decideTargets(findings, { attempts: new Map(), work }, now);
  await updateTargets(
    tx,
    tenantId,
    deletionId,
    targets.map((target) => ({ ...target, attempts: 0 })),
  );
  await markMemoriesErased(tx, tenantId, deletionId, now);
  const reached = toAffected(task.selected.length, derivedIds.length, found);
  // Erased again in a restored database: how much it was the first time stands.
  const affected = record.completedAt === null ? reached : keepLarger(record.affected, reached);
  await updateDeletion(tx, tenantId, deletionId, {
    status: "running",
    affected,
    startedAt: now,
    lastError: null,
  });
  await appendAudit(tx, call, {
    auditId: deps.ports.newId("aud"),
    at: now,
    action: "deletion.executed",
    objectType: "deletion",
    objectId: deletionId,
    details: {
      memories: task.selected.length,
      derived: derivedIds.length,
      events: affected.events,
      memory_ids: [...task.plan.memoryIds],
    },
  });
}

/**
 * The second: every place is looked at again, after the first is durable. What is found there is removed and looked
 * for once more, so that whatever slipped in while the erasure waited for its turn does not stay.
 */
export async function checkErased(
  tx: Tx,
  { ports }: Deps,
  call: CallContext,
  record: DeletionRecord,
  replica: ReplicaPositions | null,
): Promise<void> {
  const { tenantId } = call.principal;
  const { deletionId } = record;
  const now = ports.clock.now();
  const before = await listTargets(tx, tenantId, [deletionId]);
  const work = workOf(before);
  const plan = planOf(record, await listDeletionMemories(tx, tenantId, [deletionId]), work);
  let left = await countPlaces(tx, tenantId, plan);
  let again: PlaceCounts | null = null;
  if (Object.values(left).some((count) => count > 0)) {
    again = await eraseRows(tx, tenantId, plan, now);
    left = await countPlaces(tx, tenantId, plan);
  }
  const late = await destroyKeysOf(tx, tenantId, plan, now);
  const durableAt = work.durableAt ?? now.toISOString();
  const surroundings = await probeSurroundings(tx, tenantId, new Date(durableAt), now);
  const derivedLeft = (await selectMemories(tx, tenantId, { memoryIds: work.derivedIds }, { kind: "tenant" }))
    .length;
  const found = add(work.found, again);
  const removed = add(work.removed, again);
  const targets = decideTargets(
    {
      found,
      removed,
      derived: {
        found: work.derivedIds.length,
        removed: work.derivedIds.length - derivedLeft,
        left: derivedLeft,
      },
      left,
      surroundings,
      replica,
    },
    {
      attempts: new Map(before.map((target) => [target.target, target.attempts])),
      work: {
        ...work,
        found,
        removed,
        keys: late && { ...late, destroyed: [...(work.keys?.destroyed ?? []), ...late.destroyed] },
        durableAt,
        position: work.position ?? surroundings.replicas.position,
        swept: record.status === "complete",
      },
    },
    now,
  );
  const earlier = new Map(before.map((target) => [target.target, target]));
  const news = targets.filter((target) => {
    const known = earlier.get(target.target);
    const closed = target.state === "done" || target.state === "not_present";
    const same = known?.state === target.state && known.removed === target.removed;
    // A place once seen clean was seen clean; only what was open is written again.
    return !(closed && same && target.work?.swept === known?.work?.swept);
  });
  await updateTargets(tx, tenantId, deletionId, news);
  const status = decideStatus(targets);
  await updateDeletion(tx, tenantId, deletionId, {
    status,
    attempts: record.attempts + 1,
    lastError: status === "failed" ? "rows_left" : null,
    ...(status === "complete" && { completedAt: record.completedAt ?? now }),
  });
  if (status === record.status) return;
  await appendAudit(tx, call, {
    auditId: ports.newId("aud"),
    at: now,
    action: status === "complete" ? "deletion.completed" : `deletion.${status}`,
    objectType: "deletion",
    objectId: deletionId,
    outcome: status === "failed" ? "failed" : "allowed",
    details: {
      open: targets.filter((t) => t.state !== "done" && t.state !== "not_present").map((t) => t.target),
    },
  });
}

function idsOf(memories: readonly { memoryId: string }[]): string[] {
  return memories.map((memory) => memory.memoryId);
}

function keepLarger(a: DeletionCounts, b: DeletionCounts): DeletionCounts {
  const counts = { ...a };
  for (const name of Object.keys(counts) as (keyof DeletionCounts)[])
    counts[name] = Math.max(a[name], b[name]);
  return counts;
}

function add(a: PlaceCounts | null, b: PlaceCounts | null): PlaceCounts {
  const sum = { ...NO_ROWS };
  for (const counts of [a, b]) {
    if (counts === null) continue;
    for (const place of Object.keys(sum) as (keyof PlaceCounts)[]) sum[place] += counts[place];
  }
  return sum;
}
