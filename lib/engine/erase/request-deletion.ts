import { type CreateDeletionInput, DELETION_TARGETS, type Deletion } from "@/lib/contracts/deletions";
import { decideReach } from "@/lib/engine/erase/decide-reach";
import { type PlannedDeletion, planDeletion } from "@/lib/engine/erase/plan-deletion";
import { toDeletion } from "@/lib/engine/erase/to-deletion";
import { EngineError } from "@/lib/engine/errors";
import type { CallContext } from "@/lib/engine/model/context";
import type { EngineDeps } from "@/lib/engine/model/deps";
import { canonicalJson } from "@/lib/platform/hashing";
import { appendAudit } from "@/lib/store/audit";
import type { Tx } from "@/lib/store/client";
import {
  type DeletionMemoryRecord,
  findDeletion,
  insertDeletion,
  listDeletionMemories,
} from "@/lib/store/erasure/deletion-records";
import { listTargets, NO_WORK, updateTarget } from "@/lib/store/erasure/deletion-targets";
import { readErasable } from "@/lib/store/erasure/read-erasable";
import type { SelectedMemory } from "@/lib/store/erasure/select-memories";

/** Ten minutes in which a broad request can be thought better of; one that names ids means them. */
const DEFAULT_WINDOW_S = 600;

export interface RequestedDeletion {
  deletion: Deletion;
  /** True when it is to run now, in this same transaction. */
  runNow: boolean;
}

/**
 * Writes a request down with all it covers, or with `dry_run` only says what it would cover. The words of the selector
 * and of the reason are not kept: they may repeat what is to be forgotten.
 */
export async function writeRequest(
  tx: Tx,
  { ports }: Pick<EngineDeps, "ports">,
  call: CallContext,
  input: CreateDeletionInput,
): Promise<RequestedDeletion> {
  const { principal } = call;
  const reach = decideReach(principal);
  if (reach === null) throw new EngineError("write_mode_forbids", "This credential may not erase anything.");
  const now = ports.clock.now();
  const dryRun = input.dry_run === true;
  const windowS = input.cancel_window_s ?? (input.selector.memory_ids ? 0 : DEFAULT_WINDOW_S);
  const runNow = !dryRun && windowS === 0;
  const planned = await planDeletion(tx, principal, reach, input.selector, runNow);
  if (dryRun) return { deletion: toDryRun(call, planned, now), runNow };

  const deletionId = ports.newId("del");
  const { tenantId } = principal;
  await insertDeletion(
    tx,
    tenantId,
    {
      deletionId,
      requestedBy: principal.actor,
      subject: planned.subject,
      selectorKind: planned.selectorKind,
      status: "requested",
      affected: planned.affected,
      requestedAt: now,
      executeAfter: new Date(now.getTime() + windowS * 1_000),
    },
    await digestMemories(tx, { ports }, tenantId, [...planned.selected, ...planned.derived]),
    DELETION_TARGETS,
  );
  const targets = await listTargets(tx, tenantId, [deletionId]);
  for (const target of targets) {
    if (target.target !== "primary") continue;
    const derivedIds = planned.derived.map((memory) => memory.memoryId);
    const work = { ...NO_WORK, eventIds: [...planned.plan.eventIds], derivedIds };
    await updateTarget(tx, tenantId, deletionId, { ...target, work });
  }
  await appendAudit(tx, call, {
    auditId: ports.newId("aud"),
    at: now,
    action: "deletion.requested",
    objectType: "deletion",
    objectId: deletionId,
    details: { selector: planned.selectorKind, memories: planned.affected.memories, window_s: windowS },
  });
  const record = await findDeletion(tx, tenantId, deletionId);
  if (!record) throw new Error("a deletion just written down is not there");
  const memories = await listDeletionMemories(tx, tenantId, [deletionId]);
  return { deletion: toDeletion(record, memories, await listTargets(tx, tenantId, [deletionId])), runNow };
}

/** Keyed digests by which whoever holds the key recognises on a receipt what it was about. */
export async function digestMemories(
  tx: Tx,
  { ports }: Pick<EngineDeps, "ports">,
  tenantId: string,
  memories: readonly SelectedMemory[],
): Promise<Omit<DeletionMemoryRecord, "erasedAt">[]> {
  const words = new Map(
    (
      await readErasable(
        tx,
        tenantId,
        memories.map((memory) => memory.memoryId),
      )
    ).map((item) => [item.memoryId, item]),
  );
  return memories.map(({ memoryId, factId, scope, subject }) => {
    const said = words.get(memoryId);
    const parts = [
      memoryId,
      scope,
      subject ?? "",
      said?.predicate ?? "",
      said ? canonicalJson(said.value) : "",
    ];
    return { memoryId, factId, scope, digest: ports.keys.digest(tenantId, "receipt", ...parts) };
  });
}

function toDryRun(call: CallContext, planned: PlannedDeletion, now: Date): Deletion {
  return {
    deletion_id: null,
    status: "requested",
    dry_run: true,
    affected: planned.affected,
    memory_ids: planned.selected.map((memory) => memory.memoryId),
    requested_by: { ...call.principal.actor },
    requested_at: now.toISOString(),
    execute_after: null,
    completed_at: null,
    targets: [],
  };
}
