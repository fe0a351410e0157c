import type { SourceType } from "@/lib/contracts/common";
import type { Decision, Memory, Operation, Outcome } from "@/lib/contracts/memories";
import type { Amendment } from "@/lib/engine/admit-path";
import { commitIntent } from "@/lib/engine/commit/commit-intent";
import type { ErasePath } from "@/lib/engine/erase-path";
import { UNNAMED } from "@/lib/engine/extract/extract-by-rules";
import type { CallContext } from "@/lib/engine/model/context";
import type { EngineDeps } from "@/lib/engine/model/deps";
import type { Intent } from "@/lib/engine/model/intent";
import { maySee } from "@/lib/engine/model/principal";
import type { Proposal } from "@/lib/engine/model/proposal";
import type { ObservedEvent } from "@/lib/engine/observe/observe-event";
import { reasonSentence } from "@/lib/engine/policy/reason-sentences";
import { decideTarget, type TargetChoice } from "@/lib/engine/revise/decide-target";
import { decideEntitlement, isLegal } from "@/lib/engine/revise/decide-verb";
import { reviseMemory } from "@/lib/engine/revise/revise-memory";
import type { Tx } from "@/lib/store/client";
import { findMemoryPlace } from "@/lib/store/memory/find-memory-place";
import { insertSource } from "@/lib/store/memory/insert-version";
import { listHeld, listHeldFromLastWord, listRecalledSince } from "@/lib/store/memory/list-held";
import { readMemories } from "@/lib/store/memory/read-memories";

/** How many of a scope's facts a wish is held against; what is older than these is not found by words. */
const MOST_HELD = 500;
/** Ten minutes to think better of it, as for any request that names no ids. */
const CANCEL_WINDOW_S = 600;

const PERSONS_WORD: readonly SourceType[] = ["user_statement", "user_confirmation", "approval"];

const OPERATIONS: Record<Intent["verb"], Operation> = {
  expire: "EXPIRE",
  retract: "RETRACT",
  delete: "DELETE",
};

export interface WishPath {
  /** Null when the wish only follows from something else and nothing is held that it would change. */
  fulfil(call: CallContext, event: WishEvent, intent: Intent): Promise<Decision | null>;
  /**
   * What a correction changes: the proposal as a new version of the one held fact it speaks of, true since that began.
   * Null when no one fact is meant: then it is a statement like any other.
   */
  correct(
    call: CallContext,
    proposal: Proposal,
    old: string | null,
  ): Promise<{ proposal: Proposal; amendment: Amendment } | null>;
}

export interface WishEvent extends Pick<ObservedEvent, "eventId" | "occurredAt" | "occurredAtNamed"> {
  sessionId: string | null;
}

/** "I no longer…", "that was never so", "forget that": said about what is remembered, by whom it may be said. */
export function createWishPath(deps: EngineDeps, erase: Pick<ErasePath, "requestDeletion">): WishPath {
  const { database, ports } = deps;

  async function find(
    tx: Tx,
    call: CallContext,
    event: WishEvent | null,
    scope: string,
    target: Intent["target"],
    verb: Intent["verb"] | "correct",
  ): Promise<TargetChoice> {
    const { tenantId } = call.principal;
    const now = ports.clock.now();
    if (target.reference === "previous") {
      const ids =
        event?.sessionId == null
          ? null
          : await listHeldFromLastWord(tx, tenantId, {
              eventId: event.eventId,
              scope,
              sessionId: event.sessionId,
            });
      // Without a session nobody can say what "that" was.
      if (ids === null) return { kind: "several", memories: [] };
      // What is called wrong may as well be what the agent said from memory, which comes after what the person said.
      if (event !== null && verb === "retract" && event.sessionId !== null)
        ids.push(
          ...(await listRecalledSince(tx, tenantId, {
            eventId: event.eventId,
            scope,
            sessionId: event.sessionId,
          })),
        );
      const memories = await readMemories(tx, tenantId, [...new Set(ids)], { now });
      const [only] = memories;
      if (!only) return { kind: "none" };
      return memories.length === 1 ? { kind: "one", memory: only } : { kind: "several", memories };
    }
    const ids = new Set(await listHeld(tx, tenantId, { scope, predicate: target.predicate }, MOST_HELD));
    if (target.value !== null || target.predicate === null)
      for (const id of await listHeld(tx, tenantId, { scope, predicate: null }, MOST_HELD)) ids.add(id);
    const held = (await readMemories(tx, tenantId, [...ids], { now })).filter((memory) =>
      maySee(call.principal, { scope: memory.scope, subject: memory.subject }),
    );
    return decideTarget(target, held);
  }

  function decided(
    order: { candidateId: string; eventId: string },
    outcome: Outcome,
    operation: Operation,
    code: string,
    memory: Memory | null,
    more: Partial<Decision> = {},
  ): Decision {
    return {
      candidate_id: order.candidateId,
      event_id: order.eventId,
      outcome,
      operation,
      reason_code: code,
      reason: reasonSentence(code),
      gates: [],
      utility: null,
      memory,
      superseded: [],
      conflicts_with: [],
      approval_id: null,
      indexing: "pending",
      ...more,
    };
  }

  /** Everything but a deletion, in one transaction. */
  async function change(
    call: CallContext,
    event: WishEvent,
    intent: Intent,
  ): Promise<Decision | null | { erase: Memory }> {
    const { principal } = call;
    const { tenantId } = principal;
    return database.withTenant(tenantId, async (tx) => {
      const policy = await deps.policyFor(tx, tenantId);
      const order = { candidateId: ports.newId("cand"), eventId: event.eventId };
      const settle = async (
        outcome: Outcome,
        operation: Operation,
        code: string,
        memory: Memory | null,
        more: Partial<Decision> = {},
      ) => {
        await commitIntent(tx, ports, call, {
          ...order,
          intent,
          outcome,
          operation,
          reasonCode: code,
          memoryId: memory?.memory_id ?? null,
          policyVersion: policy.version,
        });
        return decided(order, outcome, operation, code, memory, more);
      };
      if (intent.target.reference === "everything") return settle("rejected", "NONE", "too_broad", null);
      const choice = await find(tx, call, event, intent.scope, intent.target, intent.verb);
      if (choice.kind !== "one") {
        // A bare "that was wrong" about nothing that is remembered is no wish at all.
        const bare = intent.verb === "retract" && intent.target.reference === "previous";
        if (intent.implied || (bare && choice.kind === "none")) return null;
        const code = choice.kind === "none" ? "no_target" : "ambiguous_target";
        const meant = choice.kind === "several" ? choice.memories.map((memory) => memory.memory_id) : [];
        return settle("rejected", "NONE", code, null, { possible_targets: meant });
      }
      const { memory } = choice;
      const place = await findMemoryPlace(tx, tenantId, memory.memory_id);
      if (!place || place.status !== "active")
        return intent.implied ? null : settle("rejected", "NONE", "no_target", null);
      if (principal.writeMode !== "full")
        return settle("pending_approval", OPERATIONS[intent.verb], "needs_entitlement", memory);
      if (intent.verb === "delete") return { erase: memory };
      const source = {
        type: intent.sourceType,
        quote: intent.quote.text,
        ...(intent.sourceRef ? { ref: intent.sourceRef } : {}),
      };
      const entitlement = decideEntitlement(intent.verb, principal, place, { source });
      if (entitlement.kind === "refused" || !isLegal(intent.verb, place.status))
        return settle("rejected", "NONE", "needs_entitlement", null);
      if (entitlement.kind === "proposal")
        return settle("pending_approval", OPERATIONS[intent.verb], "needs_entitlement", memory);
      const at = endOf(intent, event, memory);
      if (at === "before_it_began")
        return intent.implied ? null : settle("rejected", "NONE", "no_target", null);
      const revised = await reviseMemory(tx, ports, call, policy.write, {
        verb: intent.verb,
        memoryId: memory.memory_id,
        factId: memory.fact_id,
        event: { eventId: event.eventId, observedAt: event.occurredAt, sourceType: intent.sourceType },
        quote: intent.quote.text,
        at,
        reason: null,
      });
      return settle("committed", revised.operation, revised.reason_code, revised.memory);
    });
  }

  async function forget(
    call: CallContext,
    event: WishEvent,
    intent: Intent,
    memory: Memory,
  ): Promise<Decision> {
    const { tenantId } = call.principal;
    const deletion = await erase.requestDeletion(call, {
      selector: { memory_ids: [memory.memory_id] },
      cancel_window_s: CANCEL_WINDOW_S,
    });
    return database.withTenant(tenantId, async (tx) => {
      const order = { candidateId: ports.newId("cand"), eventId: event.eventId };
      const policy = await deps.policyFor(tx, tenantId);
      // The wish rests on the memory too: its words go with it.
      await insertSource(tx, {
        tenantId,
        memoryId: memory.memory_id,
        eventId: event.eventId,
        relation: "corrects",
        sourceType: intent.sourceType,
        writerId: call.principal.actor.id,
        quote: intent.quote.text,
        quoteStart: intent.quote.start,
        quoteEnd: intent.quote.end,
        observedAt: event.occurredAt,
        recordedAt: ports.clock.now(),
      });
      await commitIntent(tx, ports, call, {
        ...order,
        intent,
        outcome: "committed",
        operation: "DELETE",
        reasonCode: "deletion_requested",
        memoryId: memory.memory_id,
        policyVersion: policy.version,
      });
      return decided(order, "committed", "DELETE", "deletion_requested", memory, {
        ...(deletion.deletion_id ? { deletion_id: deletion.deletion_id } : {}),
      });
    });
  }

  return {
    async fulfil(call, event, intent) {
      const done = await change(call, event, intent);
      return done !== null && "erase" in done ? forget(call, event, intent, done.erase) : done;
    },

    async correct(call, proposal, old) {
      const { principal } = call;
      if (!PERSONS_WORD.includes(proposal.sourceType) || proposal.hedge !== null) return null;
      const unnamed = proposal.predicate === UNNAMED;
      const target: Intent["target"] = {
        reference: "named",
        subject: unnamed ? null : proposal.subject,
        predicate: unnamed ? null : proposal.predicate,
        value: unnamed ? old : null,
        words: "",
      };
      const held = await database.withTenant(principal.tenantId, async (tx) => {
        const choice = await find(tx, call, null, proposal.scope, target, "correct");
        if (choice.kind !== "one") return null;
        const place = await findMemoryPlace(tx, principal.tenantId, choice.memory.memory_id);
        return place?.status === "active" ? { memory: choice.memory, place } : null;
      });
      if (!held) return null;
      const { memory, place } = held;
      const source = {
        type: proposal.sourceType,
        ...(proposal.quote ? { quote: proposal.quote } : {}),
        ...(proposal.sourceRef ? { ref: proposal.sourceRef } : {}),
      };
      const entitlement = decideEntitlement("correct", principal, place, { source });
      if (entitlement.kind !== "own" && entitlement.kind !== "agent") return null;
      const fits = unnamed
        ? { subject: memory.subject, predicate: memory.predicate, cardinality: memory.cardinality }
        : {};
      return {
        proposal: {
          ...proposal,
          ...fits,
          // It was never otherwise: the new value holds since the old one was thought to.
          validFrom: proposal.validFrom ?? (memory.valid_from ? new Date(memory.valid_from) : null),
        },
        amendment: {
          authorityAtLeast: place.authority,
          hold: null,
          amends: { memoryId: memory.memory_id, reasonCode: "corrected", verb: "correct" },
        },
      };
    },
  };
}

/** When it ended: as the words say, else when they were said, else now. */
function endOf(intent: Intent, event: WishEvent, memory: Memory): Date | null | "before_it_began" {
  if (intent.verb !== "expire") return null;
  const began = memory.valid_from === null ? Number.NEGATIVE_INFINITY : Date.parse(memory.valid_from);
  const ends = memory.valid_to === null ? Number.POSITIVE_INFINITY : Date.parse(memory.valid_to);
  const told = event.occurredAtNamed ? event.occurredAt : null;
  const inside = [intent.at, told].find(
    (at): at is Date => at !== null && at.getTime() > began && at.getTime() <= ends,
  );
  if (inside) return inside;
  // Told before it began to hold here: late news about an earlier time says nothing of this one.
  if (told !== null && told.getTime() < began) return "before_it_began";
  return null;
}
