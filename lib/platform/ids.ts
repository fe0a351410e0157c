import { randomFillSync } from "node:crypto";

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
  | "exp"
  | "hld"
  | "apr"
  | "con"
  | "qua"
  | "rev"
  | "blk"
  | "ses"
  | "agt"
  | "key"
  | "skey"
  | "usr"
  | "ten"
  | "run"
  | "aud"
  | "out"
  | "ent"
  | "ali"
  | "dup"
  | "ext"
  | "call"
  | "req";

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

/** Crockford base32 (lower case) of a non-negative number, padded to `length`. */
function encodeNumber(value: number, length: number): string {
  let rest = value;
  let text = "";
  for (let i = 0; i < length; i++) {
    text = ALPHABET[rest % 32] + text;
    rest = Math.floor(rest / 32);
  }
  return text;
}

const COUNTER_RANGE = 32 ** 4;
let counter = 0;
const random = new Uint8Array(1_020);
let spent = random.length;

/**
 * `mem_` + 10 characters of time (ms) + 4 of a counter + 12 of randomness (60 bits): what one process makes sorts in
 * the order it was made, also within a millisecond, and nobody can guess the next one.
 */
export function createId(prefix: IdPrefix, at: Date): string {
  counter = (counter + 1) % COUNTER_RANGE;
  // A kilobyte at a time: asking for each twelve bytes costs more than all the rest.
  if (spent + 12 > random.length) {
    randomFillSync(random);
    spent = 0;
  }
  let tail = "";
  for (let end = spent + 12; spent < end; spent++) tail += ALPHABET[(random[spent] as number) & 31];
  return `${prefix}_${encodeNumber(at.getTime(), 10)}${encodeNumber(counter, 4)}${tail}`;
}

const ID_SHAPE = /^[a-z]{3,4}_[0-9a-hjkmnp-tv-z]{26}$/;

/** True for a well-formed id of this kind; says nothing of whether the thing exists. */
export function isId(prefix: IdPrefix, text: string): boolean {
  return text.startsWith(`${prefix}_`) && ID_SHAPE.test(text);
}
