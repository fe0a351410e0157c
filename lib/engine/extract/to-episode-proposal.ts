import type { EventInput } from "@/lib/contracts/events";
import { tellEpisode } from "@/lib/engine/extract/tell-episode";
import type { Proposal } from "@/lib/engine/model/proposal";
import { findWord } from "@/lib/engine/policy/deciding-words";

/** What observation left of an event: the part an episode is made from. */
export interface EpisodeEvent {
  eventId: string;
  sourceType: Proposal["sourceType"];
  occurredAt: Date;
  content: unknown;
  /** Masked, as stored. */
  episode: unknown;
  secretKinds: string[];
}

/** The event itself as an episodic memory: a fact of its own, never confirmed, found by recall_episode. */
export function toEpisodeProposal(event: EventInput, observed: EpisodeEvent): Proposal {
  const text = typeof observed.content === "string" ? observed.content : JSON.stringify(observed.content);
  const parts = observed.episode as EventInput["episode"] | null;
  const statement = parts ? tellEpisode(parts, text) : text;
  return {
    extractor: "agent",
    scope: event.scope,
    subject: event.subject ?? event.scope,
    predicate: "episode",
    instance: observed.eventId,
    value: { event_id: observed.eventId, type: event.type, actor: event.actor },
    statement: statement.slice(0, 8_000),
    kind: "episodic",
    cardinality: "one",
    sourceType: observed.sourceType,
    sourceRef: event.source.ref ?? null,
    quote: null,
    assertion: "explicit",
    certainty: 1,
    hedge: null,
    standing: false,
    once: null,
    validFrom: observed.occurredAt,
    validTo: null,
    observedAt: observed.occurredAt,
    sensitivity: "low",
    purpose: null,
    consentBasis: null,
    importance: null,
    topic: null,
    temporalScope: null,
    metadata: event.session_id ? { session_id: event.session_id } : {},
    writeReason: null,
    episode: parts ?? null,
    // Masked already, in the event: what is left may be kept.
    secrets: [],
    instruction: event.source.type === "external_content" ? findWord(statement, "instruction") : null,
  };
}
