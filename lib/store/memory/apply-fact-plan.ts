import { and, eq, sql } from "drizzle-orm";
import type { CallContext } from "@/lib/engine/model/context";
import type { FactState } from "@/lib/engine/model/fact-state";
import type { FactPlan } from "@/lib/engine/policy/plan-fact-change";
import type { Tx } from "@/lib/store/client";
import { sendTogether } from "@/lib/store/send-together";
import { type Sealer, sealerOfFact } from "@/lib/store/sealing/seal-rows";
import { outbox } from "@/lib/store/schema/ledger";
import { facts, memories, memoryTransitions } from "@/lib/store/schema/memory";

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
  const iso = at.toISOString();
  const given = labels.sealer !== undefined || labels.reason === null;
  const sealer = given ? (labels.sealer ?? null) : await sealerOfFact(tx, tenantId, fact, at);
  const sent: PromiseLike<unknown>[] = [];
  if (plan.close.length > 0) {
    sent.push(
      tx.execute(sql`update memory_periods set known = tstzrange(lower(known), ${iso}::timestamptz)
          where tenant_id = ${tenantId} and period_id in (${sql.join(
            plan.close.map((id) => sql`${id}`),
            sql`, `,
          )})`),
    );
  }
  if (plan.insert.length > 0) {
    const rows = plan.insert.map(
      (
        span,
      ) => sql`(${tenantId}, ${newId("per")}, ${fact.factId}, ${span.memoryId}, ${fact.cardinality === "one"},
        tstzrange(${new Date(span.from).toISOString()}::timestamptz, ${span.to === null ? null : new Date(span.to).toISOString()}::timestamptz),
        tstzrange(${iso}::timestamptz, null), ${span.confirmation})`,
    );
    sent.push(
      tx.execute(sql`insert into memory_periods (tenant_id, period_id, fact_id, memory_id, single, valid, known, confirmation)
          values ${sql.join(rows, sql`, `)}`),
    );
  }
  for (const update of plan.updates) {
    sent.push(
      tx
        .update(memories)
        .set({
          status: update.status,
          statusReason: update.statusReason,
          confirmation: update.confirmation,
          claimState: update.claimState,
          endedAt: update.endedAt === null ? null : new Date(update.endedAt),
          authority: update.authority,
          trust: update.trust,
          supersededBy: update.supersededBy,
          confidence: update.contradicted ? sql`${memories.certainty} / 2` : sql`${memories.certainty}`,
          retiredAt: update.retiredAt === null ? null : new Date(update.retiredAt),
          stateRevision: update.stateRevision,
          updatedAt: at,
        })
        .where(and(eq(memories.tenantId, tenantId), eq(memories.memoryId, update.memoryId))),
    );
  }
  if (plan.transitions.length > 0) {
    sent.push(
      tx.insert(memoryTransitions).values(
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
      ),
    );
  }
  sent.push(
    tx
      .update(facts)
      .set({ knownBound: at, ...(labels.addedRevision === null ? {} : { revisions: labels.addedRevision }) })
      .where(and(eq(facts.tenantId, tenantId), eq(facts.factId, fact.factId))),
  );
  const touched = new Set([
    ...plan.transitions.map((t) => t.memoryId),
    ...plan.updates.map((u) => u.memoryId),
  ]);
  if (touched.size > 0) {
    sent.push(
      tx.insert(outbox).values(
        [...touched].map((memoryId) => ({
          tenantId,
          outboxId: newId("out"),
          kind: "memory.index",
          objectId: memoryId,
          createdAt: at,
          dueAt: at,
          attempts: 0,
        })),
      ),
    );
  }
  await sendTogether(sent);
}

function toReason(transitionId: string, reason: string | null, sealer: Sealer | null) {
  return sealer && reason !== null
    ? { transitionId, reason: null, ...sealer.seal("memory_transitions", transitionId, { reason }) }
    : { transitionId, reason };
}
