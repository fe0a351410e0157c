import { SOURCE_TYPES } from "@/lib/contracts/choices";
import { randomBytes } from "node:crypto";
import { createEngine } from "@/lib/engine/create-engine";
import type { Engine } from "@/lib/engine/engine";
import type { CallContext } from "@/lib/engine/model/context";
import type { Principal } from "@/lib/engine/model/principal";
import type { Embedder, EnginePorts, ExtractionModel } from "@/lib/engine/ports";
import { createSettableClock, type SettableClock } from "@/lib/platform/clock";
import { createSigner, deriveKey, keyedDigest } from "@/lib/platform/hashing";
import { createId } from "@/lib/platform/ids";
import type { Database } from "@/lib/store/client";
import { tenants } from "@/lib/store/schema/tenancy";
import { openTestDatabase, type TestDatabase } from "@/lib/testing/open-test-database";

export interface TestEngine {
  engine: Engine;
  ports: EnginePorts;
  database: Database;
  urls: TestDatabase["urls"];
  clock: SettableClock;
  /** A new tenant with nothing in it. */
  createTenant(): Promise<string>;
  close(): Promise<void>;
}

/** The real engine on a fresh database, with a clock that the test moves. */
export async function openTestEngine(
  options: {
    embedder?: Embedder | null;
    extractionModel?: ExtractionModel | null;
    start?: string;
    /** In place of a database of its own. */
    opened?: TestDatabase;
  } = {},
): Promise<TestEngine> {
  const { database, close, urls } = options.opened ?? (await openTestDatabase());
  const clock = createSettableClock(new Date(options.start ?? "2026-10-01T08:00:00Z"));
  const master = "a master key for tests only";
  const ports: EnginePorts = {
    clock,
    newId: (prefix) => createId(prefix, clock.now()),
    randomBytes: (length) => new Uint8Array(randomBytes(length)),
    elapsed: () => performance.now(),
    keys: {
      digest: (tenantId, purpose, ...parts) =>
        keyedDigest(deriveKey(master, `${tenantId}/${purpose}`), ...parts),
    },
    embedder: options.embedder ?? null,
    extractionModel: options.extractionModel ?? null,
    signer: createSigner(master, "receipt"),
    report: { warn: () => {} },
  };
  const engine = createEngine(database, ports);
  return {
    engine,
    ports,
    database,
    urls,
    clock,
    close,
    async createTenant() {
      const tenantId = createId("ten", clock.now());
      await database.withTenant(tenantId, (tx) =>
        tx.insert(tenants).values({
          tenantId,
          slug: tenantId.slice(4).replace(/[^a-z0-9]/g, "x"),
          name: "Test",
          timeZone: "UTC",
          isDemo: 0,
          createdAt: clock.now(),
        }),
      );
      return tenantId;
    },
  };
}

/** An agent that holds these scopes and may speak for every source, unless told otherwise. */
export function agentCall(tenantId: string, scopes: string[], over: Partial<Principal> = {}): CallContext {
  return {
    requestId: "req_test",
    principal: {
      tenantId,
      actor: { kind: "agent", id: "agt_test", name: "Test agent" },
      via: "api",
      roles: [],
      scopes,
      purposes: null,
      sourceTypes: SOURCE_TYPES,
      writeMode: "full",
      self: null,
      keyId: "key_test",
      ...over,
    },
  };
}

/** A person on a page. */
export function personCall(tenantId: string, externalId: string, over: Partial<Principal> = {}): CallContext {
  const self = `user:${externalId}`;
  return {
    requestId: "req_test",
    principal: {
      tenantId,
      actor: { kind: "user", id: `usr_${externalId}`, name: externalId },
      via: "page",
      roles: ["user"],
      scopes: [self],
      purposes: null,
      sourceTypes: ["user_statement", "user_confirmation"],
      writeMode: "full",
      self,
      keyId: null,
      ...over,
    },
  };
}
