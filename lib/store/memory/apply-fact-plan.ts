import type { CallContext } from "@/lib/engine/model/context";
import type { FactState } from "@/lib/engine/model/fact-state";
import type { FactPlan } from "@/lib/engine/policy/plan-fact-change";
import type { Tx } from "@/lib/store/client";
import { holdChanges, holdRows, startFactChange } from "@/lib/store/hold-rows";
import { type Sealer, sealerOfFact } from "@/lib/store/sealing/seal-rows";
import { outbox } from "@/lib/store/schema/ledger";
import { memoryPeriods, memoryTransitions } from "@/lib/store/schema/memory";

export interface PlanLabels {
  operation: string;
  reasonCode: string;
  /** In the actor's own words; goes with an erasure. */
  reason: string | null;
  addedRevision: number | null;
  /** Of whom it concerns, when what changes is of high sensitivity: the reason is sealed then. Found out when left out. */
  sealer?: Sealer | null;
}

/**
 * Writes a plan: closes what no longer holds, inserts what does, moves states, and owes the index its news. The new
 * version's own row must stand before (see insert-version).
 */
export async function applyFactPlan(
  tx: Tx,
  call: CallContext,
  fact: FactState,
  plan: FactPlan,
  labels: PlanLabels,
  newId: (prefix: "per" | "trn" | "out") => string,
): Promise<void> {
  const { tenantId, actor } = call.principal;
  const at = new Date(plan.t);
  const given = labels.sealer !== undefined || labels.reason === null;
  const sealer = given ? (labels.sealer ?? null) : await sealerOfFact(tx, tenantId, fact, at);
  startFactChange(tx);
  holdChanges(
    tx,
    "closed_periods",
    tenantId,
    plan.close.map((periodId) => ({ period_id: periodId, at })),
  );
  holdRows(
    tx,
    memoryPeriods,
    tenantId,
    plan.insert.map((span) => ({
      tenantId,
      periodId: newId("per"),
      factId: fact.factId,
      memoryId: span.memoryId,
      single: fact.cardinality === "one",
      valid: toRange(span.from, span.to),
      known: toRange(plan.t, null),
      confirmation: span.confirmation,
    })),
  );
  const date = (ms: number | null) => (ms === null ? null : new Date(ms));
  holdChanges(
    tx,
    "changed_memories",
    tenantId,
    plan.updates.map((update) => ({
      memory_id: update.memoryId,
      status: update.status,
      status_reason: update.statusReason,
      confirmation: update.confirmation,
      claim_state: update.claimState,
      ended_at: date(update.endedAt),
      authority: update.authority,
      trust: update.trust,
      superseded_by: update.supersededBy,
      contradicted: update.contradicted,
      retired_at: date(update.retiredAt),
      state_revision: update.stateRevision,
      updated_at: at,
    })),
  );
  holdRows(
    tx,
    memoryTransitions,
    tenantId,
    plan.transitions.map((transition) => ({
      tenantId,
      factId: fact.factId,
      memoryId: transition.memoryId,
      operation: labels.operation,
      fromStatus: transition.fromStatus,
      toStatus: transition.toStatus,
      fromConfirmation: transition.fromConfirmation,
      toConfirmation: transition.toConfirmation,
      at,
      actorKind: actor.kind,
      actorId: actor.id,
      reasonCode: labels.reasonCode,
      ...toReason(newId("trn"), labels.reason, sealer),
    })),
  );
  const changed = { fact_id: fact.factId, known_bound: at, revisions: labels.addedRevision };
  holdChanges(tx, "changed_facts", tenantId, [changed]);
  const touched = new Set([
    ...plan.transitions.map((t) => t.memoryId),
    ...plan.updates.map((u) => u.memoryId),
  ]);
  holdRows(
    tx,
    outbox,
    tenantId,
    [...touched].map((memoryId) => ({
      tenantId,
      outboxId: newId("out"),
      kind: "memory.index",
      objectId: memoryId,
      createdAt: at,
      dueAt: at,
      attempts: 0,
    })),
  );
}

function toRange(from: number, to: number | null): string {
  return `[${new Date(from).toISOString()},${to === null ? "" : new Date(to).toISOString()})`;
}

function toReason(transitionId: string, reason: string | null, sealer: Sealer | null) {
  return sealer && reason !== null
    ? { transitionId, reason: null, ...sealer.seal("memory_transitions", transitionId, { reason }) }
    : { transitionId, reason };
}
