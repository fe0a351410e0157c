import { countTokens as count } from "gpt-tokenizer/encoding/o200k_base";

/** Tokens of a text under the o200k encoding. Special-token look-alikes are counted as the plain text they are. */
export function countTokens(text: string): number {
  return count(text, { disallowedSpecial: new Set() });
}
