import type { Memory, Operation } from "@/lib/contracts/memories";
import type { CallContext } from "@/lib/engine/model/context";
import type { EnginePorts } from "@/lib/engine/ports";
import { appendAudit } from "@/lib/store/audit";
import type { Tx } from "@/lib/store/client";
import { insertCandidate } from "@/lib/store/ledger/insert-candidate";

export interface PendingOrder {
  candidateId: string;
  event: { eventId: string };
  memory: Memory;
  operation: Operation;
  reasonCode: string;
  policyVersion: number;
}

/** A change somebody asked for and may not make: a candidate that names the memory and waits. */
export async function commitPending(
  tx: Tx,
  ports: EnginePorts,
  call: CallContext,
  order: PendingOrder,
): Promise<void> {
  const now = ports.clock.now();
  await insertCandidate(
    tx,
    {
      tenantId: call.principal.tenantId,
      candidateId: order.candidateId,
      eventId: order.event.eventId,
      extractor: "agent",
      scope: order.memory.scope,
      proposal: null,
      outcome: "pending_approval",
      operation: order.operation,
      reasonCode: order.reasonCode,
      utility: null,
      memoryId: order.memory.memory_id,
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
    action: "memory.held_for_approval",
    objectType: "memory",
    objectId: order.memory.memory_id,
    details: {
      candidate_id: order.candidateId,
      event_id: order.event.eventId,
      operation: order.operation,
      reason_code: order.reasonCode,
    },
  });
}
