import { doublePrecision, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { instant, tenantId } from "@/lib/store/schema/columns";

/** A change that waits for a person: what, why, by whom, until when, and what was decided. Ids and codes only. */
export const approvals = pgTable(
  "approvals",
  {
    tenantId: tenantId(),
    approvalId: text("approval_id").notNull(),
    /** The version that is held, or the memory that a verb is about. */
    memoryId: text("memory_id").notNull(),
    factId: text("fact_id").notNull(),
    /** For a held correction: the version it would take the place of. */
    targetId: text("target_id"),
    candidateId: text("candidate_id").notNull(),
    eventId: text("event_id").notNull(),
    scope: text("scope").notNull(),
    verb: text("verb").notNull(),
    operation: text("operation").notNull(),
    /** Which rule held it. */
    reasonCode: text("reason_code").notNull(),
    /** normal · highest: the highest needs two people. */
    class: text("class").notNull(),
    policyVersion: integer("policy_version").notNull(),
    /** Least authority and trust along the lineage. */
    minAuthority: integer("min_authority").notNull(),
    minTrust: doublePrecision("min_trust").notNull(),
    sourceTypes: text("source_types").array().notNull(),
    /** For a held `expire`: the end that was asked for. */
    endsAt: instant("ends_at"),
    proposedByKind: text("proposed_by_kind").notNull(),
    proposedById: text("proposed_by_id").notNull(),
    openedAt: instant("opened_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
    state: text("state").notNull(),
    /** Rises with each step of the decision: whoever decides says which one they saw. */
    revision: integer("revision").notNull(),
    firstByKind: text("first_by_kind"),
    firstById: text("first_by_id"),
    firstAt: instant("first_at"),
    decidedByKind: text("decided_by_kind"),
    decidedById: text("decided_by_id"),
    decidedAt: instant("decided_at"),
    decisionEventId: text("decision_event_id"),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.approvalId] })],
);

/** A version held for safety, with what raised suspicion. */
export const quarantine = pgTable(
  "quarantine",
  {
    tenantId: tenantId(),
    quarantineId: text("quarantine_id").notNull(),
    memoryId: text("memory_id").notNull(),
    factId: text("fact_id").notNull(),
    candidateId: text("candidate_id"),
    /** The event it came with: root of the cascade when it is condemned. */
    eventId: text("event_id"),
    scope: text("scope").notNull(),
    reasonCode: text("reason_code").notNull(),
    signals: text("signals").array().notNull(),
    /** write · person · cascade */
    cause: text("cause").notNull(),
    /** For a cascade: the one that was condemned first. */
    rootId: text("root_id"),
    policyVersion: integer("policy_version").notNull(),
    openedByKind: text("opened_by_kind").notNull(),
    openedById: text("opened_by_id").notNull(),
    openedAt: instant("opened_at").notNull(),
    state: text("state").notNull(),
    revision: integer("revision").notNull(),
    decidedByKind: text("decided_by_kind"),
    decidedById: text("decided_by_id"),
    decidedAt: instant("decided_at"),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.quarantineId] })],
);

/** Each step of a decision on an approval, a quarantined version or a conflict. The reason goes with its memories. */
export const reviews = pgTable(
  "reviews",
  {
    tenantId: tenantId(),
    reviewId: text("review_id").notNull(),
    objectType: text("object_type").notNull(),
    objectId: text("object_id").notNull(),
    memoryIds: text("memory_ids").array().notNull(),
    action: text("action").notNull(),
    actorKind: text("actor_kind").notNull(),
    actorId: text("actor_id").notNull(),
    via: text("via").notNull(),
    at: instant("at").notNull(),
    reason: text("reason"),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.reviewId] })],
);

/** Sources from which nothing is taken any more, by keyed digest: a path or a reference can tell a secret. */
export const blockedSources = pgTable(
  "blocked_sources",
  {
    tenantId: tenantId(),
    blockId: text("block_id").notNull(),
    /** host · uri · ref · writer */
    kind: text("kind").notNull(),
    digest: text("digest").notNull(),
    /** The host or the writer's id; null where the words could be content. */
    label: text("label"),
    quarantineId: text("quarantine_id"),
    createdByKind: text("created_by_kind").notNull(),
    createdById: text("created_by_id").notNull(),
    createdAt: instant("created_at").notNull(),
    liftedAt: instant("lifted_at"),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.blockId] })],
);

/** What an event was made from, as its writer named it: taint runs along these edges. */
export const eventInputs = pgTable(
  "event_inputs",
  { tenantId: tenantId(), eventId: text("event_id").notNull(), inputId: text("input_id").notNull() },
  (t) => [primaryKey({ columns: [t.tenantId, t.eventId, t.inputId] })],
);
