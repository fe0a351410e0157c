import type { Placed } from "@/lib/engine/policy/time/join-readings";

/** What the words around a time make of it; null when they say nothing. */
export type Relation = "at" | "from" | "until" | "before" | "after" | null;

const BEFORE_IT: readonly (readonly [RegExp, Exclude<Relation, null>])[] = [
  [
    /\b(?:ever since|since|starting(?: from| in| on| with)?|beginning(?: in| on| from)?|as of|from)\s+(?:the\s+)?$/iu,
    "from",
  ],
  [
    /\b(?:up until|until|till|til|up to|through|by|no later than|valid to|expires?(?: on| in)?|ends?(?: on| in)?)\s+(?:the\s+)?$/iu,
    "until",
  ],
  [/\b(?:before|prior to|earlier than|ahead of)\s+(?:the\s+)?$/iu, "before"],
  [/\b(?:after|later than|following|past)\s+(?:the\s+)?$/iu, "after"],
  [/\b(?:on|in|at|during|over|for|around|about|within|throughout|back in|circa)\s+(?:the\s+)?$/iu, "at"],
  [/(?:截止到?|截至|直到|直至|持续到|到)\s*$/u, "until"],
  [/(?:从|自从|自)\s*$/u, "from"],
  [/(?:在|于)\s*$/u, "at"],
];
const AFTER_IT: readonly (readonly [RegExp, Exclude<Relation, null>])[] = [
  [/^\s*(?:onwards?|on(?=[\s,.;!?]*$)|and (?:later|after))/iu, "from"],
  [/^(?:开始|起(?![床来飞])|以来|至今)/u, "from"],
  [/^(?:为止|截止)/u, "until"],
  [/^(?:之前|以前|前(?![往台面后]))/u, "before"],
  [/^(?:之后|以后|过后|后(?![面来台]))/u, "after"],
];

/** The relation of a time to what is said of it, and how far the words that say so reach. */
export function readRelation(
  text: string,
  one: Placed,
): { relation: Relation; start: number; end: number; confidence: number } {
  let { start, end } = one;
  let relation: Relation = null;
  const tail = text.slice(one.end);
  for (const [pattern, meaning] of AFTER_IT) {
    const found = pattern.exec(tail);
    if (!found) continue;
    relation = meaning;
    end += found[0].length;
    break;
  }
  const head = text.slice(Math.max(0, one.start - 40), one.start);
  for (const [pattern, meaning] of BEFORE_IT) {
    const found = pattern.exec(head);
    if (!found) continue;
    // 到…为止, 从…开始 and 从…以后 say one thing twice; "in … onwards" is what its end says.
    relation ??= meaning;
    if (meaning !== "at") start -= found[0].length;
    break;
  }
  const vague = /\b(?:around|about|circa|roughly)\s+(?:the\s+)?$/iu.test(head);
  return { relation, start, end, confidence: one.confidence * (vague ? 0.85 : 1) };
}
