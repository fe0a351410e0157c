import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import type { TenantKeys } from "@/lib/engine/ports";
import { deriveKey, keyedDigest } from "@/lib/platform/hashing";
import type { ServiceKeys } from "@/lib/services/context";

export interface RuntimeKeys extends ServiceKeys {
  tenant: TenantKeys;
  /** Of the installation's admin key: its hash is all that is stored. */
  digestAdminKey(key: string): string;
  /** A retried request may see a secret once more. Only who knows the Idempotency-Key can open what is sealed with it. */
  seal(idempotencyKey: string, text: string): string;
  /** @throws Error when it was sealed with another key */
  open(idempotencyKey: string, sealed: string): string;
}

/** All keyed digests of the server, each under a key of its own derived from the master key. */
export function createRuntimeKeys(masterKey: string): RuntimeKeys {
  const apiKey = deriveKey(masterKey, "api-key");
  const adminKey = deriveKey(masterKey, "admin-key");
  const email = deriveKey(masterKey, "email");
  const sealing = deriveKey(masterKey, "idempotency-seal");
  const tenantKeys = new Map<string, Buffer>();

  const sealingKey = (idempotencyKey: string) =>
    Buffer.from(hkdfSync("sha256", sealing, "keepsake", idempotencyKey, 32));

  return {
    digestApiKey: (key) => keyedDigest(apiKey, key),
    digestAdminKey: (key) => keyedDigest(adminKey, key),
    digestEmail: (address) => keyedDigest(email, address.trim().toLowerCase()),
    tenant: {
      digest(tenantId, purpose, ...parts) {
        const name = `${purpose}/${tenantId}`;
        let key = tenantKeys.get(name);
        if (!key) {
          key = deriveKey(masterKey, name);
          tenantKeys.set(name, key);
        }
        return keyedDigest(key, ...parts);
      },
    },
    seal(idempotencyKey, text) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv("aes-256-gcm", sealingKey(idempotencyKey), nonce);
      const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString("base64");
    },
    open(idempotencyKey, sealed) {
      const bytes = Buffer.from(sealed, "base64");
      const decipher = createDecipheriv("aes-256-gcm", sealingKey(idempotencyKey), bytes.subarray(0, 12));
      decipher.setAuthTag(bytes.subarray(12, 28));
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString("utf8");
    },
  };
}
