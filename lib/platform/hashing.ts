import {
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  scrypt,
  sign,
  timingSafeEqual,
  verify,
} from "node:crypto";
import canonicalize from "canonicalize";

/** RFC 8785 canonical JSON: one text for one value, whatever the order of its keys. */
export function canonicalJson(value: unknown): string {
  return canonicalize(value) ?? "null";
}

export function sha256Hex(...parts: (string | Uint8Array)[]): string {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest("hex");
}

/**
 * A key for one purpose, derived from the master key (HKDF-SHA-256, RFC 5869). Purposes never share a key, so that a
 * digest made for one table says nothing about another.
 */
export function deriveKey(masterKey: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", masterKey, "keepsake", purpose, 32));
}

/** HMAC-SHA-256 in hex over length-prefixed parts, so that ("ab","c") and ("a","bc") differ. */
export function keyedDigest(key: Uint8Array, ...parts: string[]): string {
  const mac = createHmac("sha256", key);
  for (const part of parts) mac.update(`${Buffer.byteLength(part)}:`).update(part);
  return mac.digest("hex");
}

export function equalInConstantTime(a: string, b: string): boolean {
  const left = createHash("sha256").update(a).digest();
  const right = createHash("sha256").update(b).digest();
  return timingSafeEqual(left, right);
}

const SCRYPT = { N: 2 ** 15, r: 8, p: 1, maxmem: 128 * 1024 * 1024 };

function scryptAsync(password: string, salt: Buffer, cost: typeof SCRYPT): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize("NFKC"), salt, 32, cost, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}

/** A slow hash (scrypt, N = 2^15, r = 8, p = 1) as `scrypt$N$r$p$salt$key`, salt and key in base64url. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await scryptAsync(password, salt, SCRYPT);
  return `scrypt$${SCRYPT.N}$${SCRYPT.r}$${SCRYPT.p}$${salt.toString("base64url")}$${key.toString("base64url")}`;
}

export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const [scheme, n, r, p, salt, key] = stored.split("$");
  if (scheme !== "scrypt" || !n || !r || !p || !salt || !key) return false;
  const cost = { N: Number(n), r: Number(r), p: Number(p), maxmem: SCRYPT.maxmem };
  const actual = await scryptAsync(password, Buffer.from(salt, "base64url"), cost);
  const expected = Buffer.from(key, "base64url");
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

/** PKCS #8 wrapping of a raw 32-byte Ed25519 seed (RFC 8410). */
const ED25519_PKCS8_PREFIX = Buffer.from("302e020100300506032b657004220420", "hex");

export interface Signer {
  /** First 16 hex digits of SHA-256 of the public key: names the key on a receipt. */
  keyId: string;
  /** SPKI, base64: what a holder of a receipt verifies with. */
  publicKey: string;
  sign(text: string): string;
}

/** An Ed25519 signer whose key is derived from the master key, so that receipts verify across restarts. */
export function createSigner(masterKey: string, purpose: string): Signer {
  const seed = deriveKey(masterKey, purpose);
  const privateKey: KeyObject = createPrivateKey({
    key: Buffer.concat([ED25519_PKCS8_PREFIX, seed]),
    format: "der",
    type: "pkcs8",
  });
  const spki = createPublicKey(privateKey).export({ format: "der", type: "spki" });
  return {
    keyId: sha256Hex(spki).slice(0, 16),
    publicKey: spki.toString("base64"),
    sign: (text) => sign(null, Buffer.from(text), privateKey).toString("base64"),
  };
}

export function verifySignature(publicKey: string, text: string, signature: string): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, "base64"), format: "der", type: "spki" });
    return verify(null, Buffer.from(text), key, Buffer.from(signature, "base64"));
  } catch {
    return false;
  }
}
