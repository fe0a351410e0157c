import type { RuleName } from "@/lib/engine/extract/languages/language";

/** A range of the stored content, in UTF-16 units as String.slice counts them. */
export interface Span {
  start: number;
  end: number;
}

/** One sentence or clause: `text` is what its speaker says in it, with other people's words blanked out, same length. */
export interface Passage extends Span {
  text: string;
}

export interface Finding {
  rule: RuleName;
  /** What it rests on, as exact words of the content. */
  quote: Span;
  clause: Passage;
  statement: string;
  predicate: string;
  value: string | string[];
  cardinality: "one" | "many";
  about: "speaker" | "scope" | { subject: string };
  temporal: "permanent" | "preference" | "project_state" | "temporary" | null;
  sensitivity: "medium" | null;
  /** The phrase that makes it a request of the moment. */
  once: string | null;
  standing: boolean;
  /** A condition is part of a rule, not a doubt about it. */
  conditionalRule: boolean;
  begins: boolean;
  needsTime: "from" | "until" | "over" | null;
  dated: boolean;
  /** Says that what was said before was never right; `old` when it was named. */
  corrects: { old: string | null } | null;
  /** What it ends without saying so. */
  ends: { predicate: string; value: string } | null;
  episode: { task: string; outcome?: string; cause?: string; fix?: string } | null;
}

/** A wish about what is remembered already, before scope and times are known. */
export interface Wish {
  verb: "expire" | "retract" | "delete";
  reference: "named" | "previous" | "everything";
  about: "speaker" | "scope" | { subject: string } | null;
  predicate: string | null;
  value: string | string[] | null;
  words: string;
  quote: Span;
  clause: Passage;
  implied: boolean;
}

/** What a text holds, in the order in which it is said. */
export type Reading = { kind: "finding"; finding: Finding } | { kind: "wish"; wish: Wish };
