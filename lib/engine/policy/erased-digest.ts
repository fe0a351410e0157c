import { normaliseText, normaliseValue } from "@/lib/engine/policy/normalise-value";

/** What a memory says, as far as it must be recognised again after it was erased. */
export interface ErasableClaim {
  scope: string;
  subject: string;
  predicate: string;
  value: unknown;
}

/**
 * The parts of the keyed digest of purpose `erased`, in order. Whoever checks a new write against the tombstones
 * digests exactly these. They catch equal content (case, width, space and closing punctuation aside), not paraphrase.
 */
export function erasedDigestParts(claim: ErasableClaim): [string, string, string, string] {
  return [
    claim.scope,
    normaliseText(claim.subject),
    normaliseText(claim.predicate),
    normaliseValue(claim.value),
  ];
}
