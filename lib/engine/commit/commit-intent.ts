import type { Operation, Outcome } from "@/lib/contracts/memories";
import type { CallContext } from "@/lib/engine/model/context";
import type { Intent } from "@/lib/engine/model/intent";
import type { EnginePorts } from "@/lib/engine/ports";
import { appendAudit } from "@/lib/store/audit";
import type { Tx } from "@/lib/store/client";
import { insertCandidate } from "@/lib/store/ledger/insert-candidate";

export interface IntentOrder {
  candidateId: string;
  eventId: string;
  intent: Pick<Intent, "key" | "extractor" | "scope" | "verb">;
  outcome: Outcome;
  operation: Operation;
  reasonCode: string;
  memoryId: string | null;
  policyVersion: number;
}

const ACTIONS: Partial<Record<Outcome, string>> = {
  committed: "memory.revised_by_word",
  pending_approval: "memory.held_for_approval",
};

/**
 * What became of a wish about something remembered. Its words are not kept here: they may repeat what is to be
 * forgotten; the event has them, as long as it may.
 */
export async function commitIntent(
  tx: Tx,
  ports: EnginePorts,
  call: CallContext,
  order: IntentOrder,
): Promise<void> {
  const { tenantId } = call.principal;
  const now = ports.clock.now();
  await insertCandidate(
    tx,
    {
      tenantId,
      candidateId: order.candidateId,
      eventId: order.eventId,
      extractor: order.intent.extractor,
      candidateKey: order.intent.key,
      scope: order.intent.scope,
      proposal: null,
      outcome: order.outcome,
      operation: order.operation,
      reasonCode: order.reasonCode,
      utility: null,
      memoryId: order.memoryId,
      superseded: [],
      conflictsWith: [],
      policyVersion: order.policyVersion,
      createdAt: now,
    },
    [],
  );
  await appendAudit(tx, call, {
    auditId: ports.newId("aud"),
    at: now,
    action: ACTIONS[order.outcome] ?? "memory.wish_refused",
    objectType: order.memoryId ? "memory" : "candidate",
    objectId: order.memoryId ?? order.candidateId,
    details: {
      candidate_id: order.candidateId,
      event_id: order.eventId,
      operation: order.operation,
      reason_code: order.reasonCode,
      policy_version: order.policyVersion,
    },
  });
}
