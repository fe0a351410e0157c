import type { Outcome } from "@/lib/contracts/memories";
import type {
  CommitOrder,
  CommittedParts,
  FactChange,
  PlannedChange,
} from "@/lib/engine/commit/commit-order";
import { writeVersion } from "@/lib/engine/commit/write-version";
import { toStoredProposal } from "@/lib/engine/commit/to-stored-proposal";
import { concernedBy } from "@/lib/engine/model/concerned";
import type { CallContext } from "@/lib/engine/model/context";
import { embeddingDigest, embeddingText } from "@/lib/engine/policy/embedding-text";
import { planFactChange } from "@/lib/engine/policy/plan-fact-change";
import { listRaised } from "@/lib/engine/policy/raise-sensitivity";
import type { Claim } from "@/lib/engine/policy/timeline";
import type { EnginePorts } from "@/lib/engine/ports";
import { appendAudit } from "@/lib/store/audit";
import type { Tx } from "@/lib/store/client";
import { dropPayload } from "@/lib/store/erasure/drop-payload";
import { insertCandidate } from "@/lib/store/ledger/insert-candidate";
import { sealStoredPayload } from "@/lib/store/ledger/seal-payload";
import { createSealer, type Sealer, sealerOfAll } from "@/lib/store/sealing/seal-rows";
import { sealVersions } from "@/lib/store/sealing/seal-versions";
import { applyFactPlan } from "@/lib/store/memory/apply-fact-plan";
import { insertSource } from "@/lib/store/memory/insert-version";
import { sendTogether } from "@/lib/store/send-together";
import { openQuestion } from "@/lib/store/memory/find-neighbours";
import { openConflict } from "@/lib/store/memory/open-conflict";

/**
 * One transaction's worth of writing: candidate, verdicts, version, evidence, periods, transitions, audit and outbox
 * stand together or not at all.
 */
export async function commitProposal(
  tx: Tx,
  ports: EnginePorts,
  call: CallContext,
  order: CommitOrder,
): Promise<CommittedParts> {
  const { tenantId } = call.principal;
  const { proposal } = order;
  const change = order.change ? planChange(ports, order, order.change) : null;
  const parts = change?.parts ?? { memoryId: null, superseded: [], conflicts_with: [], written: null };
  const sealer = await openSealer(tx, tenantId, order, ports.clock.now());
  const high = proposal.sensitivity === "high";
  const raised = change && sealer && high ? await raiseFact(tx, ports, tenantId, order, change, sealer) : [];
  // Whatever names the new version stands behind its row; all the rest waits for nothing and goes out together.
  const written = change ? await writeVersion(tx, call, order, change, sealer) : null;
  // Recorded in clear before anybody knew: what is of high sensitivity does not stay so.
  if (sealer && high) await sealStoredPayload(tx, tenantId, order.eventId, ports.clock.now());
  const erasedBefore = order.reasonCode === "erased_before";
  // What the sensitivity gate refuses is not kept among the candidates either, whichever gate answered first.
  const unfit = order.verdicts.some((one) => one.gate === "sensitivity" && one.verdict === "deny");
  const storable = proposal.secrets.length === 0 && !unfit && !erasedBefore;
  const now = ports.clock.now();
  const sent: Promise<unknown>[] = change ? writeChange(tx, ports, call, order, change, sealer) : [];
  const candidate = insertCandidate(
    tx,
    {
      tenantId,
      candidateId: order.candidateId,
      eventId: order.eventId,
      extractor: proposal.extractor,
      candidateKey: proposal.key ?? null,
      scope: proposal.scope,
      proposal: storable ? toStoredProposal(proposal) : null,
      outcome: order.outcome,
      operation: order.operation,
      reasonCode: order.reasonCode,
      utility: order.utility,
      memoryId: parts.memoryId,
      superseded: parts.superseded,
      conflictsWith: parts.conflicts_with,
      policyVersion: order.policyVersion,
      createdAt: now,
    },
    order.verdicts,
    sealer,
  );
  sent.push(candidate);
  if (erasedBefore) sent.push(dropPayload(tx, tenantId, order.eventId));
  const audit = appendAudit(tx, call, {
    auditId: ports.newId("aud"),
    at: now,
    action: AUDIT_ACTIONS[order.outcome],
    objectType: parts.memoryId ? "memory" : "candidate",
    objectId: parts.memoryId ?? order.candidateId,
    details: {
      candidate_id: order.candidateId,
      event_id: order.eventId,
      operation: order.operation,
      reason_code: order.reasonCode,
      superseded: parts.superseded,
      policy_version: order.policyVersion,
      ...(raised.length > 0 && { raised }),
    },
  });
  await sendTogether([...sent, audit]);
  return { ...parts, written };
}

/** Of whom a proposal concerns that is kept encrypted, by its fact's own name; null for what is kept as it stands. */
async function openSealer(
  tx: Tx,
  tenantId: string,
  { proposal, change, reasonCode }: CommitOrder,
  at: Date,
): Promise<Sealer | null> {
  const place = change?.fact ?? proposal;
  if (proposal.sensitivity !== "high" || reasonCode === "high_sensitivity_denied")
    return sealerOfAll(tx, tenantId, place, at);
  return createSealer(tx, tenantId, concernedBy(place), at);
}

/** What comes is of high sensitivity: so are, from now on, the older versions of its fact. @returns their ids */
async function raiseFact(
  tx: Tx,
  ports: EnginePorts,
  tenantId: string,
  { outcome, proposal, admission }: CommitOrder,
  { change, added }: PlannedChange,
  sealer: Sealer,
): Promise<string[]> {
  if (outcome !== "committed") return [];
  const raised = listRaised(change.fact.claims, {
    sensitivity: proposal.sensitivity,
    authority: admission.authority,
    confirmed: admission.confirmation === "confirmed",
    adds: added !== null,
  });
  await sealVersions(tx, tenantId, raised, sealer, ports.clock.now(), (model, statement) =>
    embeddingDigest(ports.keys, tenantId, model, embeddingText({ statement })),
  );
  return raised;
}

const AUDIT_ACTIONS: Record<Outcome, string> = {
  committed: "memory.committed",
  unchanged: "memory.left_unchanged",
  rejected: "memory.refused",
  quarantined: "memory.quarantined",
  pending_approval: "memory.held_for_approval",
  conflict: "memory.conflicted",
};

/** All that is decided of a change before its first row is written. */
function planChange(ports: EnginePorts, order: CommitOrder, change: FactChange): PlannedChange {
  const added = change.add ? toClaim(ports.newId("mem"), order, change) : null;
  const plan = planFactChange(
    change.fact,
    change.t,
    change.changes,
    added ? { claim: added, ...(change.add?.status ? { status: change.add.status } : {}) } : null,
  );
  const parts = {
    written: null,
    memoryId: added?.memoryId ?? (order.operation === "NONE" ? null : (change.evidence?.memoryId ?? null)),
    superseded: plan.displaced,
    conflicts_with: change.conflictWith
      ? [change.conflictWith]
      : change.evidence?.relation === "contradicts"
        ? [change.evidence.memoryId]
        : [],
  };
  return { change, added, plan, parts };
}

/** Started, not awaited. */
function writeChange(
  tx: Tx,
  ports: EnginePorts,
  call: CallContext,
  order: CommitOrder,
  { change, added, plan }: PlannedChange,
  sealer: Sealer | null,
): Promise<unknown>[] {
  const { fact } = change;
  const sent: Promise<unknown>[] = [];
  const recordedAt = new Date(change.t);
  if (change.evidence) {
    const source = {
      tenantId: call.principal.tenantId,
      memoryId: change.evidence.memoryId,
      eventId: order.eventId,
      relation: change.evidence.relation,
      sourceType: order.proposal.sourceType,
      writerId: call.principal.actor.id,
      quote: order.proposal.quote,
      quoteStart: order.proposal.quoteAt?.start ?? null,
      quoteEnd: order.proposal.quoteAt?.end ?? null,
      observedAt: new Date(change.times.observedAt),
      recordedAt,
    };
    sent.push(insertSource(tx, source, sealer));
  }
  const planned = applyFactPlan(
    tx,
    call,
    fact,
    plan,
    {
      operation: order.operation,
      reasonCode: order.reasonCode,
      reason: change.reason,
      addedRevision: added ? fact.revisions + 1 : null,
      sealer,
    },
    ports.newId,
  );
  sent.push(planned);
  if (added) {
    for (const question of change.questions) {
      sent.push(
        openQuestion(
          tx,
          call.principal.tenantId,
          {
            ...question,
            duplicateId: ports.newId("dup"),
            scope: order.proposal.scope,
            memoryId: added.memoryId,
          },
          recordedAt,
        ),
      );
    }
  }
  if (change.conflictWith && added) {
    const conflict = openConflict(tx, {
      tenantId: call.principal.tenantId,
      conflictId: ports.newId("con"),
      factId: fact.factId,
      incumbentId: change.conflictWith,
      challengerId: added.memoryId,
      reasonCode: order.reasonCode,
      openedAt: recordedAt,
    });
    sent.push(conflict);
  }
  return sent;
}

function toClaim(memoryId: string, order: CommitOrder, change: FactChange): Claim {
  return {
    memoryId,
    from: change.times.from,
    to: change.times.to,
    // What is held for a person's decision claims no time until they decide.
    state: change.add?.status ? "gone" : "held",
    endedAt: null,
    authority: order.admission.authority,
    observedAt: change.times.observedAt,
    seq: change.fact.revisions + 1,
    confirmation: order.admission.confirmation,
  };
}
