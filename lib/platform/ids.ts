import { randomBytes } from "node:crypto";

/** What an id names is readable from its first letters; the rest sorts by time of creation. */
export type IdPrefix =
  | "evt"
  | "cand"
  | "fact"
  | "mem"
  | "per"
  | "trn"
  | "ret"
  | "del"
  | "apr"
  | "con"
  | "ses"
  | "agt"
  | "key"
  | "usr"
  | "ten"
  | "run"
  | "aud"
  | "out"
  | "req";

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

/** Crockford base32 (lower case) of a non-negative number, padded to `length`. */
function encodeTime(milliseconds: number, length: number): string {
  let rest = milliseconds;
  let text = "";
  for (let i = 0; i < length; i++) {
    text = ALPHABET[rest % 32] + text;
    rest = Math.floor(rest / 32);
  }
  return text;
}

/** `mem_` + 10 characters of time (ms) + 16 characters (80 bits) of randomness: sortable, unguessable. */
export function createId(prefix: IdPrefix, at: Date): string {
  const random = randomBytes(16);
  let tail = "";
  for (const byte of random) tail += ALPHABET[byte & 31];
  return `${prefix}_${encodeTime(at.getTime(), 10)}${tail}`;
}

const ID_SHAPE = /^[a-z]{3,4}_[0-9a-hjkmnp-tv-z]{26}$/;

/** True for a well-formed id of this kind; says nothing of whether the thing exists. */
export function isId(prefix: IdPrefix, text: string): boolean {
  return text.startsWith(`${prefix}_`) && ID_SHAPE.test(text);
}
