import type { Decision, Memory, Operation } from "@/lib/contracts/memories";
import { EngineError, notFound } from "@/lib/engine/errors";
import type { CallContext } from "@/lib/engine/model/context";
import type { FactState, StoredClaim } from "@/lib/engine/model/fact-state";
import { embeddingDigest, embeddingText } from "@/lib/engine/policy/embedding-text";
import { erasedDigestParts, erasedTextParts } from "@/lib/engine/policy/erased-digest";
import {
  type ClaimChange,
  type FactPlan,
  nextKnownInstant,
  planFactChange,
} from "@/lib/engine/policy/plan-fact-change";
import { listRaised } from "@/lib/engine/policy/raise-sensitivity";
import { reasonSentence } from "@/lib/engine/policy/reason-sentences";
import type { EnginePorts } from "@/lib/engine/ports";
import type { Tx } from "@/lib/store/client";
import { applyFactPlan } from "@/lib/store/memory/apply-fact-plan";
import { insertSource } from "@/lib/store/memory/insert-version";
import { lockFactById } from "@/lib/store/memory/lock-fact";
import { wasAnyErased } from "@/lib/store/memory/read-controls";
import { readMemory } from "@/lib/store/memory/read-memories";
import { sealerOfFact } from "@/lib/store/sealing/seal-rows";
import { sealVersions } from "@/lib/store/sealing/seal-versions";
import { findEqualVersions } from "@/lib/store/review/find-equal-versions";

/** What a held version may become: bound to where it came from, whoever lets it in. */
export interface Terms {
  /** In which states the version may stand. */
  from: "pending_approval" | "quarantined" | "candidate";
  authority: number;
  trust: number;
  confirmation: "observed" | "inferred" | "confirmed";
  reasonCode: string;
  /** The event of the decision, and what kind of source it is. */
  event: { eventId: string; sourceType: "approval" };
  /** Whether the decision counts as evidence for what it lets in; a release only says that it may stand. */
  relation?: "supports" | "derived_from";
  quote: string | null;
  reason: string | null;
  /** For a correction: the version it takes the place of. */
  corrects: string | null;
}

const END = Number.POSITIVE_INFINITY;

/**
 * Lets a held version into its fact, resolved anew under the fact's lock: what holds there now is compared, not what
 * held when it was proposed.
 * @throws EngineError `illegal_transition` when it is not held any more or was erased; `stale_revision` when the fact
 * has moved on so that it would hold nothing
 */
export async function admitHeld(
  tx: Tx,
  ports: EnginePorts,
  call: CallContext,
  held: { memoryId: string; factId: string },
  terms: Terms,
): Promise<Omit<Decision, "candidate_id" | "approval_id">> {
  const { tenantId } = call.principal;
  const { memoryId } = held;
  const alone = await lockFactById(tx, tenantId, held.factId, [memoryId]);
  const equals = alone ? await findEqualVersions(tx, tenantId, memoryId) : [];
  const fact = alone?.cardinality === "many" ? await lockFactById(tx, tenantId, held.factId, equals) : alone;
  const claim = fact?.claims.find((one) => one.memoryId === memoryId);
  const memory = await readMemory(tx, tenantId, memoryId, ports.clock.now());
  if (!fact || !claim || !memory) throw notFound("memory");
  if (claim.status !== terms.from) {
    throw new EngineError(
      "illegal_transition",
      `This is no longer held: the memory is ${claim.status.replace("_", " ")}.`,
    );
  }
  await requireNotErased(tx, ports, tenantId, memory);
  const t = nextKnownInstant(fact, ports.clock.now());
  const over = claim.to !== null && claim.to <= t;
  const holder = findHolder(fact, claim, over ? claim.from : Math.max(claim.from, t));
  const equal = holder !== null && holder.valueDigest !== null && holder.valueDigest === claim.valueDigest;
  // What came from outside is never confirmed: the held version takes its place.
  const same = equal && !(holder.sourceType === "external_content" && terms.confirmation === "confirmed");
  const changes = same && holder ? mergeInto(holder, claim, terms) : [activate(claim, terms)];
  const plan = planFactChange(fact, t, changes, null);
  // Something of the past would be all that is left of it: not what was looked at.
  const holds = plan.insert.some((span) => span.memoryId === memoryId && (over || (span.to ?? END) > t));
  if (!same && !holds) {
    throw new EngineError(
      "stale_revision",
      `The fact has moved on: ${holder?.memoryId ?? "another version"} holds there now, with more authority. Decide on what stands now.`,
    );
  }
  const standing = same && holder ? holder.memoryId : memoryId;
  const superseded = listDisplaced(plan, memoryId);
  const operation: Operation = same ? "CONFIRM" : superseded.length > 0 ? "SUPERSEDE" : "ADD";
  const code = same && terms.confirmation === "confirmed" ? "approved_as_held" : terms.reasonCode;
  const source = {
    tenantId,
    eventId: terms.event.eventId,
    sourceType: terms.event.sourceType,
    writerId: call.principal.actor.id,
    quote: terms.quote,
    observedAt: ports.clock.now(),
    recordedAt: new Date(t),
  };
  await insertSource(tx, { ...source, memoryId: standing, relation: terms.relation ?? "supports" });
  if (terms.corrects !== null && terms.corrects !== standing)
    await insertSource(tx, { ...source, memoryId: terms.corrects, relation: "corrects" });
  // Let in now, it makes the rest of its fact what it is.
  const raised = listRaised(fact.claims, {
    sensitivity: claim.sensitivity,
    authority: terms.authority,
    confirmed: terms.confirmation === "confirmed",
    adds: !same,
  });
  const sealer = await sealerOfFact(tx, tenantId, fact, new Date(t));
  if (sealer) {
    await sealVersions(tx, tenantId, raised, sealer, ports.clock.now(), (model, statement) =>
      embeddingDigest(ports.keys, tenantId, model, embeddingText({ statement })),
    );
  }
  await applyFactPlan(
    tx,
    call,
    fact,
    plan,
    { operation, reasonCode: code, reason: terms.reason, addedRevision: null, sealer },
    ports.newId,
  );
  return {
    event_id: terms.event.eventId,
    outcome: "committed",
    operation,
    reason_code: code,
    reason: reasonSentence(code),
    gates: [],
    utility: null,
    memory: await readMemory(tx, tenantId, standing, ports.clock.now()),
    superseded,
    conflicts_with: [],
    indexing: "pending",
  };
}

/** Who holds this instant: the present, or where the claim begins when that is still to come or all over. */
function findHolder(fact: FactState, claim: StoredClaim, at: number): StoredClaim | null {
  const covering = fact.open.filter((span) => span.from <= at && (span.to ?? END) > at);
  const holders = fact.claims.filter((one) => covering.some((span) => span.memoryId === one.memoryId));
  return fact.cardinality === "many"
    ? (holders.find((one) => one.valueDigest === claim.valueDigest) ?? null)
    : (holders[0] ?? null);
}

function activate(claim: StoredClaim, terms: Terms): ClaimChange {
  return {
    memoryId: claim.memoryId,
    claim: { state: "held", authority: terms.authority },
    confirmation: terms.confirmation,
    trust: terms.trust,
    statusReason: terms.reasonCode,
  };
}

/** The value is held already: the standing version is raised as far as the terms go, the held one is history. */
function mergeInto(holder: StoredClaim, claim: StoredClaim, terms: Terms): ClaimChange[] {
  const raises = terms.confirmation === "confirmed" && holder.sourceType !== "external_content";
  return [
    {
      memoryId: holder.memoryId,
      ...(raises ? { confirmation: "confirmed" as const } : {}),
      ...(raises ? { claim: { authority: Math.max(holder.authority, terms.authority) } } : {}),
      ...(raises ? { trust: Math.max(holder.trust, terms.trust) } : {}),
    },
    { memoryId: claim.memoryId, status: "superseded", statusReason: "approved_as_held" },
  ];
}

function listDisplaced(plan: FactPlan, memoryId: string): string[] {
  return plan.updates
    .filter((update) => update.supersededBy === memoryId && update.memoryId !== memoryId)
    .map((update) => update.memoryId);
}

/** Erased since it was proposed: what the person had removed does not come back by a decision on an older proposal. */
async function requireNotErased(tx: Tx, ports: EnginePorts, tenantId: string, memory: Memory): Promise<void> {
  const { scope, subject, predicate, value, statement } = memory;
  const parts: string[][] = erasedDigestParts({ scope, subject, predicate, value });
  const text = erasedTextParts(scope, statement);
  if (text) parts.push(text);
  const digests = parts.map((one) => ports.keys.digest(tenantId, "erased", ...one));
  if (await wasAnyErased(tx, tenantId, digests)) {
    throw new EngineError(
      "illegal_transition",
      "The same content was erased since. Only the person can tell it anew.",
    );
  }
}
