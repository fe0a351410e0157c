import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  doublePrecision,
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
import { instant, tenantId } from "@/lib/store/schema/columns";
import { events } from "@/lib/store/schema/ledger";

/** What a model is to read: one row for each event and extractor, written in the event's own transaction. */
export const extractions = pgTable(
  "extractions",
  {
    tenantId: tenantId(),
    extractionId: text("extraction_id").notNull(),
    eventId: text("event_id").notNull(),
    extractor: text("extractor").notNull(),
    /** queued · running · failed (tried again when due) · done · dead (given up) */
    state: text("state").notNull(),
    /** Why it waits or why it ended without a reading: budget, paused, erased … */
    reason: text("reason"),
    /** How the event's writer may write: what is drawn from its event may no more. */
    writeMode: text("write_mode").notNull(),
    attempts: integer("attempts").notNull(),
    /** A long text is read in parts; a retry goes on with the first part that is not done. */
    parts: integer("parts"),
    partsDone: integer("parts_done").notNull(),
    lease: text("lease"),
    leaseUntil: instant("lease_until"),
    createdAt: instant("created_at").notNull(),
    dueAt: instant("due_at").notNull(),
    finishedAt: instant("finished_at"),
    lastError: text("last_error"),
    candidatesMade: integer("candidates_made").notNull(),
    candidatesDropped: integer("candidates_dropped").notNull(),
    /** How many were dropped, by code. */
    drops: jsonb("drops").notNull(),
  },
  (t) => [
    primaryKey({ name: "extractions_pk", columns: [t.tenantId, t.extractionId] }),
    unique("extractions_once").on(t.tenantId, t.eventId, t.extractor),
    index("extractions_due").on(t.tenantId, t.dueAt).where(sql`state in ('queued', 'running', 'failed')`),
    index("extractions_created").on(t.tenantId, t.createdAt, t.extractionId),
    foreignKey({
      name: "extractions_event",
      columns: [t.tenantId, t.eventId],
      foreignColumns: [events.tenantId, events.eventId],
    }),
    check("extractions_state", sql`state in ('queued', 'running', 'failed', 'done', 'dead')`),
  ],
);

/** What an extraction has brought already, by keyed digest. */
export const extractionCandidates = pgTable(
  "extraction_candidates",
  {
    tenantId: tenantId(),
    eventId: text("event_id").notNull(),
    extractor: text("extractor").notNull(),
    digest: text("digest").notNull(),
    candidateId: text("candidate_id").notNull(),
  },
  (t) => [
    primaryKey({
      name: "extraction_candidates_pk",
      columns: [t.tenantId, t.eventId, t.extractor, t.digest],
    }),
    foreignKey({
      name: "extraction_candidates_event",
      columns: [t.tenantId, t.eventId],
      foreignColumns: [events.tenantId, events.eventId],
    }),
  ],
);

/** Every call to a model, also a failed one. Numbers and codes. */
export const modelCalls = pgTable(
  "model_calls",
  {
    tenantId: tenantId(),
    callId: text("call_id").notNull(),
    extractionId: text("extraction_id").notNull(),
    model: text("model").notNull(),
    at: instant("at").notNull(),
    /** `ok`, or the code of the failure. */
    outcome: text("outcome").notNull(),
    latencyMs: integer("latency_ms").notNull(),
    tokensIn: integer("tokens_in").notNull(),
    tokensOut: integer("tokens_out").notNull(),
    /** The endpoint did not say: counted from the text's length. */
    estimated: boolean("estimated").notNull(),
    /** By the tenant's prices; null when it named none. */
    cost: doublePrecision("cost"),
  },
  (t) => [
    primaryKey({ name: "model_calls_pk", columns: [t.tenantId, t.callId] }),
    index("model_calls_at").on(t.tenantId, t.at),
    index("model_calls_of").on(t.tenantId, t.extractionId),
    foreignKey({
      name: "model_calls_extraction",
      columns: [t.tenantId, t.extractionId],
      foreignColumns: [extractions.tenantId, extractions.extractionId],
    }),
  ],
);

/** Which embedding model answers a tenant's questions, and which is made ready to follow it. */
export const vectorModels = pgTable(
  "vector_models",
  {
    tenantId: tenantId(),
    model: text("model").notNull(),
    /** building · serving · retiring (its vectors are being removed) · retired */
    state: text("state").notNull(),
    /** The last memory looked at, in the order of ids. */
    reached: text("reached").notNull(),
    done: integer("done").notNull(),
    total: integer("total").notNull(),
    startedAt: instant("started_at").notNull(),
    /** Null while memories are left to look at. */
    finishedAt: instant("finished_at"),
    /** Failures in a row, and when it is tried again. */
    attempts: integer("attempts").notNull().default(0),
    lastError: text("last_error"),
    dueAt: instant("due_at"),
  },
  (t) => [
    primaryKey({ name: "vector_models_pk", columns: [t.tenantId, t.model] }),
    uniqueIndex("vector_models_one_serves").on(t.tenantId).where(sql`state = 'serving'`),
    check("vector_models_state", sql`state in ('building', 'serving', 'retiring', 'retired')`),
  ],
);
