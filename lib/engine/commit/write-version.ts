import type { CommitOrder, PlannedChange } from "@/lib/engine/commit/commit-order";
import type { CallContext } from "@/lib/engine/model/context";
import type { Tx } from "@/lib/store/client";
import type { WrittenVersion } from "@/lib/store/memory/compose-memory";
import { insertVersion } from "@/lib/store/memory/insert-version";
import type { Sealer } from "@/lib/store/sealing/seal-rows";

/** The new version's own rows; null when the change brings none, or when they are not to be read as they stand. */
export async function writeVersion(
  tx: Tx,
  call: CallContext,
  order: CommitOrder,
  { change, added: claim, plan }: PlannedChange,
  sealer: Sealer | null,
): Promise<WrittenVersion | null> {
  if (claim === null) return null;
  const { tenantId, actor } = call.principal;
  const { proposal, admission } = order;
  const recordedAt = new Date(plan.t);
  const date = (ms: number | null) => (ms === null ? null : new Date(ms));
  const version = {
    memory: {
      tenantId,
      memoryId: claim.memoryId,
      factId: change.fact.factId,
      revision: change.fact.revisions + 1,
      seq: claim.seq,
      scope: proposal.scope,
      kind: proposal.kind,
      cardinality: change.fact.cardinality,
      provenanceType: proposal.sourceType,
      assertion: proposal.assertion,
      authority: admission.authority,
      claimFrom: new Date(claim.from),
      claimTo: date(claim.to),
      claimState: claim.state,
      endedAt: null,
      status: plan.addedStatus ?? "active",
      statusReason: change.add?.status ? order.reasonCode : null,
      confirmation: admission.confirmation,
      stateRevision: 0,
      trust: admission.trust,
      certainty: proposal.certainty,
      confidence: plan.addedSupersededBy === null ? proposal.certainty : proposal.certainty / 2,
      importance: admission.importance,
      sensitivity: proposal.sensitivity,
      temporalScope: proposal.temporalScope,
      observedAt: new Date(change.times.observedAt),
      recordedAt,
      retiredAt: null,
      supersedes: change.add?.supersedes ?? null,
      supersededBy: plan.addedSupersededBy,
      writerKind: actor.kind,
      writerId: actor.id,
      useCount: 0,
      lastUsedAt: null,
      updatedAt: recordedAt,
      schemaVersion: 1,
    },
    content: {
      tenantId,
      memoryId: claim.memoryId,
      value: proposal.value,
      statement: proposal.statement,
      topic: proposal.topic,
      purpose: proposal.purpose,
      consentBasis: proposal.consentBasis,
      writeReason: proposal.writeReason,
      metadata: proposal.metadata,
      episode: proposal.episode ?? null,
      valueDigest: change.valueDigest,
      meaningDigest: (proposal.sensitivity === "high" ? null : change.meaningDigest) ?? "",
    },
    source: {
      tenantId,
      memoryId: claim.memoryId,
      eventId: order.eventId,
      relation: "supports",
      sourceType: proposal.sourceType,
      writerId: actor.id,
      quote: proposal.quote,
      quoteStart: proposal.quoteAt?.start ?? null,
      quoteEnd: proposal.quoteAt?.end ?? null,
      observedAt: new Date(change.times.observedAt),
      recordedAt,
    },
  };
  await insertVersion(tx, version.memory, version.content, version.source, sealer);
  if (sealer) return null;
  return {
    ...version,
    fact: change.fact,
    spans: plan.insert.filter((span) => span.memoryId === claim.memoryId),
  };
}
