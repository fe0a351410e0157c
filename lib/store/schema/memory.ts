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
} from "drizzle-orm/pg-core";
import {
  halfVector,
  instant,
  instantRange,
  instantRanges,
  lexemes,
  sealedColumns,
  tenantId,
} from "@/lib/store/schema/columns";
import { events } from "@/lib/store/schema/ledger";

/** The logical thing remembered. Its row is what writers lock. */
export const facts = pgTable(
  "facts",
  {
    tenantId: tenantId(),
    factId: text("fact_id").notNull(),
    scope: text("scope").notNull(),
    /** Null once every version was erased: the key itself can tell a secret. */
    subject: text("subject"),
    predicate: text("predicate"),
    /** The key as it is looked up: folded, so that two spellings of a name are one fact. Null once erased. */
    subjectKey: text("subject_key"),
    predicateKey: text("predicate_key"),
    /** The name it was written under, when an alias led to its subject. */
    writtenSubject: text("written_subject"),
    /** What of the key a question is compared with, made by a trigger whenever it is written: the predicate's words … */
    keyWords: text("key_words").array(),
    /** … the predicate with spaces between them … */
    keyPhrase: text("key_phrase"),
    /** … and the subject's name without its type and writing. */
    keyName: text("key_name"),
    /** '' for facts; the event's id for an episode, which is a fact of its own. */
    instance: text("instance").notNull(),
    cardinality: text("cardinality").notNull(),
    /** Number of versions so far: revision of the newest. */
    revisions: integer("revisions").notNull(),
    /** The last bound of known time used for this fact: the next one is later. */
    knownBound: instant("known_bound"),
    createdAt: instant("created_at").notNull(),
    erasedAt: instant("erased_at"),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.factId] }),
    unique("facts_key").on(t.tenantId, t.scope, t.subject, t.predicate, t.instance),
    unique("facts_folded_key").on(t.tenantId, t.scope, t.subjectKey, t.predicateKey, t.instance),
    index("facts_subject").on(t.tenantId, t.subject),
    check("facts_cardinality", sql`cardinality in ('one', 'many')`),
  ],
);

/** One version of a fact: its claim and its present state. What it says is in memory_contents. */
export const memories = pgTable(
  "memories",
  {
    tenantId: tenantId(),
    memoryId: text("memory_id").notNull(),
    factId: text("fact_id").notNull(),
    revision: integer("revision").notNull(),
    /** Order of claims within the fact, also among those of one moment. */
    seq: integer("seq").notNull(),
    scope: text("scope").notNull(),
    kind: text("kind").notNull(),
    cardinality: text("cardinality").notNull(),
    provenanceType: text("provenance_type").notNull(),
    assertion: text("assertion").notNull(),
    authority: integer("authority").notNull(),
    claimFrom: instant("claim_from").notNull(),
    claimTo: instant("claim_to"),
    /** held · ended · hole · gone */
    claimState: text("claim_state").notNull(),
    /** Where an ended claim stopped holding. */
    endedAt: instant("ended_at"),
    status: text("status").notNull(),
    statusReason: text("status_reason"),
    confirmation: text("confirmation").notNull(),
    stateRevision: integer("state_revision").notNull(),
    trust: doublePrecision("trust").notNull(),
    certainty: doublePrecision("certainty").notNull(),
    confidence: doublePrecision("confidence").notNull(),
    importance: integer("importance").notNull(),
    sensitivity: text("sensitivity").notNull(),
    temporalScope: text("temporal_scope"),
    observedAt: instant("observed_at").notNull(),
    recordedAt: instant("recorded_at").notNull(),
    retiredAt: instant("retired_at"),
    supersedes: text("supersedes"),
    supersededBy: text("superseded_by"),
    writerKind: text("writer_kind").notNull(),
    writerId: text("writer_id").notNull(),
    useCount: integer("use_count").notNull(),
    lastUsedAt: instant("last_used_at"),
    /** The deletion it waits for: from the request on no agent reads it. */
    withheldBy: text("withheld_by"),
    updatedAt: instant("updated_at").notNull(),
    schemaVersion: integer("schema_version").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.memoryId] }),
    unique("memories_revision").on(t.tenantId, t.factId, t.revision),
    index("memories_scope_status").on(t.tenantId, t.scope, t.status),
    index("memories_writer").on(t.tenantId, t.writerId),
    index("memories_updated").on(t.tenantId, t.updatedAt),
    foreignKey({ columns: [t.tenantId, t.factId], foreignColumns: [facts.tenantId, facts.factId] }),
    check(
      "memories_status",
      sql`status in ('candidate','pending_approval','quarantined','active','superseded','expired','revoked','archived','deleted')`,
    ),
    check("memories_confirmation", sql`confirmation in ('observed','inferred','confirmed','revoked')`),
    check("memories_claim_state", sql`claim_state in ('held','ended','hole','gone')`),
    check("memories_claim_range", sql`claim_to is null or claim_to > claim_from`),
  ],
);

/** What a version says. Inserted once, never updated; deleted by erasure. */
export const memoryContents = pgTable(
  "memory_contents",
  {
    tenantId: tenantId(),
    memoryId: text("memory_id").notNull(),
    value: jsonb("value").notNull(),
    statement: text("statement").notNull(),
    topic: text("topic"),
    purpose: text("purpose"),
    consentBasis: text("consent_basis"),
    writeReason: text("write_reason"),
    metadata: jsonb("metadata").notNull(),
    episode: jsonb("episode"),
    /** Keyed digest of the normalised value: equality without reading. */
    valueDigest: text("value_digest").notNull(),
    /** Keyed digest that memories have in common which may say the same; empty for what is never compared. */
    meaningDigest: text("meaning_digest"),
    ...sealedColumns(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.memoryId] }),
    index("memory_contents_meaning").on(t.tenantId, t.meaningDigest, t.memoryId),
    foreignKey({ columns: [t.tenantId, t.memoryId], foreignColumns: [memories.tenantId, memories.memoryId] }),
  ],
);

/** What was held when, on both clocks. Only the upper bound of `known` ever changes, once. */
export const memoryPeriods = pgTable(
  "memory_periods",
  {
    tenantId: tenantId(),
    periodId: text("period_id").notNull(),
    factId: text("fact_id").notNull(),
    memoryId: text("memory_id").notNull(),
    single: boolean("single").notNull(),
    valid: instantRange("valid").notNull(),
    known: instantRange("known").notNull(),
    confirmation: text("confirmation").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.periodId] }),
    index("memory_periods_memory").on(t.tenantId, t.memoryId),
    index("memory_periods_fact").on(t.tenantId, t.factId),
    foreignKey({ columns: [t.tenantId, t.memoryId], foreignColumns: [memories.tenantId, memories.memoryId] }),
    check("memory_periods_not_empty", sql`not isempty(valid) and not isempty(known)`),
  ],
);

export const memorySources = pgTable(
  "memory_sources",
  {
    tenantId: tenantId(),
    memoryId: text("memory_id").notNull(),
    eventId: text("event_id").notNull(),
    relation: text("relation").notNull(),
    sourceType: text("source_type").notNull(),
    writerId: text("writer_id").notNull(),
    quote: text("quote"),
    /** Its place in the event's content, in UTF-16 units: `content.slice(quote_start, quote_end)` is the quote. */
    quoteStart: integer("quote_start"),
    quoteEnd: integer("quote_end"),
    ...sealedColumns(),
    observedAt: instant("observed_at").notNull(),
    recordedAt: instant("recorded_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.memoryId, t.eventId, t.relation] }),
    index("memory_sources_event").on(t.tenantId, t.eventId),
    foreignKey({ columns: [t.tenantId, t.memoryId], foreignColumns: [memories.tenantId, memories.memoryId] }),
    foreignKey({ columns: [t.tenantId, t.eventId], foreignColumns: [events.tenantId, events.eventId] }),
    check("memory_sources_relation", sql`relation in ('supports','contradicts','derived_from','corrects')`),
  ],
);

/** Each change of state, with who and why. Never updated; a reason in free words goes with the memory's erasure. */
export const memoryTransitions = pgTable(
  "memory_transitions",
  {
    tenantId: tenantId(),
    transitionId: text("transition_id").notNull(),
    factId: text("fact_id").notNull(),
    memoryId: text("memory_id").notNull(),
    operation: text("operation").notNull(),
    fromStatus: text("from_status"),
    toStatus: text("to_status").notNull(),
    fromConfirmation: text("from_confirmation"),
    toConfirmation: text("to_confirmation").notNull(),
    at: instant("at").notNull(),
    actorKind: text("actor_kind").notNull(),
    actorId: text("actor_id").notNull(),
    reasonCode: text("reason_code").notNull(),
    reason: text("reason"),
    ...sealedColumns(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.transitionId] }),
    index("memory_transitions_fact").on(t.tenantId, t.factId, t.at),
    index("memory_transitions_memory").on(t.tenantId, t.memoryId, t.at),
  ],
);

/** Two sides that disagree, and what a person decided. */
export const conflicts = pgTable(
  "conflicts",
  {
    tenantId: tenantId(),
    conflictId: text("conflict_id").notNull(),
    factId: text("fact_id").notNull(),
    incumbentId: text("incumbent_id").notNull(),
    challengerId: text("challenger_id").notNull(),
    reasonCode: text("reason_code").notNull(),
    openedAt: instant("opened_at").notNull(),
    closedAt: instant("closed_at"),
    resolution: text("resolution"),
    /** Rises when it is settled: whoever settles it says which one they saw. */
    revision: integer("revision").notNull().default(0),
    closedByKind: text("closed_by_kind"),
    closedById: text("closed_by_id"),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.conflictId] }),
    index("conflicts_fact").on(t.tenantId, t.factId),
  ],
);

/** Derived, rebuilt at will: one row per searchable memory. */
export const searchIndex = pgTable(
  "search_index",
  {
    tenantId: tenantId(),
    scope: text("scope").notNull(),
    memoryId: text("memory_id").notNull(),
    factId: text("fact_id").notNull(),
    kind: text("kind").notNull(),
    /** live · history: history is searched only when the past is asked for. */
    state: text("state").notNull(),
    lexemes: lexemes("lexemes").notNull(),
    /** Number of terms, for BM25's length normalisation. */
    length: integer("length").notNull(),
    analyser: text("analyser").notNull(),
    /** Of an episode: a keyed digest of the talk it belongs to. */
    talkDigest: text("talk_digest"),
    /** Of an episode: when it happened, its place among its neighbours. */
    saidAt: instant("said_at"),
    /** Of an episode: whether it only asks. */
    asks: boolean("asks"),
    /** Of an episode: the times that its words name. */
    told: instantRanges("told"),
    /** The statement, where it is under a data key: what a list looks for. Null where it stands in clear anyway. */
    preview: text("preview"),
    /** The same of a value that names somebody or something: what a relation leads over. */
    name: text("name"),
    indexedAt: instant("indexed_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.memoryId] }),
    index("search_index_scope").on(t.tenantId, t.scope, t.state),
  ],
);

export const searchVectors = pgTable(
  "search_vectors",
  {
    tenantId: tenantId(),
    scope: text("scope").notNull(),
    model: text("model").notNull(),
    memoryId: text("memory_id").notNull(),
    state: text("state").notNull(),
    embedding: halfVector("embedding").notNull(),
    indexedAt: instant("indexed_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.memoryId, t.model] }),
    index("search_vectors_scope").on(t.tenantId, t.model, t.scope, t.state),
  ],
);

/** Vectors by keyed digest of their text: the same sentence is embedded once. */
export const embeddingCache = pgTable(
  "embedding_cache",
  {
    tenantId: tenantId(),
    model: text("model").notNull(),
    textDigest: text("text_digest").notNull(),
    embedding: halfVector("embedding").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.model, t.textDigest] }),
    index("embedding_cache_age").on(t.tenantId, t.createdAt),
  ],
);
