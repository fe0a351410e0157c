import { sql } from "drizzle-orm";
import type { DeletionTarget, DeletionTargetName } from "@/lib/contracts/deletions";
import type { Tx } from "@/lib/store/client";
import type { PlaceCounts } from "@/lib/store/erasure/erasure-plan";
import type { DestroyedKeys } from "@/lib/store/sealing/subject-keys";
import { textSet } from "@/lib/store/erasure/id-list";
import { queryRows, toInstantOrNull } from "@/lib/store/rows";

/** A target as kept: `work` is what a later attempt needs (ids and keyed digests), and stays inside. */
export interface TargetRecord {
  target: DeletionTargetName;
  state: DeletionTarget["state"];
  found: number;
  removed: number;
  left: number;
  attempts: number;
  checkedAt: Date | null;
  evidence: DeletionTarget["evidence"];
  work: TargetWork | null;
  due: Date | null;
}

export interface TargetWork {
  eventIds: string[];
  /** Absent in what was kept before names were erased too. */
  entityIds?: string[];
  /** Exports that held one of the memories; absent in what was kept before exports were. */
  exportIds?: string[];
  textDigests: string[];
  /** Of the deletion's memories, those that went because what they were derived from went. */
  derivedIds: string[];
  /** Where the database's log stood after the erasure. */
  position: string | null;
  /** Row counts so far, place by place; null until it ran. */
  found: PlaceCounts | null;
  removed: PlaceCounts | null;
  /** Data keys destroyed, and rows for which one had to be kept; null when not everything of a subject went. */
  keys: DestroyedKeys | null;
  /** When the erasure was first seen to be committed: a backup that began before may hold what was erased. */
  durableAt?: string;
  /** Looked through once more after it was complete. */
  swept: boolean;
}

export const NO_WORK: TargetWork = {
  eventIds: [],
  textDigests: [],
  derivedIds: [],
  position: null,
  found: null,
  removed: null,
  keys: null,
  swept: false,
};

export async function listTargets(
  tx: Tx,
  tenantId: string,
  deletionIds: readonly string[],
): Promise<(TargetRecord & { deletionId: string })[]> {
  const rows = await queryRows<{
    deletion_id: string;
    target: DeletionTargetName;
    state: DeletionTarget["state"];
    found: number;
    removed: number;
    left: number;
    attempts: number;
    checked_at: unknown;
    evidence: string | null;
    due: unknown;
  }>(
    tx,
    sql`select deletion_id, target, state, found, removed, "left", attempts, checked_at, evidence::text as evidence, due
      from deletion_targets where tenant_id = ${tenantId} and deletion_id in ${textSet(deletionIds)}`,
  );
  return rows.map((row) => {
    const kept = row.evidence === null ? null : (JSON.parse(row.evidence) as KeptEvidence);
    return {
      deletionId: row.deletion_id,
      target: row.target,
      state: row.state,
      found: row.found,
      removed: row.removed,
      left: row.left,
      attempts: row.attempts,
      checkedAt: toInstantOrNull(row.checked_at),
      evidence: kept?.shown ?? null,
      work: kept?.work ?? null,
      due: toInstantOrNull(row.due),
    };
  });
}

interface KeptEvidence {
  shown: DeletionTarget["evidence"];
  work: TargetWork | null;
}

/** Writes what is known of these places, all in one statement. */
export async function updateTargets(
  tx: Tx,
  tenantId: string,
  deletionId: string,
  targets: readonly TargetRecord[],
): Promise<void> {
  if (targets.length === 0) return;
  const rows = targets.map((target) => ({
    ...target,
    checkedAt: target.checkedAt?.toISOString() ?? null,
    due: target.due?.toISOString() ?? null,
    evidence: { shown: target.evidence, work: target.work } satisfies KeptEvidence,
  }));
  await tx.execute(sql`update deletion_targets t set state = n.state, found = n.found, removed = n.removed,
      "left" = n."left", attempts = n.attempts, checked_at = n."checkedAt", evidence = n.evidence, due = n.due
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as n(target text, state text, found int, removed int,
      "left" int, attempts int, "checkedAt" timestamptz, evidence jsonb, due timestamptz)
    where t.tenant_id = ${tenantId} and t.deletion_id = ${deletionId} and t.target = n.target`);
}
