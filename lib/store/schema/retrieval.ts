import {
  doublePrecision,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
} from "drizzle-orm/pg-core";
import { instant, sealedColumns, tenantId } from "@/lib/store/schema/columns";

/** One act of recall: ids, numbers and codes; the words of the query are in retrieval_texts. */
export const retrievals = pgTable(
  "retrievals",
  {
    tenantId: tenantId(),
    retrievalId: text("retrieval_id").notNull(),
    at: instant("at").notNull(),
    actorKind: text("actor_kind").notNull(),
    actorId: text("actor_id").notNull(),
    intent: text("intent").notNull(),
    policyVersion: integer("policy_version").notNull(),
    candidateCount: integer("candidate_count").notNull(),
    packedCount: integer("packed_count").notNull(),
    rejectedCount: integer("rejected_count").notNull(),
    conflictCount: integer("conflict_count").notNull(),
    tokenBudget: integer("token_budget").notNull(),
    tokensUsed: integer("tokens_used").notNull(),
    degraded: text("degraded").array().notNull(),
    tookMs: doublePrecision("took_ms").notNull(),
    /** Every memory the trace speaks of: "every trace where this one was a candidate". */
    memoryIds: text("memory_ids").array().notNull(),
    trace: jsonb("trace").notNull(),
    requestId: text("request_id").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.retrievalId] }),
    index("retrievals_at").on(t.tenantId, t.at),
    index("retrievals_actor").on(t.tenantId, t.actorId, t.at),
  ],
);

/** The erasable words of a retrieval: what was asked, and the agent's note on use. */
export const retrievalTexts = pgTable(
  "retrieval_texts",
  {
    tenantId: tenantId(),
    retrievalId: text("retrieval_id").notNull(),
    query: text("query"),
    received: jsonb("received"),
    note: text("note"),
    ...sealedColumns(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.retrievalId] }),
    foreignKey({
      columns: [t.tenantId, t.retrievalId],
      foreignColumns: [retrievals.tenantId, retrievals.retrievalId],
    }),
  ],
);

/** What an agent said it used of a retrieval. Absence is "unknown", never "unused". */
export const usage = pgTable(
  "usage",
  {
    tenantId: tenantId(),
    retrievalId: text("retrieval_id").notNull(),
    memoryId: text("memory_id").notNull(),
    outcome: text("outcome"),
    at: instant("at").notNull(),
    actorKind: text("actor_kind").notNull(),
    actorId: text("actor_id").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.retrievalId, t.memoryId] }),
    index("usage_memory").on(t.tenantId, t.memoryId, t.at),
    foreignKey({
      columns: [t.tenantId, t.retrievalId],
      foreignColumns: [retrievals.tenantId, retrievals.retrievalId],
    }),
  ],
);
