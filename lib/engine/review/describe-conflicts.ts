import type { Conflict } from "@/lib/contracts/reviews";
import type { Principal } from "@/lib/engine/model/principal";
import { decideReviewer } from "@/lib/engine/policy/decide-reviewer";
import { reasonSentence } from "@/lib/engine/policy/reason-sentences";
import { hideHigh } from "@/lib/engine/policy/hide-high";
import type { WritePolicy } from "@/lib/engine/policy/write-policy";
import type { Tx } from "@/lib/store/client";
import { readMemories } from "@/lib/store/memory/read-memories";
import { readConflicts } from "@/lib/store/review/conflicts";
import { readReviews } from "@/lib/store/review/insert-review";
import { readEvidence } from "@/lib/store/review/read-evidence";

/** Both sides of what disagrees, each with its evidence. */
export async function describeConflicts(
  tx: Tx,
  principal: Principal,
  policy: WritePolicy,
  ids: readonly string[],
  now: Date,
): Promise<Conflict[]> {
  const { tenantId } = principal;
  const rows = await readConflicts(tx, tenantId, ids);
  const sides = [...new Set(rows.flatMap((row) => [row.incumbentId, row.challengerId]))];
  const memories = new Map(
    (await readMemories(tx, tenantId, sides, { now })).map((memory) => [
      memory.memory_id,
      hideHigh(principal, memory),
    ]),
  );
  const evidence = await readEvidence(tx, tenantId, sides, (type) => policy.sources[type].trust);
  const steps = await readReviews(tx, tenantId, ids);
  return rows.map((row) => ({
    conflict_id: row.conflictId,
    revision: row.revision,
    state: row.closedAt === null ? "open" : "closed",
    reason_code: row.reasonCode,
    reason: reasonSentence(row.reasonCode),
    fact_id: row.factId,
    scope: row.scope,
    subject: row.subject,
    predicate: row.predicate,
    incumbent: memories.get(row.incumbentId) ?? null,
    challenger: memories.get(row.challengerId) ?? null,
    incumbent_evidence: evidence.get(row.incumbentId) ?? [],
    challenger_evidence: evidence.get(row.challengerId) ?? [],
    served: row.served,
    opened_at: row.openedAt.toISOString(),
    closed_at: row.closedAt?.toISOString() ?? null,
    closed_by:
      row.closedById === null
        ? null
        : { kind: row.closedByKind ?? "job", id: row.closedById, name: row.closedByName },
    resolution: row.resolution,
    reviews: steps.get(row.conflictId) ?? [],
    may_decide:
      row.closedAt === null &&
      decideReviewer(
        principal,
        { scope: row.scope, subject: row.subject, class: "normal", proposedBy: null, firstBy: null },
        null,
      ).may,
  }));
}
