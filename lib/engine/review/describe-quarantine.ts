import type { Quarantined, Signal } from "@/lib/contracts/reviews";
import type { Principal } from "@/lib/engine/model/principal";
import { decideRelease, mayJudge } from "@/lib/engine/policy/decide-release";
import { reasonSentence } from "@/lib/engine/policy/reason-sentences";
import { hideHigh } from "@/lib/engine/policy/hide-high";
import type { WritePolicy } from "@/lib/engine/policy/write-policy";
import type { Tx } from "@/lib/store/client";
import { readMemories } from "@/lib/store/memory/read-memories";
import { readReviews } from "@/lib/store/review/insert-review";
import { readQuarantine } from "@/lib/store/review/list-quarantine";
import { findHolders, readEvidence } from "@/lib/store/review/read-evidence";
import { listDescendants, traceEvents } from "@/lib/store/review/trace-provenance";

/** What is held for safety, with all that a decision needs: signals, evidence, what it reached, what came of it. */
export async function describeQuarantine(
  tx: Tx,
  principal: Principal,
  policy: WritePolicy,
  ids: readonly string[],
  now: Date,
  withDescendants: boolean,
): Promise<Quarantined[]> {
  const { tenantId } = principal;
  const rows = await readQuarantine(tx, tenantId, ids, policy.suspicion.burst.minutes);
  const memoryIds = rows.map((row) => row.memoryId);
  const holders = await findHolders(tx, tenantId, memoryIds);
  const memories = new Map(
    (await readMemories(tx, tenantId, [...new Set([...memoryIds, ...holders.values()])], { now })).map(
      (memory) => [memory.memory_id, hideHigh(principal, memory)],
    ),
  );
  const evidence = await readEvidence(tx, tenantId, memoryIds, (type) => policy.sources[type].trust);
  const steps = await readReviews(tx, tenantId, ids);
  const described: Quarantined[] = [];
  for (const row of rows) {
    const from =
      withDescendants && row.eventId !== null ? await traceEvents(tx, tenantId, [row.eventId]) : [];
    const descendants = from.length > 0 ? await listDescendants(tx, tenantId, from) : [];
    described.push({
      quarantine_id: row.quarantineId,
      revision: row.revision,
      state: row.state as Quarantined["state"],
      signals: row.signals as Signal[],
      reason_code: row.reasonCode,
      reason: reasonSentence(row.reasonCode),
      cause: row.cause as Quarantined["cause"],
      root_id: row.rootId,
      policy_version: row.policyVersion,
      scope: row.scope,
      subject: row.subject,
      predicate: row.predicate,
      fact_id: row.factId,
      memory: memories.get(row.memoryId) ?? null,
      current: memories.get(holders.get(row.memoryId) ?? "") ?? null,
      evidence: evidence.get(row.memoryId) ?? [],
      descendants: descendants.map((one) => one.memoryId).filter((id) => id !== row.memoryId),
      cluster: row.cluster,
      reached: row.reached,
      opened_at: row.openedAt.toISOString(),
      opened_by: { kind: row.openedByKind, id: row.openedById, name: row.openedByName },
      decided_at: row.decidedAt?.toISOString() ?? null,
      decided_by:
        row.decidedById === null
          ? null
          : { kind: row.decidedByKind ?? "job", id: row.decidedById, name: row.decidedByName },
      reviews: steps.get(row.quarantineId) ?? [],
      releasable_as: decideRelease(row.signals, row).as,
      may_decide: row.state === "held" && mayJudge(principal, row.writerId),
    });
  }
  return described;
}
