import { showHidden } from "@/lib/engine/policy/unicode/show-hidden";

/** One line of text without control or line-separator characters; what cannot be seen is written out. */
export function flatten(text: string): string {
  return showHidden(text)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, " ")
    .replace(/\[(?=\s*mem_)/giu, "(")
    .replace(/ {2,}/gu, " ")
    .trim();
}
