import { randomBytes } from "node:crypto";

/** What a key looks like from outside: a scanner recognises it, and a typing error is seen without any look-up. */
const PREFIX = "ks_live_";
const ID_LENGTH = 26;
const SECRET_LENGTH = 43;
const CHECKSUM_LENGTH = 6;
const SHAPE = new RegExp(
  `^${PREFIX}([0-9a-hjkmnp-tv-z]{${ID_LENGTH}})_([0-9A-Za-z]{${SECRET_LENGTH}})([0-9A-Za-z]{${CHECKSUM_LENGTH}})$`,
);
const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value >>> 0;
});

/** CRC-32 (ISO 3309), as an unsigned number. */
export function crc32(text: string): number {
  let crc = 0xffffffff;
  for (const byte of Buffer.from(text)) crc = (CRC_TABLE[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

function checksum(text: string): string {
  let rest = crc32(text);
  let digits = "";
  for (let i = 0; i < CHECKSUM_LENGTH; i++) {
    digits = BASE62[rest % 62] + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

/** 43 letters and digits: a little over 256 bits, each one equally likely (bytes from 248 on are thrown away). */
export function randomBase62(length = SECRET_LENGTH): string {
  let text = "";
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < 248 && text.length < length) text += BASE62[byte % 62];
    }
  }
  return text;
}

/**
 * @param keyId `key_…`
 * @returns the whole key as its holder gets it, once
 */
export function formatApiKey(keyId: string): string {
  const body = `${PREFIX}${keyId.slice("key_".length)}_${randomBase62()}`;
  return body + checksum(body);
}

/** The id a key names, or null when its shape or its checksum is wrong. Says nothing of whether it is valid. */
export function parseApiKey(key: string): { keyId: string } | null {
  const match = SHAPE.exec(key);
  if (!match?.[1]) return null;
  const body = key.slice(0, -CHECKSUM_LENGTH);
  return checksum(body) === key.slice(-CHECKSUM_LENGTH) ? { keyId: `key_${match[1]}` } : null;
}

/** What may be shown of a key for ever: enough to recognise it, nothing to use it with. */
export function describeApiKey(key: string): { prefix: string; last4: string } {
  return { prefix: key.slice(0, PREFIX.length + 6), last4: key.slice(-4) };
}
