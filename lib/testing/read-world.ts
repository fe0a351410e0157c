import { createHmac, randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Confirmation, Kind, Sensitivity, SourceType, Status } from "@/lib/contracts/common";
import type { CallContext } from "@/lib/engine/model/context";
import type { EngineDeps } from "@/lib/engine/model/deps";
import type { Principal } from "@/lib/engine/model/principal";
import { DEFAULT_LIFECYCLE_POLICY } from "@/lib/engine/policy/lifecycle-policy";
import { DEFAULT_RETRIEVAL_POLICY, type RetrievalPolicy } from "@/lib/engine/policy/retrieval-policy";
import { DEFAULT_WRITE_POLICY } from "@/lib/engine/policy/write-policy";
import type { Embedder } from "@/lib/engine/ports";
import { createSettableClock, type SettableClock } from "@/lib/platform/clock";
import { createId } from "@/lib/platform/ids";
import type { Database } from "@/lib/store/client";
import { events } from "@/lib/store/schema/ledger";
import { facts, memories, memoryContents, memoryPeriods, memorySources } from "@/lib/store/schema/memory";
import { tenants } from "@/lib/store/schema/tenancy";

export const NOW = new Date("2026-10-28T12:00:00Z");

/** A tenant with a clock that stands still, and everything a read path is made from. */
export interface ReadWorld {
  tenantId: string;
  clock: SettableClock;
  deps: EngineDeps;
  policy: { version: number; retrieval: RetrievalPolicy };
  call(changes?: Partial<Principal>): CallContext;
  seed(memory: SeedMemory): Promise<Seeded>;
}

/** A memory as rows, in the shapes that commit writes; used where the engine's own write path is not the point. */
export interface SeedMemory {
  statement: string;
  scope?: string;
  subject?: string;
  predicate?: string;
  instance?: string;
  factId?: string;
  kind?: Kind;
  status?: Status;
  confirmation?: Confirmation;
  sourceType?: SourceType;
  trust?: number;
  importance?: number;
  sensitivity?: Sensitivity;
  temporalScope?: string | null;
  purpose?: string | null;
  topic?: string | null;
  episode?: unknown;
  observedAt?: Date;
  recordedAt?: Date;
  supersededBy?: string | null;
  /** [valid, known] as range texts; default one open period from observedAt, known from recordedAt. */
  periods?: [valid: string, known: string][];
}
export interface Seeded {
  memoryId: string;
  factId: string;
  eventId: string;
}

export async function createReadWorld(database: Database, embedder: Embedder | null): Promise<ReadWorld> {
  const clock = createSettableClock(NOW);
  const tenantId = createId("ten", NOW);
  await database.withoutTenant((tx) =>
    tx.insert(tenants).values({
      tenantId,
      slug: `t-${tenantId.slice(-10)}`,
      name: "Test",
      timeZone: "UTC",
      isDemo: 0,
      createdAt: NOW,
    }),
  );
  const secret = randomBytes(32);
  const policy = { version: 0, retrieval: structuredClone(DEFAULT_RETRIEVAL_POLICY) };
  const deps: EngineDeps = {
    database,
    policyFor: async () => ({
      ...policy,
      write: DEFAULT_WRITE_POLICY,
      lifecycle: DEFAULT_LIFECYCLE_POLICY,
      calibration: null,
    }),
    ports: {
      clock,
      newId: (prefix) => createId(prefix, clock.now()),
      randomBytes: (length) => randomBytes(length),
      elapsed: () => performance.now(),
      keys: {
        digest: (...parts) => createHmac("sha256", secret).update(JSON.stringify(parts)).digest("hex"),
      },
      embedder,
      extractionModel: null,
      signer: { keyId: "test", publicKey: "", sign: () => "" },
      report: { warn: () => {} },
    },
  };
  return {
    tenantId,
    clock,
    deps,
    policy,
    call: (changes = {}) => ({
      requestId: createId("req", clock.now()),
      principal: { ...agentOf(tenantId), ...changes },
    }),
    seed: (memory) => seedMemory(database, tenantId, clock.now(), memory),
  };
}

function agentOf(tenantId: string): Principal {
  return {
    tenantId,
    actor: { kind: "agent", id: "agt_0000000000000000000000test", name: "test agent" },
    via: "api",
    roles: [],
    scopes: ["project:A", "user:u1", "user:*"],
    purposes: null,
    sourceTypes: ["user_statement"],
    writeMode: "full",
    self: null,
    keyId: null,
  };
}

async function seedMemory(
  database: Database,
  tenantId: string,
  now: Date,
  seed: SeedMemory,
): Promise<Seeded> {
  const ids = {
    memoryId: createId("mem", now),
    factId: seed.factId ?? createId("fact", now),
    eventId: createId("evt", now),
  };
  const scope = seed.scope ?? "project:A";
  const observedAt = seed.observedAt ?? new Date(now.getTime() - 86_400_000);
  const recordedAt = seed.recordedAt ?? observedAt;
  const sourceType = seed.sourceType ?? "user_statement";
  const status = seed.status ?? "active";
  const kind = seed.kind ?? "semantic";
  await database.withTenant(tenantId, async (tx) => {
    await tx.insert(events).values({
      tenantId,
      eventId: ids.eventId,
      type: "message",
      scope,
      actorKind: "user",
      sourceType,
      writerKind: "agent",
      writerId: "agt_0000000000000000000000test",
      occurredAt: observedAt,
      recordedAt,
      digest: ids.eventId,
    });
    await tx
      .insert(facts)
      .values({
        tenantId,
        factId: ids.factId,
        scope,
        subject: seed.subject ?? scope,
        predicate: seed.predicate ?? `p ${ids.factId}`,
        instance: seed.instance ?? (kind === "episodic" ? ids.eventId : ""),
        cardinality: "one",
        revisions: 1,
        knownBound: recordedAt,
        createdAt: recordedAt,
      })
      .onConflictDoNothing();
    const [count] = await tx
      .select({ factId: memories.factId })
      .from(memories)
      .where(sql`tenant_id = ${tenantId} and fact_id = ${ids.factId}`)
      .then((rows) => [rows.length]);
    await tx.insert(memories).values({
      tenantId,
      memoryId: ids.memoryId,
      factId: ids.factId,
      revision: (count ?? 0) + 1,
      seq: (count ?? 0) + 1,
      scope,
      kind,
      cardinality: "one",
      provenanceType: sourceType,
      assertion: "explicit",
      authority: 3,
      claimFrom: observedAt,
      claimState: "held",
      status,
      confirmation: seed.confirmation ?? "confirmed",
      stateRevision: 0,
      trust: seed.trust ?? 0.9,
      certainty: 1,
      confidence: 1,
      importance: seed.importance ?? 5,
      sensitivity: seed.sensitivity ?? "low",
      temporalScope: seed.temporalScope ?? null,
      observedAt,
      recordedAt,
      supersededBy: seed.supersededBy ?? null,
      writerKind: "agent",
      writerId: "agt_0000000000000000000000test",
      useCount: 0,
      updatedAt: recordedAt,
      schemaVersion: 1,
    });
    if (status !== "deleted") {
      await tx.insert(memoryContents).values({
        tenantId,
        memoryId: ids.memoryId,
        value: seed.statement,
        statement: seed.statement,
        topic: seed.topic ?? null,
        purpose: seed.purpose ?? null,
        metadata: {},
        episode: seed.episode ?? null,
        valueDigest: ids.memoryId,
      });
    }
    const held = status === "active" || status === "archived";
    const periods =
      seed.periods ??
      (held
        ? [[`[${observedAt.toISOString()},)`, `[${recordedAt.toISOString()},)`] as [string, string]]
        : []);
    for (const [valid, known] of periods) {
      await tx.insert(memoryPeriods).values({
        tenantId,
        periodId: createId("per", now),
        factId: ids.factId,
        memoryId: ids.memoryId,
        single: true,
        valid,
        known,
        confirmation: seed.confirmation ?? "confirmed",
      });
    }
    await tx.insert(memorySources).values({
      tenantId,
      memoryId: ids.memoryId,
      eventId: ids.eventId,
      relation: "supports",
      sourceType,
      writerId: "agt_0000000000000000000000test",
      observedAt,
      recordedAt,
    });
  });
  return ids;
}
