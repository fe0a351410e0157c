import { sql } from "drizzle-orm";
import {
  check,
  doublePrecision,
  foreignKey,
  index,
  pgTable,
  primaryKey,
  text,
  unique,
} from "drizzle-orm/pg-core";
import { instant, tenantId } from "@/lib/store/schema/columns";

/** Somebody or something that has other names: the subject its facts are filed under. */
export const entities = pgTable(
  "entities",
  {
    tenantId: tenantId(),
    entityId: text("entity_id").notNull(),
    /** `user:ID`, `entity:NAME` or a plain name. */
    subject: text("subject").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.entityId] }),
    unique("entities_subject").on(t.tenantId, t.subject),
  ],
);

/** One more name of an entity: in one scope, or ('') wherever that scope has no name of its own. */
export const entityAliases = pgTable(
  "entity_aliases",
  {
    tenantId: tenantId(),
    aliasId: text("alias_id").notNull(),
    scope: text("scope").notNull(),
    alias: text("alias").notNull(),
    aliasKey: text("alias_key").notNull(),
    entityId: text("entity_id").notNull(),
    createdAt: instant("created_at").notNull(),
    createdByKind: text("created_by_kind").notNull(),
    createdById: text("created_by_id").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.aliasId] }),
    unique("entity_aliases_key").on(t.tenantId, t.aliasKey, t.scope),
    index("entity_aliases_entity").on(t.tenantId, t.entityId),
    foreignKey({
      name: "entity_aliases_entity_fk",
      columns: [t.tenantId, t.entityId],
      foreignColumns: [entities.tenantId, entities.entityId],
    }),
  ],
);

/** Two memories that may say the same: a question for a person, never an answer. */
export const possibleDuplicates = pgTable(
  "possible_duplicates",
  {
    tenantId: tenantId(),
    duplicateId: text("duplicate_id").notNull(),
    scope: text("scope").notNull(),
    /** The newer side. */
    memoryId: text("memory_id").notNull(),
    otherId: text("other_id").notNull(),
    reasonCode: text("reason_code").notNull(),
    score: doublePrecision("score").notNull(),
    state: text("state").notNull(),
    openedAt: instant("opened_at").notNull(),
    decidedAt: instant("decided_at"),
    decidedByKind: text("decided_by_kind"),
    decidedById: text("decided_by_id"),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.duplicateId] }),
    unique("possible_duplicates_pair").on(t.tenantId, t.memoryId, t.otherId),
    index("possible_duplicates_open").on(t.tenantId, t.state, t.openedAt),
    index("possible_duplicates_other").on(t.tenantId, t.otherId),
    check("possible_duplicates_state", sql`state in ('open', 'merged', 'kept_apart', 'erased')`),
  ],
);

/** Runs that have ended. One that has not is known by what was recorded in it. */
export const runs = pgTable(
  "runs",
  {
    tenantId: tenantId(),
    scope: text("scope").notNull(),
    endedAt: instant("ended_at").notNull(),
    reasonCode: text("reason_code").notNull(),
    recordedAt: instant("recorded_at").notNull(),
    endedByKind: text("ended_by_kind").notNull(),
    endedById: text("ended_by_id").notNull(),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.scope] })],
);
