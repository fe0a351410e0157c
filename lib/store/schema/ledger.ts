import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  customType,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { instant, sealedColumns, tenantId } from "@/lib/store/schema/columns";

const bytes = customType<{ data: Uint8Array }>({ dataType: () => "bytea" });

/** The envelope of what happened. Append-only: no role may update or delete a row. */
export const events = pgTable(
  "events",
  {
    tenantId: tenantId(),
    eventId: text("event_id").notNull(),
    type: text("type").notNull(),
    scope: text("scope").notNull(),
    actorKind: text("actor_kind").notNull(),
    sourceType: text("source_type").notNull(),
    /** The source type the caller claimed, where its credential may not claim it. */
    claimedSourceType: text("claimed_source_type"),
    writerKind: text("writer_kind").notNull(),
    writerId: text("writer_id").notNull(),
    occurredAt: instant("occurred_at").notNull(),
    recordedAt: instant("recorded_at").notNull(),
    /** SHA-256 over salt and payload: verifiable while the payload stands, meaningless once its salt is gone. */
    digest: text("digest").notNull(),
    /** Keyed digest of the caller's idempotency key: the same event sent twice is one event, also after erasure. */
    dedupeDigest: text("dedupe_digest"),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.eventId] }),
    unique("events_dedupe").on(t.tenantId, t.dedupeDigest),
    index("events_scope").on(t.tenantId, t.scope, t.occurredAt),
    index("events_external")
      .on(t.tenantId, t.scope, t.recordedAt)
      .where(sql`source_type = 'external_content'`),
  ],
);

/** All of an event that can be erased. */
export const eventPayloads = pgTable(
  "event_payloads",
  {
    tenantId: tenantId(),
    eventId: text("event_id").notNull(),
    salt: bytes("salt").notNull(),
    content: jsonb("content").notNull(),
    subject: text("subject"),
    sessionId: text("session_id"),
    sourceRef: text("source_ref"),
    sourceUri: text("source_uri"),
    language: text("language"),
    episode: jsonb("episode"),
    /** Something in it is of high sensitivity. */
    high: boolean("high").notNull().default(false),
    ...sealedColumns(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.eventId] }),
    foreignKey({ columns: [t.tenantId, t.eventId], foreignColumns: [events.tenantId, events.eventId] }),
    index("event_payloads_ref").on(t.tenantId, t.sourceRef).where(sql`source_ref is not null`),
    index("event_payloads_session").on(t.tenantId, t.sessionId).where(sql`session_id is not null`),
  ],
);

/** What was proposed, and what became of it. */
export const candidates = pgTable(
  "candidates",
  {
    tenantId: tenantId(),
    candidateId: text("candidate_id").notNull(),
    eventId: text("event_id").notNull(),
    extractor: text("extractor").notNull(),
    scope: text("scope").notNull(),
    /** Names it among all that is made of one event; the same event read again gives the same names. */
    candidateKey: text("candidate_key"),
    /** The proposal as made; goes with erasure. Null also for what may not be stored at all. */
    proposal: jsonb("proposal"),
    ...sealedColumns(),
    outcome: text("outcome").notNull(),
    operation: text("operation").notNull(),
    reasonCode: text("reason_code").notNull(),
    utility: jsonb("utility"),
    memoryId: text("memory_id"),
    superseded: text("superseded").array().notNull(),
    conflictsWith: text("conflicts_with").array().notNull(),
    policyVersion: integer("policy_version").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.candidateId] }),
    uniqueIndex("candidates_named")
      .on(t.tenantId, t.eventId, t.extractor, t.candidateKey)
      .where(sql`candidate_key is not null`),
    index("candidates_event").on(t.tenantId, t.eventId),
    index("candidates_memory").on(t.tenantId, t.memoryId),
    foreignKey({ columns: [t.tenantId, t.eventId], foreignColumns: [events.tenantId, events.eventId] }),
  ],
);

export const gateDecisions = pgTable(
  "gate_decisions",
  {
    tenantId: tenantId(),
    candidateId: text("candidate_id").notNull(),
    position: integer("position").notNull(),
    gate: text("gate").notNull(),
    verdict: text("verdict").notNull(),
    code: text("code").notNull(),
    /** A sentence from the engine's own stock, never with words of the content. */
    reason: text("reason").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.candidateId, t.position] }),
    foreignKey({
      columns: [t.tenantId, t.candidateId],
      foreignColumns: [candidates.tenantId, candidates.candidateId],
    }),
  ],
);

/** Who did what when. Append-only; ids, counts and codes, never content. */
export const auditLog = pgTable(
  "audit_log",
  {
    tenantId: tenantId(),
    auditId: text("audit_id").notNull(),
    at: instant("at").notNull(),
    actorKind: text("actor_kind").notNull(),
    actorId: text("actor_id").notNull(),
    via: text("via").notNull(),
    action: text("action").notNull(),
    objectType: text("object_type").notNull(),
    objectId: text("object_id").notNull(),
    outcome: text("outcome").notNull(),
    requestId: text("request_id").notNull(),
    /** The exact canonical text that the chain hashes; the columns above repeat it for filtering. */
    body: text("body").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.auditId] }),
    index("audit_log_object").on(t.tenantId, t.objectType, t.objectId),
    index("audit_log_at").on(t.tenantId, t.at),
  ],
);

/** The chain over the audit log: hash = SHA-256(previous hash, body). Append-only, linked within a second. */
export const auditChain = pgTable(
  "audit_chain",
  {
    tenantId: tenantId(),
    seq: bigint("seq", { mode: "number" }).notNull(),
    auditId: text("audit_id").notNull(),
    previousHash: text("previous_hash").notNull(),
    hash: text("hash").notNull(),
    linkedAt: instant("linked_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.seq] }),
    unique("audit_chain_entry").on(t.tenantId, t.auditId),
    foreignKey({ columns: [t.tenantId, t.auditId], foreignColumns: [auditLog.tenantId, auditLog.auditId] }),
  ],
);

/** Work that a committed change still owes: written in the change's transaction, done after it, at least once. */
export const outbox = pgTable(
  "outbox",
  {
    tenantId: tenantId(),
    outboxId: text("outbox_id").notNull(),
    kind: text("kind").notNull(),
    objectId: text("object_id").notNull(),
    createdAt: instant("created_at").notNull(),
    dueAt: instant("due_at").notNull(),
    attempts: integer("attempts").notNull(),
    lastError: text("last_error"),
    doneAt: instant("done_at"),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.outboxId] }),
    index("outbox_due").on(t.tenantId, t.dueAt).where(sql`done_at is null`),
    check("outbox_attempts", sql`attempts >= 0`),
  ],
);
