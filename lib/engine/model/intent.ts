import type { SourceType } from "@/lib/contracts/common";

/** A piece of the stored (masked) content: `content.slice(start, end) === text`. */
export interface Quote {
  text: string;
  start: number;
  end: number;
}

/** What the words point at. Everything given must hold; `words` decides where nothing else does. */
export interface IntentTarget {
  /** `previous`: what was said just before; `everything`: all that is remembered of the speaker. */
  reference: "named" | "previous" | "everything";
  subject: string | null;
  predicate: string | null;
  value: unknown;
  words: string;
}

/** Something said about what is remembered already: no new fact, a change of an old one. */
export interface Intent {
  key: string;
  extractor: string;
  /** expire: true until now or `at`. retract: never true. delete: to be forgotten. */
  verb: "expire" | "retract" | "delete";
  scope: string;
  target: IntentTarget;
  at: Date | null;
  quote: Quote;
  sourceType: SourceType;
  sourceRef: string | null;
  /** Follows from something else that was said ("I hate it" ends "I like it"): without a target there is nothing to tell. */
  implied: boolean;
}
