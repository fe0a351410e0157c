import { analyseText } from "@/lib/engine/policy/analyse-text";

/** PostgreSQL's own limits on a tsvector. */
const LAST_POSITION = 16_383;
const MOST_POSITIONS = 256;
/** Far below its 1 MB limit, far above any statement. */
const MOST_LEXEMES = 8_000;

export interface IndexableContent {
  statement: string;
  subject: string | null;
  predicate: string | null;
  topic: string | null;
  kind: "semantic" | "episodic" | "procedural";
  episode: unknown;
  metadata: unknown;
  observedAt: Date;
}

export interface Postings {
  /** A tsvector literal: `'lexeme':1,4 'other':2`. */
  literal: string;
  /** Number of terms, repeated ones counted. */
  length: number;
}

const MONTHS = "January February March April May June July August September October November December".split(
  " ",
);
const DAYS = "Sunday Monday Tuesday Wednesday Thursday Friday Saturday".split(" ");

/**
 * All words under which a memory is to be found: what it says, its key's words, and for an episode what was done, what
 * came of it, who spoke and when.
 */
export function composeIndexText(content: IndexableContent): string {
  const parts: string[] = [content.statement];
  if (content.predicate) parts.push(content.predicate.replace(/[_.\-/]+/g, " "));
  if (content.subject) parts.push(content.subject.replace(/^[a-z]+:/, ""));
  if (content.topic) parts.push(content.topic);
  if (content.kind === "episodic") {
    for (const key of ["task", "outcome", "cause", "fix", "applies_when"])
      parts.push(textAt(content.episode, key));
    for (const key of ["speaker", "author", "name"]) parts.push(textAt(content.metadata, key));
    const at = content.observedAt;
    parts.push(
      `${DAYS[at.getUTCDay()]} ${at.getUTCDate()} ${MONTHS[at.getUTCMonth()]} ${at.getUTCFullYear()}`,
    );
  }
  return parts.filter((part) => part !== "").join("\n");
}

export function composePostings(text: string): Postings {
  const terms = analyseText(text);
  const positions = new Map<string, number[]>();
  for (const { lexeme, position } of terms) {
    const known = positions.get(lexeme);
    // Past the last position PostgreSQL would fold all into one; the count of a term is its number of positions.
    if (position > LAST_POSITION) {
      if (!known && positions.size < MOST_LEXEMES) positions.set(lexeme, [LAST_POSITION]);
    } else if (!known) {
      if (positions.size < MOST_LEXEMES) positions.set(lexeme, [position]);
    } else if (known.length < MOST_POSITIONS) {
      known.push(position);
    }
  }
  const literal = [...positions].map(([lexeme, at]) => `${quoteLexeme(lexeme)}:${at.join(",")}`).join(" ");
  return { literal, length: terms.length };
}

/** A lexeme as it stands in a tsvector or tsquery literal. */
export function quoteLexeme(lexeme: string): string {
  return `'${lexeme.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;
}

function textAt(holder: unknown, key: string): string {
  if (typeof holder !== "object" || holder === null) return "";
  const value = (holder as Record<string, unknown>)[key];
  return typeof value === "string" ? value : "";
}
