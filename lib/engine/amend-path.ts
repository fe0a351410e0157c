import type { SourceType } from "@/lib/contracts/common";
import type { EventInput } from "@/lib/contracts/events";
import type { AmendInput, AmendVerb, Decision, Memory, Operation } from "@/lib/contracts/memories";
import type { Engine } from "@/lib/engine/engine";
import { EngineError, notFound } from "@/lib/engine/errors";
import type { CallContext } from "@/lib/engine/model/context";
import { maySee } from "@/lib/engine/model/principal";
import { maskSensitive } from "@/lib/engine/policy/mask-sensitive";
import { hideHigh, hideHighDecision } from "@/lib/engine/policy/hide-high";
import { reasonSentence } from "@/lib/engine/policy/reason-sentences";
import { composeCorrection } from "@/lib/engine/revise/compose-correction";
import { findReference } from "@/lib/engine/observe/find-reference";
import type { VerbOrigin } from "@/lib/engine/observe-path";
import {
  decideEntitlement,
  type Entitlement,
  isLegal,
  restsOnReference,
} from "@/lib/engine/revise/decide-verb";
import { type ClaimVerb, illegal, reviseMemory } from "@/lib/engine/revise/revise-memory";
import { takeBackConfirmation } from "@/lib/engine/revise/take-back-confirmation";
import type { AdmitPath } from "@/lib/engine/admit-path";
import type { EngineDeps } from "@/lib/engine/model/deps";
import { findDecisions } from "@/lib/store/ledger/find-decisions";
import { findEventByDigest } from "@/lib/store/ledger/find-event-by-digest";
import { findChangeByEvent } from "@/lib/store/memory/find-change-by-event";
import { findMemoryPlace, type MemoryPlace } from "@/lib/store/memory/find-memory-place";
import { readMemory } from "@/lib/store/memory/read-memories";

const OPERATIONS: Record<ClaimVerb, Operation> = {
  confirm: "CONFIRM",
  retract: "RETRACT",
  revoke: "RETRACT",
  expire: "EXPIRE",
  restore: "ADD",
};

/** Reason and quote are kept beside a change, whatever becomes of it. */
function cleanWords(input: AmendInput): AmendInput {
  const { reason, source } = input;
  return {
    ...input,
    ...(reason === undefined ? {} : { reason: maskSensitive(reason) }),
    ...(source?.quote === undefined ? {} : { source: { ...source, quote: maskSensitive(source.quote) } }),
  };
}

/** What was claimed of the source, where it counts as something else. */
function claimedBy({ source }: AmendInput, sourceType: SourceType): SourceType | null {
  return source !== undefined && source.type !== sourceType ? source.type : null;
}

export type AmendPath = Pick<Engine, "amend" | "takeBackConfirmation">;

/** confirm, correct, retract, revoke, expire, restore: each rests on an event of its own. */
export function createAmendPath(deps: EngineDeps, write: AdmitPath): AmendPath {
  const { database, ports } = deps;

  /** The memory as it stands, with every reason not to touch it checked before anything is stored. */
  async function requirePlace(call: CallContext, verb: AmendVerb, memoryId: string, input: AmendInput) {
    const { principal } = call;
    return database.withTenant(principal.tenantId, async (tx) => {
      const place = await findMemoryPlace(tx, principal.tenantId, memoryId);
      if (!place || place.status === "deleted" || !maySee(principal, place)) throw notFound("memory");
      const memory = await readMemory(tx, principal.tenantId, memoryId, ports.clock.now());
      if (!memory) throw notFound("memory");
      const ref = input.source?.ref;
      const referred =
        ref !== undefined && restsOnReference(principal, input.source)
          ? await findReference(tx, ports, call, place, ref)
          : null;
      const { relayedReferences } = (await deps.policyFor(tx, principal.tenantId)).write;
      const vouched = referred !== null || relayedReferences === "named";
      const entitlement = decideEntitlement(verb, principal, place, input, vouched);
      if (entitlement.kind === "refused") {
        throw new EngineError(
          "not_entitled",
          `Not entitled to ${verb} this memory. An agent relays the person's own words with source and reference.`,
        );
      }
      const moved =
        (input.expected_revision !== undefined && input.expected_revision !== memory.revision) ||
        (input.expected_state_revision !== undefined &&
          input.expected_state_revision !== memory.state_revision);
      if (moved) {
        throw new EngineError(
          "stale_revision",
          `The memory is at revision ${memory.revision}, state ${memory.state_revision}: read it again before changing it.`,
        );
      }
      if (!isLegal(verb, memory.status)) throw illegal(verb, memory.status);
      const heard = entitlement.kind === "hearsay" || entitlement.kind === "proposal";
      const origin: VerbOrigin = {
        referred,
        claimed: heard ? claimedBy(input, entitlement.sourceType) : null,
      };
      return { place, memory, entitlement, origin };
    });
  }

  /** What this very request brought about before its answer was lost. */
  async function findFirstAnswer(call: CallContext, memoryId: string): Promise<Decision | null> {
    const { principal } = call;
    const { tenantId, actor } = principal;
    if (!call.once) return null;
    const digest = ports.keys.digest(tenantId, "dedupe", actor.id, call.once);
    return database.withTenant(tenantId, async (tx) => {
      const eventId = await findEventByDigest(tx, tenantId, digest);
      if (eventId === null) return null;
      const place = await findMemoryPlace(tx, tenantId, memoryId);
      if (!place || !maySee(principal, place)) return null;
      const [first] = await findDecisions(tx, tenantId, eventId, ports.clock.now(), reasonSentence);
      if (first) return first;
      const change = await findChangeByEvent(tx, tenantId, memoryId, eventId);
      if (!change) return null;
      return {
        candidate_id: null,
        event_id: eventId,
        outcome: "committed",
        operation: change.operation as Operation,
        reason_code: change.reasonCode,
        reason: reasonSentence(change.reasonCode),
        gates: [],
        utility: null,
        memory: await readMemory(tx, tenantId, memoryId, ports.clock.now()),
        superseded: [],
        conflicts_with: [],
        approval_id: null,
        indexing: "pending",
      };
    });
  }

  function describeVerb(
    call: CallContext,
    verb: AmendVerb,
    memory: Memory,
    input: AmendInput,
    entitlement: Exclude<Entitlement, { kind: "refused" }>,
  ): EventInput {
    return {
      ...(call.once ? { idempotency_key: call.once } : {}),
      type: verb === "confirm" ? "approval" : "feedback",
      actor:
        entitlement.kind === "own" || entitlement.sourceType !== "agent_inference" ? "user" : "assistant",
      scope: memory.scope,
      subject: memory.subject,
      source: { type: entitlement.sourceType, ...(input.source?.ref ? { ref: input.source.ref } : {}) },
      content: {
        verb,
        memory_id: memory.memory_id,
        ...(input.value === undefined ? {} : { value: input.value }),
        ...(input.statement === undefined ? {} : { statement: input.statement }),
        ...(input.reason === undefined ? {} : { reason: input.reason }),
        ...(input.source?.quote === undefined ? {} : { quote: input.source.quote }),
      },
    };
  }

  const observe = (
    call: CallContext,
    verb: AmendVerb,
    memory: Memory,
    input: AmendInput,
    entitlement: Exclude<Entitlement, { kind: "refused" }>,
    origin: VerbOrigin,
  ) =>
    write.observeVerb(
      call,
      describeVerb(call, verb, memory, input, entitlement),
      entitlement.kind === "own",
      memory.sensitivity === "high",
      origin,
    );

  /** A new version in the place of the old: corrected, or an old value in force again. */
  async function addVersion(
    call: CallContext,
    verb: "correct" | "restore",
    memory: Memory,
    place: MemoryPlace,
    input: AmendInput,
    entitlement: Exclude<Entitlement, { kind: "refused" }>,
    origin: VerbOrigin,
    heldAs: string | null = entitlement.kind === "proposal" ? entitlement.because : null,
  ): Promise<Decision> {
    const observed = await observe(call, verb, memory, input, entitlement, origin);
    const proposal = composeCorrection(memory, input, {
      extractor: call.principal.via === "page" ? "page" : "agent",
      sourceType: entitlement.sourceType,
      validFrom: input.valid_from ? new Date(input.valid_from) : null,
    });
    return write.admit(call, observed, memory.scope, proposal, new Set(), {
      // Whoever is entitled to correct is not outranked by what they correct.
      authorityAtLeast: heldAs === null ? place.authority : 0,
      hold: heldAs === null ? null : { status: "pending_approval", reasonCode: heldAs },
      amends: {
        memoryId: memory.memory_id,
        reasonCode: verb === "correct" ? "corrected" : "restored_as_new",
        verb,
      },
    });
  }

  async function changeClaim(
    call: CallContext,
    verb: ClaimVerb,
    memory: Memory,
    input: AmendInput,
    entitlement: Exclude<Entitlement, { kind: "refused" }>,
    origin: VerbOrigin,
  ): Promise<Decision> {
    const observed = await observe(call, verb, memory, input, entitlement, origin);
    return database.withTenant(call.principal.tenantId, async (tx) => {
      const policy = await deps.policyFor(tx, call.principal.tenantId);
      return reviseMemory(tx, ports, call, policy.write, {
        verb,
        memoryId: memory.memory_id,
        factId: memory.fact_id,
        event: {
          eventId: observed.eventId,
          observedAt: observed.occurredAt,
          sourceType: entitlement.sourceType,
        },
        quote: input.source?.quote ?? null,
        at: input.at ? new Date(input.at) : null,
        reason: input.reason ?? null,
        hearsay: entitlement.kind === "hearsay",
      });
    });
  }

  /** An agent without the right or the person's words: what it wants is recorded and waits for a person. */
  async function proposeChange(
    call: CallContext,
    verb: ClaimVerb,
    memory: Memory,
    input: AmendInput,
    entitlement: Extract<Entitlement, { kind: "proposal" }>,
    origin: VerbOrigin,
  ): Promise<Decision> {
    const observed = await observe(call, verb, memory, input, entitlement, origin);
    return write.recordPending(call, observed, memory, OPERATIONS[verb], entitlement.because, {
      verb,
      at: input.at ? new Date(input.at) : null,
      sourceType: entitlement.sourceType,
    });
  }

  return {
    async takeBackConfirmation(call, memoryId) {
      const { principal } = call;
      const memory = await database.withTenant(principal.tenantId, async (tx) => {
        const place = await findMemoryPlace(tx, principal.tenantId, memoryId);
        if (!place || place.status === "deleted" || !maySee(principal, place)) throw notFound("memory");
        return takeBackConfirmation(tx, ports, call, { memoryId, factId: place.factId });
      });
      await write.index(call, [], true, [memoryId]);
      return hideHigh(principal, memory);
    },

    async amend(call, verb, memoryId, given): Promise<Decision> {
      if (verb === "correct" && given.value === undefined && given.statement === undefined) {
        throw new EngineError("meaningless", "A correction needs a new value or a new statement.", {
          fields: [{ path: "value", message: "give value or statement" }],
        });
      }
      const input = cleanWords(given);
      const first = await findFirstAnswer(call, memoryId);
      if (first) {
        first.indexing = await write.index(call, [first], true, [memoryId]);
        return hideHighDecision(call.principal, first);
      }
      const { place, memory, entitlement, origin } = await requirePlace(call, verb, memoryId, input);
      // What came from outside is never confirmed: a person's word makes a version of its own of it, a key's report waits.
      const ownWord = verb === "confirm" && memory.provenance_type === "external_content";
      if (ownWord) {
        const said = { ...input, value: memory.value ?? undefined, statement: memory.statement };
        const heldAs = entitlement.kind === "own" ? null : "external_needs_person";
        const made = await addVersion(call, "correct", memory, place, said, entitlement, origin, heldAs);
        made.indexing = await write.index(call, [made], true, [memoryId]);
        return made;
      }
      const asNewVersion =
        verb === "correct" ||
        (verb === "restore" && (memory.status === "superseded" || memory.status === "expired"));
      const decision =
        entitlement.kind === "proposal" && !asNewVersion
          ? await proposeChange(call, verb, memory, input, entitlement, origin)
          : asNewVersion
            ? await addVersion(
                call,
                verb === "correct" ? "correct" : "restore",
                memory,
                place,
                input,
                entitlement,
                origin,
              )
            : await changeClaim(call, verb as ClaimVerb, memory, input, entitlement, origin);
      decision.indexing = await write.index(call, [decision], true, [memoryId]);
      return hideHighDecision(call.principal, decision);
    },
  };
}
