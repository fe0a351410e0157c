import { DELETION_TARGETS, type Deletion, type DeletionTarget } from "@/lib/contracts/deletions";
import type { DeletionMemoryRecord, DeletionRecord } from "@/lib/store/erasure/deletion-records";
import type { TargetRecord } from "@/lib/store/erasure/deletion-targets";

export function toTargets(targets: readonly TargetRecord[]): DeletionTarget[] {
  return [...targets]
    .sort((a, b) => DELETION_TARGETS.indexOf(a.target) - DELETION_TARGETS.indexOf(b.target))
    .map((target) => ({
      target: target.target,
      state: target.state,
      found: target.found,
      removed: target.removed,
      left: target.left,
      attempts: target.attempts,
      checked_at: target.checkedAt?.toISOString() ?? null,
      evidence: target.evidence,
      due: target.due?.toISOString() ?? null,
    }));
}

/** What was derived from the selected memories is counted, not named: it may lie where the caller cannot see. */
export function toDeletion(
  record: DeletionRecord,
  memories: readonly Pick<DeletionMemoryRecord, "memoryId">[],
  targets: readonly TargetRecord[],
  onHold: boolean,
): Deletion {
  const derived = new Set(targets.find((target) => target.target === "primary")?.work?.derivedIds ?? []);
  return {
    deletion_id: record.deletionId,
    status: record.status,
    dry_run: false,
    affected: record.affected,
    memory_ids: memories.map((memory) => memory.memoryId).filter((id) => !derived.has(id)),
    requested_by: record.requestedBy,
    requested_at: record.requestedAt.toISOString(),
    execute_after: record.executeAfter.toISOString(),
    completed_at: record.completedAt?.toISOString() ?? null,
    on_hold: onHold && record.status === "requested",
    targets: toTargets(targets),
  };
}
