import {
  normaliseText,
  normaliseValue,
  normaliseValueAtFirst,
  VALUE_VERSION,
} from "@/lib/engine/policy/normalise-value";

/** What a memory says, as far as it must be recognised again after it was erased. */
export interface ErasableClaim {
  scope: string;
  subject: string;
  predicate: string;
  value: unknown;
}

/**
 * The parts of the keyed digests of purpose `erased`, in order. Whoever checks a new write against the tombstones
 * digests exactly these. They catch equal content (case, width, space, closing punctuation, and the spelling of amounts
 * and dates aside), not paraphrase. Two of them: what was erased before amounts were read is still recognised.
 */
export function erasedDigestParts(claim: ErasableClaim): [string, string, string, string][] {
  const key = [claim.scope, normaliseText(claim.subject), normaliseText(claim.predicate)] as const;
  return [
    [...key, normaliseValueAtFirst(claim.value)],
    [...key, `${VALUE_VERSION}${normaliseValue(claim.value, claim.predicate)}`],
  ];
}

/** Texts shorter than this say too little to be recognised by: "yes" was erased once and may be said again. */
const LEAST_TEXT = 8;

/**
 * The parts of the digest for a text as a whole: a statement, a quote, what an event said. The same words do not come
 * back in another shape, such as an episode made from the event that a fact was erased with. Null for what is too short.
 */
export function erasedTextParts(scope: string, text: string): [string, string, string] | null {
  const normal = normaliseText(text);
  return normal.length < LEAST_TEXT ? null : ["text", scope, normal];
}
