import type { Decision } from "@/lib/contracts/memories";
import type { CallContext } from "@/lib/engine/model/context";
import type { Admission, Proposal } from "@/lib/engine/model/proposal";
import type { FactState } from "@/lib/engine/model/fact-state";
import { erasedDigestParts, erasedTextParts } from "@/lib/engine/policy/erased-digest";
import { toFactKey } from "@/lib/engine/policy/fold-name";
import { normaliseValue, normaliseValueAtFirst, VALUE_VERSION } from "@/lib/engine/policy/normalise-value";
import { type ClaimChange, nextKnownInstant } from "@/lib/engine/policy/plan-fact-change";
import type { WritePolicy } from "@/lib/engine/policy/write-policy";
import type { EnginePorts } from "@/lib/engine/ports";
import { decideResolution, type Resolution } from "@/lib/engine/resolve/decide-resolution";
import { decideTimes } from "@/lib/engine/resolve/decide-times";
import { resolveSubject } from "@/lib/engine/resolve/resolve-subject";
import type { Tx } from "@/lib/store/client";
import { lockFact, lockOrMakeFact } from "@/lib/store/memory/lock-fact";
import { wasAnyErased } from "@/lib/store/memory/read-controls";

/** The outcome and everything commit needs of the fact; read and decided under the fact's lock. */
export interface ResolvedChange {
  outcome: Decision["outcome"];
  operation: Decision["operation"];
  reasonCode: string;
  fact: FactState;
  t: number;
  valueDigest: string;
  times: { from: number; to: number | null; observedAt: number };
  add: { status: "candidate" | "pending_approval" | "quarantined" | null; supersedes: string | null } | null;
  changes: ClaimChange[];
  evidence: { memoryId: string; relation: "supports" | "contradicts" } | null;
  conflictWith: string | null;
}

export interface ResolveOptions {
  occurredAt: Date | null;
  policy: WritePolicy;
  sameCall: ReadonlySet<string>;
  /** Held for a person's decision whatever the fact says: the gates or the key's mode said so. */
  hold: { status: "pending_approval" | "quarantined"; reasonCode: string } | null;
}

/** Locks the fact, reads its claims, decides. The lock stands until the transaction ends, so the decision cannot go stale. */
export async function resolveProposal(
  tx: Tx,
  ports: EnginePorts,
  call: CallContext,
  proposal: Proposal,
  admission: Admission,
  options: ResolveOptions,
): Promise<ResolvedChange> {
  const { tenantId } = call.principal;
  const subject = await resolveSubject(tx, tenantId, proposal.scope, proposal.subject);
  const valueDigest = digestValue(ports, tenantId, proposal.value, proposal.predicate);
  const digests = {
    all: [valueDigest, ports.keys.digest(tenantId, "value", normaliseValueAtFirst(proposal.value))],
    version: VALUE_VERSION,
  };
  const key = toFactKey({ ...proposal, subject });
  const found =
    (await lockFact(tx, tenantId, key, digests)) ??
    (await lockOrMakeFact(
      tx,
      tenantId,
      key,
      {
        factId: ports.newId("fact"),
        cardinality: proposal.cardinality ?? "one",
        createdAt: ports.clock.now(),
        writtenSubject: subject === proposal.subject ? null : proposal.subject,
      },
      digests,
    ));
  const fact = withPresentDigests(ports, tenantId, found);
  const t = nextKnownInstant(fact, ports.clock.now());
  const times = decideTimes(proposal, options.occurredAt, t, options.policy);
  const base = { fact, t, valueDigest, times, changes: [], evidence: null, conflictWith: null };
  if (options.hold) {
    return {
      ...base,
      outcome: options.hold.status,
      operation: "NONE",
      reasonCode: options.hold.reasonCode,
      add: { status: options.hold.status, supersedes: null },
    };
  }
  const texts = [proposal.statement, proposal.quote ?? ""].flatMap((text) => {
    const parts = erasedTextParts(proposal.scope, text);
    return parts ? [ports.keys.digest(tenantId, "erased", ...parts)] : [];
  });
  const erased = await wasAnyErased(tx, tenantId, [
    ...[proposal.subject, subject, fact.subject]
      .flatMap((name) => erasedDigestParts({ ...proposal, subject: name }))
      .map((parts) => ports.keys.digest(tenantId, "erased", ...parts)),
    ...texts,
  ]);
  const tellsAnew = call.principal.self !== null && call.principal.via === "page";
  const resolution = decideResolution({
    proposal,
    admission,
    fact,
    valueDigest,
    times,
    erasedBefore: erased && !tellsAnew,
    sameCall: options.sameCall,
  });
  return { ...base, ...toOrder(resolution, admission, fact) };
}

function digestValue(ports: EnginePorts, tenantId: string, value: unknown, predicate: string): string {
  return `${VALUE_VERSION}${ports.keys.digest(tenantId, "value", VALUE_VERSION, normaliseValue(value, predicate))}`;
}

/** Digests that were made before values were read as they are now are made anew from the value itself. */
function withPresentDigests(ports: EnginePorts, tenantId: string, fact: FactState): FactState {
  const renew = (value: unknown) => digestValue(ports, tenantId, value, fact.predicate);
  const claims = fact.claims.map((claim) =>
    claim.oldValue === undefined ? claim : { ...claim, valueDigest: renew(claim.oldValue) },
  );
  return { ...fact, claims };
}

type OrderParts = Pick<
  ResolvedChange,
  "outcome" | "operation" | "reasonCode" | "add" | "changes" | "evidence" | "conflictWith"
>;

function toOrder(resolution: Resolution, admission: Admission, fact: FactState): OrderParts {
  const none = { add: null, changes: [], evidence: null, conflictWith: null };
  switch (resolution.kind) {
    case "add":
      return {
        ...none,
        outcome: "committed",
        operation: "ADD",
        reasonCode: fact.cardinality === "many" && fact.revisions > 0 ? "added_value" : "added",
        add: { status: null, supersedes: null },
      };
    case "supersede":
      return {
        ...none,
        outcome: "committed",
        operation: "SUPERSEDE",
        reasonCode: "superseded",
        add: { status: null, supersedes: resolution.holder.memoryId },
      };
    case "confirm": {
      const { holder } = resolution;
      const change: ClaimChange = { memoryId: holder.memoryId };
      if (resolution.raises) {
        change.confirmation = "confirmed";
        change.claim = { authority: Math.max(holder.authority, admission.authority) };
        change.trust = Math.max(holder.trust, admission.trust);
      }
      return {
        ...none,
        outcome: "committed",
        operation: "CONFIRM",
        reasonCode: resolution.raises ? "confirmed" : "same_value",
        changes: resolution.raises ? [change] : [],
        evidence: { memoryId: holder.memoryId, relation: "supports" },
      };
    }
    case "contradict":
      return {
        ...none,
        outcome: resolution.quarantine ? "quarantined" : "unchanged",
        operation: "NONE",
        reasonCode: resolution.code,
        add: resolution.quarantine ? { status: "quarantined", supersedes: null } : null,
        evidence: { memoryId: resolution.holder.memoryId, relation: "contradicts" },
      };
    case "conflict":
      return {
        ...none,
        outcome: "conflict",
        operation: "NONE",
        reasonCode: resolution.code,
        add: { status: "candidate", supersedes: null },
        conflictWith: resolution.holder.memoryId,
      };
    case "refuse":
      return { ...none, outcome: "rejected", operation: "NONE", reasonCode: resolution.code };
  }
}
