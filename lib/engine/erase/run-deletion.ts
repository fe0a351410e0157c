import { decideStatus, decideTargets, type ErasureFindings } from "@/lib/engine/erase/decide-targets";
import { executeErasure } from "@/lib/engine/erase/execute-erasure";
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
  updateTarget,
} from "@/lib/store/erasure/deletion-targets";
import { eraseRows } from "@/lib/store/erasure/erase-rows";
import { type ErasurePlan, NO_ROWS, type PlaceCounts } from "@/lib/store/erasure/erasure-plan";
import { probeSurroundings, type ReplicaPositions } from "@/lib/store/erasure/probe-surroundings";
import { lockForErasure } from "@/lib/store/erasure/read-erasable";
import {
  selectDerived,
  selectEvents,
  selectEventsOf,
  selectMemories,
} from "@/lib/store/erasure/select-memories";

type Deps = Pick<EngineDeps, "ports">;

function planOf(record: DeletionRecord, memoryIds: readonly string[], work: TargetWork): ErasurePlan {
  const whole = record.selectorKind === "all_of_subject" ? record.subject : null;
  return {
    memoryIds,
    eventIds: work.eventIds,
    textDigests: work.textDigests,
    allOfSubject: whole === null ? null : { subject: whole, everywhere: record.requestedBy.kind !== "agent" },
  };
}

function workOf(targets: readonly TargetRecord[]): TargetWork {
  const kept = targets.find((target) => target.target === "primary")?.work;
  return kept ?? NO_WORK;
}

/**
 * The first of two transactions: recall stops, the words go, the tombstones stand. What came to the memories since the
 * request (new sources, new derivations, and for "everything about a subject" new memories) goes with them.
 */
export async function eraseNow(tx: Tx, deps: Deps, call: CallContext, record: DeletionRecord): Promise<void> {
  const { tenantId } = call.principal;
  const { deletionId } = record;
  const targets = await listTargets(tx, tenantId, [deletionId]);
  const work = workOf(targets);
  const known = (await listDeletionMemories(tx, tenantId, [deletionId])).map((memory) => memory.memoryId);
  const asked = known.filter((id) => !work.derivedIds.includes(id));
  const anywhere = { kind: "tenant" } as const;
  const sweep = planOf(record, asked, work).allOfSubject;
  const late = sweep?.everywhere
    ? await selectMemories(tx, tenantId, { allOfSubject: sweep.subject }, anywhere)
    : [];
  const named = [...new Set([...asked, ...late.map((memory) => memory.memoryId)])];
  const reached = await selectDerived(tx, tenantId, named);
  await lockForErasure(tx, tenantId, [...named, ...reached.map((memory) => memory.memoryId)]);

  // Another deletion may have been quicker with some of them: those are its own.
  const standing = await selectMemories(tx, tenantId, { memoryIds: named }, anywhere);
  const derived = await selectDerived(
    tx,
    tenantId,
    standing.map((memory) => memory.memoryId),
  );
  const memories = [...standing, ...derived];
  const memoryIds = memories.map((memory) => memory.memoryId);
  await insertDeletionMemories(tx, tenantId, deletionId, await digestMemories(tx, deps, tenantId, memories));
  const events = new Set([...work.eventIds, ...(await selectEvents(tx, tenantId, memoryIds))]);
  if (sweep?.everywhere) {
    for (const id of await selectEventsOf(tx, tenantId, { subject: sweep.subject }, anywhere)) events.add(id);
  }
  const derivedIds = [...new Set([...work.derivedIds, ...derived.map((memory) => memory.memoryId)])];
  const plan = planOf(record, memoryIds, { ...work, eventIds: [...events].sort() });
  const found = await countPlaces(tx, tenantId, plan);
  const done = await executeErasure(tx, deps, call, deletionId, plan, derivedIds);

  const now = deps.ports.clock.now();
  // What only the words could find (cached vectors by their digest) was found when it was removed.
  const all = { ...found, cachedVectors: Math.max(found.cachedVectors, done.removed.cachedVectors) };
  const kept: TargetWork = {
    ...work,
    eventIds: [...plan.eventIds],
    textDigests: [...done.plan.textDigests],
    derivedIds,
    found: all,
    removed: done.removed,
  };
  const findings: ErasureFindings = {
    found: all,
    removed: done.removed,
    left: null,
    derived: { found: derived.length, removed: derived.length, left: 0 },
    surroundings: null,
    replica: null,
  };
  for (const target of decideTargets(findings, { attempts: new Map(), work: kept }, now)) {
    await updateTarget(tx, tenantId, deletionId, { ...target, attempts: 0 });
  }
  await markMemoriesErased(tx, tenantId, deletionId, now);
  const selected = memories.length - derived.length;
  const affected = toAffected(selected, derived.length, findings.found);
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
    details: { memories: selected, derived: derived.length, events: affected.events, memory_ids: memoryIds },
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
  const memoryIds = (await listDeletionMemories(tx, tenantId, [deletionId])).map((memory) => memory.memoryId);
  const plan = planOf(record, memoryIds, work);
  let left = await countPlaces(tx, tenantId, plan);
  let again: PlaceCounts | null = null;
  if (Object.values(left).some((count) => count > 0)) {
    again = await eraseRows(tx, tenantId, plan, now);
    left = await countPlaces(tx, tenantId, plan);
  }
  const surroundings = await probeSurroundings(tx, tenantId, record.startedAt ?? now, now);
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
        position: work.position ?? surroundings.replicas.position,
        swept: record.status === "complete",
      },
    },
    now,
  );
  const earlier = new Map(before.map((target) => [target.target, target]));
  for (const target of targets) {
    const known = earlier.get(target.target);
    // A place once seen clean was seen clean; only what was open is written again.
    const closed = target.state === "done" || target.state === "not_present";
    const swept = target.work?.swept === known?.work?.swept;
    if (closed && known?.state === target.state && known.removed === target.removed && swept) continue;
    await updateTarget(tx, tenantId, deletionId, target);
  }
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

function add(a: PlaceCounts | null, b: PlaceCounts | null): PlaceCounts {
  const sum = { ...NO_ROWS };
  for (const counts of [a, b]) {
    if (counts === null) continue;
    for (const place of Object.keys(sum) as (keyof PlaceCounts)[]) sum[place] += counts[place];
  }
  return sum;
}
