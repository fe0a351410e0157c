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
  type DeletionRecord,
  insertDeletion,
} from "@/lib/store/erasure/deletion-records";
import { listTargets, NO_WORK } from "@/lib/store/erasure/deletion-targets";
import { isAnyHeld } from "@/lib/store/erasure/hold-records";
import { readErasable } from "@/lib/store/erasure/read-erasable";
import { withholdMemories } from "@/lib/store/erasure/withhold-memories";
import type { SelectedMemory } from "@/lib/store/erasure/select-memories";

/** Ten minutes in which a broad request can be thought better of; one that names ids means them. */
const DEFAULT_WINDOW_S = 600;

export type RequestedDeletion =
  /** A dry run, or one that waits for its time: all there is to say already. */
  | { runNow: false; deletion: Deletion }
  /** Everything is locked and planned; it is to run in this same transaction. */
  | { runNow: true; record: DeletionRecord; planned: PlannedDeletion };

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
  const { tenantId } = principal;
  const reach = decideReach(principal);
  if (reach === null) throw new EngineError("write_mode_forbids", "This credential may not erase anything.");
  const now = ports.clock.now();
  const dryRun = input.dry_run === true;
  const windowS = input.cancel_window_s ?? (input.selector.memory_ids ? 0 : DEFAULT_WINDOW_S);
  const planned = await planDeletion(tx, principal, reach, input.selector, !dryRun && windowS === 0);
  const onHold = await isAnyHeld(tx, tenantId, planned.plan);
  const runNow = !dryRun && windowS === 0 && !onHold;
  const pin = pinOf({ ports }, tenantId, planned);
  if (dryRun) return { runNow: false, deletion: { ...toDryRun(call, planned, now), on_hold: onHold, pin } };
  if (input.pin !== undefined && input.pin !== pin) {
    throw new EngineError(
      "stale_revision",
      "What this would erase is not what the dry run told any more. Nothing was erased; look again.",
    );
  }

  const record: DeletionRecord = {
    deletionId: ports.newId("del"),
    requestedBy: principal.actor,
    subject: planned.subject,
    selectorKind: planned.selectorKind,
    status: "requested",
    affected: planned.affected,
    requestedAt: now,
    executeAfter: new Date(now.getTime() + windowS * 1_000),
    startedAt: null,
    completedAt: null,
    attempts: 0,
  };
  const { deletionId } = record;
  const memories = await digestMemories(tx, { ports }, tenantId, [...planned.selected, ...planned.derived]);
  await insertDeletion(
    tx,
    tenantId,
    { ...record, requestDigest: digestRequest({ ports }, call) },
    memories,
    DELETION_TARGETS,
    {
      ...NO_WORK,
      eventIds: [...planned.plan.eventIds],
      derivedIds: planned.derived.map((memory) => memory.memoryId),
    },
  );
  await appendAudit(tx, call, {
    auditId: ports.newId("aud"),
    at: now,
    action: "deletion.requested",
    objectType: "deletion",
    objectId: deletionId,
    details: { selector: planned.selectorKind, memories: planned.affected.memories, window_s: windowS },
  });
  if (runNow) return { runNow, record, planned };
  await withholdMemories(
    tx,
    tenantId,
    deletionId,
    memories.map((memory) => memory.memoryId),
  );
  return {
    runNow,
    deletion: toDeletion(record, memories, await listTargets(tx, tenantId, [deletionId]), onHold),
  };
}

/** Names a request that has a key of its own; null for one that has none. */
export function digestRequest({ ports }: Pick<EngineDeps, "ports">, call: CallContext): string | null {
  const { tenantId, actor } = call.principal;
  return call.once === undefined
    ? null
    : ports.keys.digest(tenantId, "dedupe", "deletion", actor.id, call.once);
}

/** Names exactly what a dry run told: the memories, and how many rows of each kind go with them. */
function pinOf({ ports }: Pick<EngineDeps, "ports">, tenantId: string, planned: PlannedDeletion): string {
  const ids = [...planned.plan.memoryIds].sort();
  return ports.keys.digest(tenantId, "receipt", "pin", canonicalJson(planned.affected), ...ids);
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
    on_hold: false,
    targets: [],
  };
}
