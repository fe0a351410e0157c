import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { deriveKey, keyedDigest } from "@/lib/platform/hashing";

/** Where a ciphertext stands. It opens nowhere else: not in another row, column or tenant, and under no other key. */
export interface SealedPlace {
  tenantId: string;
  table: string;
  rowId: string;
  column: string;
  keyId: string;
}

/** A data key as it is kept, and the key itself for the moment it is used. */
export interface DataKey {
  key: Uint8Array;
  wrapped: string;
}

/**
 * Encryption of content at rest. Each person or place has a random data key of its own; a tenant's wrap key, derived
 * from the master key, wraps it. Destroying the wrapped key ends everything that was sealed under it, in every copy.
 */
export interface ContentCipher {
  createDataKey(tenantId: string, keyId: string): DataKey;
  /** @throws Error when it was wrapped under another master key, for another tenant or another id, or was changed */
  unwrap(tenantId: string, keyId: string, wrapped: string): Uint8Array;
  seal(key: Uint8Array, text: string, place: SealedPlace): string;
  /** @throws Error when it was sealed for another place or under another key, or was changed */
  open(key: Uint8Array, sealed: string, place: SealedPlace): string;
  /** Keyed digest that finds the data key of a subject without naming it. */
  digestSubject(tenantId: string, subject: string): string;
  /** What stands in a column that is compared for equality and must not be read: `sealed:` and a keyed digest. */
  toToken(tenantId: string, column: string, text: string): string;
}

const VERSION = "k1";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;
/** Derived keys are remembered for this many tenants; the oldest goes first. */
const MOST_TENANTS = 500;

/**
 * AES-256-GCM with a random 96-bit nonce (at most 2^32 texts under one key, which one person's memory never reaches).
 * An envelope is `k1.` and nonce, tag and ciphertext in base64url; the place is authenticated with it.
 * @param random bytes from the operating system's generator, unless a test needs its own
 */
export function createContentCipher(
  masterKey: string,
  random: (length: number) => Uint8Array = randomBytes,
): ContentCipher {
  const wrapKeyOf = remember(MOST_TENANTS, (tenantId) => deriveKey(masterKey, `wrap/${tenantId}`));
  const digestKeyOf = remember(MOST_TENANTS, (tenantId) =>
    deriveKey(masterKey, `subject-digest/${tenantId}`),
  );
  const tokenKeyOf = remember(MOST_TENANTS, (tenantId) => deriveKey(masterKey, `token/${tenantId}`));

  const wrapping = (tenantId: string, keyId: string): string[] => ["wrap", tenantId, keyId];
  const standing = (place: SealedPlace): string[] => [
    place.tenantId,
    place.table,
    place.rowId,
    place.column,
    place.keyId,
  ];

  return {
    createDataKey(tenantId, keyId) {
      const key = random(KEY_BYTES);
      return { key, wrapped: encrypt(wrapKeyOf(tenantId), random, key, wrapping(tenantId, keyId)) };
    },
    unwrap: (tenantId, keyId, wrapped) => decrypt(wrapKeyOf(tenantId), wrapped, wrapping(tenantId, keyId)),
    seal: (key, text, place) => encrypt(key, random, Buffer.from(text, "utf8"), standing(place)),
    open: (key, sealed, place) => decrypt(key, sealed, standing(place)).toString("utf8"),
    digestSubject: (tenantId, subject) => keyedDigest(digestKeyOf(tenantId), subject),
    toToken: (tenantId, column, text) =>
      `sealed:${keyedDigest(tokenKeyOf(tenantId), column, text).slice(0, 40)}`,
  };
}

/** Length before each part, so that ("ab","c") and ("a","bc") are different places. */
function bind(parts: readonly string[]): Buffer {
  return Buffer.from(
    [VERSION, ...parts].map((part) => `${Buffer.byteLength(part)}:${part}`).join(""),
    "utf8",
  );
}

function encrypt(
  key: Uint8Array,
  random: (length: number) => Uint8Array,
  text: Uint8Array,
  parts: readonly string[],
): string {
  const nonce = random(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(bind(parts));
  const body = Buffer.concat([cipher.update(text), cipher.final()]);
  return `${VERSION}.${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString("base64url")}`;
}

function decrypt(key: Uint8Array, sealed: string, parts: readonly string[]): Buffer {
  const [version, encoded, ...more] = sealed.split(".");
  const bytes = Buffer.from(encoded ?? "", "base64url");
  if (version !== VERSION || more.length > 0 || bytes.length < NONCE_BYTES + TAG_BYTES) {
    throw new Error("not an envelope that this version can open");
  }
  try {
    const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(bind(parts));
    decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
  } catch {
    // The library's own message says nothing; this one says what it can mean.
    throw new Error("sealed content does not open: it was changed, moved, or sealed under another key");
  }
}

/** The last few results of a function of one text. */
function remember<T>(most: number, make: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const made = make(text);
    if (known.size >= most) known.delete(known.keys().next().value as string);
    known.set(text, made);
    return made;
  };
}
