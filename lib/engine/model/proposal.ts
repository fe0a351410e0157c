import type { Kind, Sensitivity, SourceType } from "@/lib/contracts/common";

/** A candidate after classification: everything the gates and the resolution decide on. */
export interface Proposal {
  /** Who made it: `agent`, `rules@2`, `page`… */
  extractor: string;
  scope: string;
  subject: string;
  predicate: string;
  /** '' for a fact; the event's id for an episode. */
  instance: string;
  value: unknown;
  statement: string;
  kind: Kind;
  cardinality: "one" | "many" | null;
  /** What the credential allows it to be, at most what was claimed. */
  sourceType: SourceType;
  sourceRef: string | null;
  quote: string | null;
  /** Where the quote stands in the stored content: `content.slice(start, end)` is the quote. */
  quoteAt?: { start: number; end: number } | null;
  /** Names it among all that an extractor makes of one event: the same event read again gives the same keys. */
  key?: string | null;
  assertion: "explicit" | "inferred";
  certainty: number;
  hedge: string | null;
  standing: boolean;
  once: string | null;
  validFrom: Date | null;
  validTo: Date | null;
  observedAt: Date | null;
  sensitivity: Sensitivity;
  purpose: string | null;
  consentBasis: string | null;
  importance: number | null;
  topic: string | null;
  temporalScope: "permanent" | "preference" | "project_state" | "temporary" | null;
  metadata: Record<string, unknown>;
  writeReason: string | null;
  episode: unknown;
  /** Kinds of secret that were masked out of it. */
  secrets: string[];
  /** What the source's words look like when read as an order to the agent; null when they do not. */
  instruction: string | null;
  /** Neither a sentence nor a quote of its own came with it: what it says is only that somebody confirmed it. */
  wordless?: boolean;
  /** Said to be confirmed by a person, without their words and without a reference that names them. */
  hearsay?: boolean;
  /** Memories and events that it was made from, as its writer named them. */
  derivedFrom?: readonly string[];
}

/** What the gates leave of a proposal that may pass. */
export interface Admission {
  confirmation: "observed" | "inferred" | "confirmed";
  authority: number;
  trust: number;
  importance: number;
}
