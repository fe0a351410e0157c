import type { StoredEvent } from "@/lib/contracts/events";
import type { Decision, Memory, MemoryHistory } from "@/lib/contracts/memories";
import { mayReadHigh } from "@/lib/engine/model/concerned";
import type { Principal } from "@/lib/engine/model/principal";

/** Stands where something of high sensitivity would, for whoever may know that it is there and not what it says. */
export const HIDDEN = "[hidden: high sensitivity]";

/**
 * A memory as this principal may read it. Of high sensitivity, whom it does not concern sees that it exists, where it
 * stands and in which state; an operator's role shows no more.
 */
export function hideHigh(principal: Principal, memory: Memory): Memory {
  if (memory.sensitivity !== "high" || mayReadHigh(principal, memory)) return memory;
  return {
    ...memory,
    value: HIDDEN,
    statement: HIDDEN,
    topic: memory.topic === null ? null : HIDDEN,
    purpose: memory.purpose === null ? null : HIDDEN,
    consent_basis: memory.consent_basis === null ? null : HIDDEN,
    write_reason: memory.write_reason === null ? null : HIDDEN,
    metadata: {},
    episode: null,
    sources: memory.sources.map((source) => ({ ...source, quote: source.quote === null ? null : HIDDEN })),
  };
}

/** The same for a fact's versions; the reasons of its changes speak of the same. */
export function hideHighHistory(principal: Principal, history: MemoryHistory): MemoryHistory {
  const items = history.items.map((memory) => hideHigh(principal, memory));
  const hidden = new Set(
    items.filter((memory, at) => memory !== history.items[at]).map((memory) => memory.memory_id),
  );
  if (hidden.size === 0) return history;
  return {
    ...history,
    items,
    transitions: history.transitions.map((transition) =>
      transition.reason === null ? transition : { ...transition, reason: HIDDEN },
    ),
  };
}

export function hideHighEvent(principal: Principal, event: StoredEvent): StoredEvent {
  if (event.sensitivity !== "high" || mayReadHigh(principal, event)) return event;
  return {
    ...event,
    session_id: event.session_id === null ? null : HIDDEN,
    source: {
      ...event.source,
      ref: event.source.ref === null ? null : HIDDEN,
      uri: event.source.uri === null ? null : HIDDEN,
    },
    content: HIDDEN,
  };
}

/** What came of a write, for the one who wrote: an operator who changes a memory does not come to read it by that. */
export function hideHighDecision(principal: Principal, decision: Decision): Decision {
  return decision.memory === null ? decision : { ...decision, memory: hideHigh(principal, decision.memory) };
}
