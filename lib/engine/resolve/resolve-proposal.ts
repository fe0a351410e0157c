import type { Decision } from "@/lib/contracts/memories";
import type { CallContext } from "@/lib/engine/model/context";
import type { Admission, Proposal } from "@/lib/engine/model/proposal";
import type { FactKey, FactState } from "@/lib/engine/model/fact-state";
import { erasedDigestParts, erasedTextParts } from "@/lib/engine/policy/erased-digest";
import { toFactKey } from "@/lib/engine/policy/fold-name";
import { normaliseValue, normaliseValueAtFirst, VALUE_VERSION } from "@/lib/engine/policy/normalise-value";
import { type ClaimChange, nextKnownInstant } from "@/lib/engine/policy/plan-fact-change";
import type { WritePolicy } from "@/lib/engine/policy/write-policy";
import type { EnginePorts } from "@/lib/engine/ports";
import { decideResolution, holdersAt, type Resolution } from "@/lib/engine/resolve/decide-resolution";
import { decideTimes } from "@/lib/engine/resolve/decide-times";
import {
  digestMeaning,
  findSameMeaning,
  type Question,
  type SameMeaning,
} from "@/lib/engine/resolve/find-same-meaning";
import { raiseConflict } from "@/lib/engine/resolve/raise-conflict";
import { resolveSubject } from "@/lib/engine/resolve/resolve-subject";
import type { Tx } from "@/lib/store/client";
import { lockFact, lockFactById, lockOrMakeFact } from "@/lib/store/memory/lock-fact";
import { agentOf } from "@/lib/engine/model/principal";
import { listPausedSubjects, wasAnyErased } from "@/lib/store/memory/read-controls";

/** The outcome and everything commit needs of the fact; read and decided under the fact's lock. */
export interface ResolvedChange {
  outcome: Decision["outcome"];
  operation: Decision["operation"];
  reasonCode: string;
  fact: FactState;
  t: number;
  valueDigest: string;
  /** What memories have in common that may say the same; null for what is never compared. */
  meaningDigest: string | null;
  times: { from: number; to: number | null; observedAt: number };
  add: { status: "candidate" | "pending_approval" | "quarantined" | null; supersedes: string | null } | null;
  changes: ClaimChange[];
  evidence: { memoryId: string; relation: "supports" | "contradicts" } | null;
  conflictWith: string | null;
  /** Memories of other facts that may say the same: asked about, never merged. */
  questions: Question[];
}

export interface ResolveOptions {
  eventId: string;
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
  const meaningDigest = digestMeaning(ports, tenantId, proposal, subject);
  const digests = {
    all: [valueDigest, ports.keys.digest(tenantId, "value", normaliseValueAtFirst(proposal.value))],
    version: VALUE_VERSION,
  };
  const key = toFactKey({ ...proposal, subject });
  const standing = await lockFact(tx, tenantId, key, digests);
  const tellsAnew = call.principal.self !== null && call.principal.via === "page";
  const names = [...new Set([proposal.subject, subject, standing?.subject ?? subject])];
  const erased =
    !tellsAnew && (await wasAnyErased(tx, tenantId, digestErasable(ports, tenantId, proposal, names)));
  if (erased) return refuse(standing ?? emptyFact(key), valueDigest, "erased_before");
  const hidden = subject !== proposal.subject && (await isPaused(tx, ports, call, subject));
  if (hidden) return refuse(standing ?? emptyFact(key), valueDigest, "memory_paused");
  const isNew = standing === null || standing.revisions === 0;
  const meaning =
    isNew && !options.hold
      ? await findSameMeaning(
          tx,
          tenantId,
          proposal,
          subject,
          meaningDigest,
          options.policy.possibleDuplicateOverlap,
        )
      : NOTHING_CLOSE;
  if (meaning.same) {
    const other = await lockFactById(tx, tenantId, meaning.same.factId, [meaning.same.memoryId]);
    const confirmed = other && confirmOther(other, meaning.same.memoryId);
    if (confirmed) return confirmed;
  }
  const found =
    standing ??
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
  const base = {
    fact,
    t,
    valueDigest,
    meaningDigest,
    times,
    changes: [],
    evidence: null,
    conflictWith: null,
    questions: [],
  };
  if (options.hold) {
    return {
      ...base,
      outcome: options.hold.status,
      operation: "NONE",
      reasonCode: options.hold.reasonCode,
      add: { status: options.hold.status, supersedes: null },
    };
  }
  const resolution = await raiseConflict(
    tx,
    tenantId,
    decideResolution({ proposal, admission, fact, valueDigest, times, sameCall: options.sameCall }),
    { eventId: options.eventId, sourceType: proposal.sourceType },
    options.policy,
  );
  const order = toOrder(resolution, admission, fact);
  return {
    ...base,
    ...order,
    questions: order.outcome === "committed" && order.add ? meaning.questions : [],
  };

  /** The other memory holds where this one would begin: then it is confirmed, as one of the same key would be. */
  function confirmOther(other: FactState, memoryId: string): ResolvedChange | null {
    const t = nextKnownInstant(other, ports.clock.now());
    const times = decideTimes(proposal, options.occurredAt, t, options.policy);
    const holder = holdersAt(other, times.from).find((claim) => claim.memoryId === memoryId);
    if (!holder) return null;
    const raises = admission.confirmation === "confirmed" && holder.confirmation !== "confirmed";
    const order = toOrder({ kind: "confirm", holder, raises }, admission, other);
    return {
      fact: other,
      t,
      valueDigest,
      meaningDigest,
      times,
      questions: [],
      ...order,
      reasonCode: raises ? "confirmed" : "same_meaning",
    };
  }
}

const NOTHING_CLOSE: SameMeaning = { same: null, questions: [] };

/** Nothing of a refused write is kept, its key least of all: the fact is not made for it. */
function refuse(
  fact: FactState,
  valueDigest: string,
  code: "erased_before" | "memory_paused",
): ResolvedChange {
  return {
    fact,
    t: 0,
    valueDigest,
    meaningDigest: null,
    times: { from: 0, to: null, observedAt: 0 },
    outcome: "rejected",
    operation: "NONE",
    reasonCode: code,
    add: null,
    changes: [],
    evidence: null,
    conflictWith: null,
    questions: [],
  };
}

function emptyFact(key: FactKey): FactState {
  return { ...key, factId: "", cardinality: "one", revisions: 0, knownBound: null, claims: [], open: [] };
}

/** Keyed digests of all that an erasure of this would have left, under each of these names of its subject. */
export function digestErasable(
  ports: EnginePorts,
  tenantId: string,
  proposal: Proposal,
  names: readonly string[],
): string[] {
  const parts: string[][] = names.flatMap((subject) => erasedDigestParts({ ...proposal, subject }));
  const value = typeof proposal.value === "string" ? proposal.value : "";
  for (const text of [proposal.statement, proposal.quote ?? "", value]) {
    const said = erasedTextParts(proposal.scope, text);
    if (said) parts.push(said);
  }
  return parts.map((one) => ports.keys.digest(tenantId, "erased", ...one));
}

/** Whom an alias led to was not known when the pause was looked for. */
async function isPaused(tx: Tx, ports: EnginePorts, call: CallContext, subject: string): Promise<boolean> {
  if (subject === call.principal.self) return false;
  const { tenantId } = call.principal;
  return (
    (await listPausedSubjects(tx, tenantId, [subject], ports.clock.now(), agentOf(call.principal))).length > 0
  );
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
        reasonCode: resolution.late
          ? "added_past"
          : fact.cardinality === "many" && fact.revisions > 0
            ? "added_value"
            : "added",
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
        // Told again, what lay in the archive is at hand again.
        changes: resolution.raises || holder.status === "archived" ? [change] : [],
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
        evidence:
          resolution.code === "independent_contradictions"
            ? { memoryId: resolution.holder.memoryId, relation: "contradicts" }
            : null,
        conflictWith: resolution.holder.memoryId,
      };
    case "refuse":
      return { ...none, outcome: "rejected", operation: "NONE", reasonCode: resolution.code };
  }
}
