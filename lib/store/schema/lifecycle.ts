import { sql } from "drizzle-orm";
import {
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { instant, tenantId } from "@/lib/store/schema/columns";

export const deletions = pgTable(
  "deletions",
  {
    tenantId: tenantId(),
    deletionId: text("deletion_id").notNull(),
    requestedByKind: text("requested_by_kind").notNull(),
    requestedById: text("requested_by_id").notNull(),
    /** Whose memory it is, when it is one person's; receipts of that person are theirs to read. */
    subject: text("subject"),
    /** Which kinds of selector were used; their words are not kept. */
    selectorKind: text("selector_kind").notNull(),
    status: text("status").notNull(),
    affected: jsonb("affected").notNull(),
    requestedAt: instant("requested_at").notNull(),
    executeAfter: instant("execute_after").notNull(),
    startedAt: instant("started_at"),
    completedAt: instant("completed_at"),
    attempts: integer("attempts").notNull(),
    lastError: text("last_error"),
    /** When it was written into the ledger outside the database; null while it is not. */
    keptAt: instant("kept_at"),
    /** Keyed digest of the request it was asked for by, when that had a name. */
    requestDigest: text("request_digest"),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.deletionId] }),
    index("deletions_requested").on(t.tenantId, t.requestedAt),
    uniqueIndex("deletions_request").on(t.tenantId, t.requestDigest).where(sql`request_digest is not null`),
  ],
);

export const deletionMemories = pgTable(
  "deletion_memories",
  {
    tenantId: tenantId(),
    deletionId: text("deletion_id").notNull(),
    memoryId: text("memory_id").notNull(),
    factId: text("fact_id").notNull(),
    /** Keyed digest: recognisable to whoever holds the key, meaningless to others. */
    digest: text("digest").notNull(),
    scope: text("scope").notNull(),
    erasedAt: instant("erased_at"),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.deletionId, t.memoryId] }),
    index("deletion_memories_memory").on(t.tenantId, t.memoryId),
    foreignKey({
      columns: [t.tenantId, t.deletionId],
      foreignColumns: [deletions.tenantId, deletions.deletionId],
    }),
  ],
);

export const deletionTargets = pgTable(
  "deletion_targets",
  {
    tenantId: tenantId(),
    deletionId: text("deletion_id").notNull(),
    target: text("target").notNull(),
    state: text("state").notNull(),
    found: integer("found").notNull(),
    removed: integer("removed").notNull(),
    left: integer("left").notNull(),
    attempts: integer("attempts").notNull(),
    checkedAt: instant("checked_at"),
    evidence: jsonb("evidence"),
    due: instant("due"),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.deletionId, t.target] }),
    foreignKey({
      columns: [t.tenantId, t.deletionId],
      foreignColumns: [deletions.tenantId, deletions.deletionId],
    }),
  ],
);

/** What must not come back: keyed digests of erased content. */
export const tombstones = pgTable(
  "tombstones",
  {
    tenantId: tenantId(),
    digest: text("digest").notNull(),
    deletionId: text("deletion_id").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.digest] })],
);

/** Everything of one subject as a file to take away: what was asked for and what became of it. */
export const exports = pgTable(
  "exports",
  {
    tenantId: tenantId(),
    exportId: text("export_id").notNull(),
    subject: text("subject").notNull(),
    format: text("format").notNull(),
    /** queued · ready · failed (tried again) · expired · erased */
    state: text("state").notNull(),
    requestedByKind: text("requested_by_kind").notNull(),
    requestedById: text("requested_by_id").notNull(),
    requestedAt: instant("requested_at").notNull(),
    finishedAt: instant("finished_at"),
    expiresAt: instant("expires_at"),
    memories: integer("memories").notNull(),
    bytes: integer("bytes").notNull(),
    attempts: integer("attempts").notNull(),
    lastError: text("last_error"),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.exportId] }),
    index("exports_subject").on(t.tenantId, t.subject),
    check("exports_state", sql`state in ('queued', 'ready', 'failed', 'expired', 'erased')`),
  ],
);

/** The file, sealed under the subject's data key. */
export const exportFiles = pgTable(
  "export_files",
  {
    tenantId: tenantId(),
    exportId: text("export_id").notNull(),
    keyId: text("key_id").notNull(),
    sealed: text("sealed").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.exportId] }),
    index("export_files_sealed").on(t.tenantId, t.keyId),
    foreignKey({
      name: "export_files_export",
      columns: [t.tenantId, t.exportId],
      foreignColumns: [exports.tenantId, exports.exportId],
    }),
  ],
);

/** What must not be erased for now; `reference` is an administrator's own number of the case. */
export const legalHolds = pgTable(
  "legal_holds",
  {
    tenantId: tenantId(),
    holdId: text("hold_id").notNull(),
    scope: text("scope"),
    subject: text("subject"),
    reasonCode: text("reason_code").notNull(),
    reference: text("reference"),
    /** proposed · active · declined · releasing · released */
    state: text("state").notNull(),
    placedById: text("placed_by_id").notNull(),
    placedAt: instant("placed_at").notNull(),
    decidedById: text("decided_by_id"),
    decidedAt: instant("decided_at"),
    releaseAskedById: text("release_asked_by_id"),
    releaseAskedAt: instant("release_asked_at"),
    releasedById: text("released_by_id"),
    releasedAt: instant("released_at"),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.holdId], name: "legal_holds_pkey" }),
    index("legal_holds_state").on(t.tenantId, t.state),
    check("legal_holds_place", sql`(scope is null) <> (subject is null)`),
    check("legal_holds_state", sql`state in ('proposed', 'active', 'declined', 'releasing', 'released')`),
    check(
      "legal_holds_placed_by_two",
      sql`state not in ('active', 'releasing', 'released') or decided_by_id <> placed_by_id`,
    ),
    check("legal_holds_released_by_two", sql`state <> 'released' or released_by_id <> release_asked_by_id`),
  ],
);
