import * as crypto from "node:crypto";

/** Remembers of texts, by digest alone, that something was found out about them. */
export interface RecentDigests {
  has(text: string): boolean;
  add(text: string): void;
}

/** In one call where the runtime has it: a third of the time. */
const digestOf: (text: string) => string =
  typeof crypto.hash === "function"
    ? (text) => crypto.hash("sha256", text, "base64")
    : (text) => crypto.createHash("sha256").update(text).digest("base64");

/** The last so many. A text itself is not kept: what is erased must not live on in a cache. */
export function createRecentDigests(most: number): RecentDigests {
  let young = new Set<string>();
  let old = new Set<string>();
  return {
    has(text) {
      const digest = digestOf(text);
      return young.has(digest) || old.has(digest);
    },
    add(text) {
      young.add(digestOf(text));
      if (young.size * 2 < most) return;
      old = young;
      young = new Set();
    },
  };
}
