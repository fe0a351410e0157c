/** One line of text without control, bidirectional-override or line-separator characters. */
export function flatten(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, " ")
    .replace(/\[(?=\s*mem_)/giu, "(")
    .replace(/ {2,}/gu, " ")
    .trim();
}
