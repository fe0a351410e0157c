import { sourceType } from "@/lib/contracts/common";
import { writeMode } from "@/lib/contracts/principals";
import type { Principal } from "@/lib/engine/model/principal";
import { parseApiKey } from "@/lib/platform/api-key";
import { equalInConstantTime } from "@/lib/platform/hashing";
import { HttpProblem } from "@/lib/server/problem";
import type { Runtime } from "@/lib/server/runtime";
import {
  type CredentialRow,
  findCredential,
  findTenantOfKey,
  stampKeyUsed,
} from "@/lib/store/principals/agents";

export interface Caller {
  principal: Principal;
  /** Who is counted by the rate limit, and how many requests a minute it may send; 0 = no limit. */
  rate: { caller: string; perMinute: number };
}

/** A revoked key must stop within a second, whatever else takes time. */
const CREDENTIAL_TTL_MS = 800;
const STAMP_EVERY_MS = 60_000;
const ADMIN_RATE_PER_MINUTE = 6_000;
const CACHE_SIZE = 10_000;

interface Cached {
  credential: CredentialRow;
  readAt: number;
}
interface KeyCache {
  /** A key never changes its tenant, so this is kept. */
  tenants: Map<string, string>;
  credentials: Map<string, Cached>;
  stampedAt: Map<string, number>;
}
const caches = new WeakMap<Runtime, KeyCache>();

function cacheOf(runtime: Runtime): KeyCache {
  let cache = caches.get(runtime);
  if (!cache) {
    cache = { tenants: new Map(), credentials: new Map(), stampedAt: new Map() };
    caches.set(runtime, cache);
  }
  return cache;
}

/** Bounded by forgetting the oldest entry: a cache is never a reason to run out of memory. */
function remember<T>(map: Map<string, T>, key: string, value: T): void {
  map.delete(key);
  map.set(key, value);
  if (map.size > CACHE_SIZE) {
    const oldest = map.keys().next().value;
    if (oldest !== undefined) map.delete(oldest);
  }
}

function unauthorized(message: string): HttpProblem {
  return new HttpProblem("unauthorized", message, {
    headers: { "WWW-Authenticate": 'Bearer realm="keepsake"' },
  });
}

/** One wording for a key that is unknown, wrong, revoked or expired: which of them is nobody's business. */
const badKey = () => unauthorized("The key is not valid: unknown, revoked or expired.");

/** @throws HttpProblem 401 when there is no credential or two different ones */
export function readCredential(headers: Headers): string {
  const authorization = headers.get("authorization");
  const apiKey = headers.get("x-api-key")?.trim();
  if (authorization === null && !apiKey) {
    throw unauthorized("A key is needed: Authorization: Bearer <key>, or X-API-Key.");
  }
  if (authorization === null) return apiKey ?? "";
  const bearer = /^bearer +(\S+)$/i.exec(authorization.trim())?.[1];
  if (!bearer) throw unauthorized("The Authorization header is not of the form: Bearer <key>.");
  if (apiKey && apiKey !== bearer) throw unauthorized("Authorization and X-API-Key carry different keys.");
  return bearer;
}

/** Whether this is the installation's admin key; which of its digits is wrong is nobody's business. */
export function isAdminKey(runtime: Runtime, key: string): boolean {
  return equalInConstantTime(runtime.keys.digestAdminKey(key), runtime.admin.digest);
}

/** The administrator of the installation. @throws HttpProblem 401, or 403 for an agent's key */
export async function authenticateAdmin(runtime: Runtime, key: string): Promise<Caller> {
  if (isAdminKey(runtime, key)) {
    return {
      principal: {
        tenantId: "",
        actor: { kind: "admin", id: "admin", name: null },
        via: "api",
        roles: ["admin"],
        scopes: [],
        purposes: null,
        sourceTypes: [],
        writeMode: "none",
        self: null,
        keyId: null,
      },
      rate: { caller: "admin", perMinute: ADMIN_RATE_PER_MINUTE },
    };
  }
  if (parseApiKey(key)) {
    await authenticateAgent(runtime, key);
    throw new HttpProblem("forbidden", "An agent's key cannot do this; the admin key is needed.");
  }
  throw badKey();
}

/** The agent a key speaks for. @throws HttpProblem 401, or 403 for the admin key */
export async function authenticateAgent(runtime: Runtime, key: string): Promise<Caller> {
  const parsed = parseApiKey(key);
  if (!parsed) {
    if (isAdminKey(runtime, key)) {
      throw new HttpProblem("forbidden", "The admin key reads and writes no memories; use an agent's key.");
    }
    throw unauthorized("The key is malformed: its shape or its checksum is wrong.");
  }
  const credential = await loadCredential(runtime, parsed.keyId);
  // Computed also for an unknown id, so that time does not tell which ids exist.
  const digest = runtime.keys.digestApiKey(key);
  const right = equalInConstantTime(digest, credential?.key.secretDigest ?? "");
  if (!credential || !right) throw badKey();
  const now = runtime.clock.now();
  const expired = credential.key.expiresAt !== null && credential.key.expiresAt <= now;
  if (credential.key.revokedAt || expired || credential.agent.disabledAt) throw badKey();
  await stampUse(runtime, credential, now);
  return {
    principal: toAgentPrincipal(credential),
    rate: { caller: parsed.keyId, perMinute: credential.key.ratePerMinute },
  };
}

async function loadCredential(runtime: Runtime, keyId: string): Promise<CredentialRow | null> {
  const cache = cacheOf(runtime);
  const cached = cache.credentials.get(keyId);
  const readAt = performance.now();
  if (cached && readAt - cached.readAt < CREDENTIAL_TTL_MS) return cached.credential;
  let tenantId = cache.tenants.get(keyId);
  if (!tenantId) {
    const found = await runtime.database.withoutTenant((tx) => findTenantOfKey(tx, keyId));
    if (!found) return null;
    tenantId = found;
    remember(cache.tenants, keyId, tenantId);
  }
  const id = { tenantId, keyId };
  const credential = await runtime.database.withTenant(tenantId, (tx) => findCredential(tx, id));
  if (credential) remember(cache.credentials, keyId, { credential, readAt });
  return credential;
}

async function stampUse(runtime: Runtime, { key }: CredentialRow, now: Date): Promise<void> {
  const { stampedAt } = cacheOf(runtime);
  const last = stampedAt.get(key.keyId) ?? key.lastUsedAt?.getTime() ?? 0;
  if (now.getTime() - last < STAMP_EVERY_MS) return;
  remember(stampedAt, key.keyId, now.getTime());
  await runtime.database.withTenant(key.tenantId, (tx) => stampKeyUsed(tx, key, now));
}

function toAgentPrincipal({ key, agent }: CredentialRow): Principal {
  return {
    tenantId: key.tenantId,
    actor: { kind: "agent", id: agent.agentId, name: agent.name },
    via: "api",
    roles: [],
    scopes: agent.scopes,
    purposes: agent.purposes,
    sourceTypes: sourceType.array().parse(agent.sourceTypes),
    writeMode: writeMode.parse(agent.writeMode),
    self: null,
    keyId: key.keyId,
  };
}
