import { sql } from "drizzle-orm";
import {
  boolean,
  check,
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

/** Global: names the organisations. Holds nothing of what is remembered. */
export const tenants = pgTable("tenants", {
  tenantId: text("tenant_id").primaryKey(),
  slug: text("slug").notNull().unique(),
  name: text("name").notNull(),
  timeZone: text("time_zone").notNull(),
  isDemo: integer("is_demo").notNull(),
  createdAt: instant("created_at").notNull(),
});

/** Global: a few facts of this installation, such as the hash of the administrator's key. */
export const instanceSettings = pgTable("instance_settings", {
  name: text("name").primaryKey(),
  value: jsonb("value").notNull(),
  updatedAt: instant("updated_at").notNull(),
});

/** Global: which tenant an e-mail may sign in to, under a keyed digest. Read by find_sign_in alone. */
export const signInDirectory = pgTable(
  "sign_in_directory",
  {
    emailDigest: text("email_digest").notNull(),
    tenantId: text("tenant_id").notNull(),
    userId: text("user_id").notNull(),
  },
  (t) => [primaryKey({ columns: [t.emailDigest, t.tenantId] })],
);

/** Global: which tenant a key belongs to. Read by find_agent_key alone. */
export const keyDirectory = pgTable("key_directory", {
  keyId: text("key_id").primaryKey(),
  tenantId: text("tenant_id").notNull(),
});

export const users = pgTable(
  "users",
  {
    tenantId: tenantId(),
    userId: text("user_id").notNull(),
    externalId: text("external_id").notNull(),
    email: text("email").notNull(),
    displayName: text("display_name").notNull(),
    passwordHash: text("password_hash"),
    scopes: text("scopes").array().notNull(),
    locale: text("locale"),
    timeZone: text("time_zone"),
    /** Theme, density and other choices of the person's own. */
    preferences: jsonb("preferences").$type<Record<string, unknown>>().notNull(),
    /** Rises when every session of this person must end. */
    sessionEpoch: integer("session_epoch").notNull(),
    createdAt: instant("created_at").notNull(),
    disabledAt: instant("disabled_at"),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.userId] }),
    unique("users_email").on(t.tenantId, t.email),
    unique("users_external_id").on(t.tenantId, t.externalId),
  ],
);

export const memberships = pgTable(
  "memberships",
  {
    tenantId: tenantId(),
    userId: text("user_id").notNull(),
    role: text("role").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.userId, t.role] })],
);

export const agents = pgTable(
  "agents",
  {
    tenantId: tenantId(),
    agentId: text("agent_id").notNull(),
    name: text("name").notNull(),
    scopes: text("scopes").array().notNull(),
    purposes: text("purposes").array(),
    sourceTypes: text("source_types").array().notNull(),
    writeMode: text("write_mode").notNull(),
    createdAt: instant("created_at").notNull(),
    disabledAt: instant("disabled_at"),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.agentId] }), unique("agents_name").on(t.tenantId, t.name)],
);

export const agentKeys = pgTable(
  "agent_keys",
  {
    tenantId: tenantId(),
    keyId: text("key_id").notNull(),
    agentId: text("agent_id").notNull(),
    name: text("name"),
    prefix: text("prefix").notNull(),
    last4: text("last4").notNull(),
    /** HMAC-SHA-256 of the secret under a key derived from the master key. */
    secretDigest: text("secret_digest").notNull(),
    ratePerMinute: integer("rate_per_minute").notNull(),
    createdAt: instant("created_at").notNull(),
    expiresAt: instant("expires_at"),
    revokedAt: instant("revoked_at"),
    lastUsedAt: instant("last_used_at"),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.keyId] }),
    index("agent_keys_agent").on(t.tenantId, t.agentId),
  ],
);

/** Versioned: a policy is never changed, only followed by the next version. */
export const policies = pgTable(
  "policies",
  {
    tenantId: tenantId(),
    version: integer("version").notNull(),
    body: jsonb("body").notNull(),
    reason: text("reason").notNull(),
    createdBy: text("created_by").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.version] })],
);

/** What a person decided about being remembered at all. */
export const subjectControls = pgTable(
  "subject_controls",
  {
    tenantId: tenantId(),
    subject: text("subject").notNull(),
    pausedAt: instant("paused_at"),
    pausedUntil: instant("paused_until"),
    updatedAt: instant("updated_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.subject] })],
);

/** What a person decided about single topics of their memory. */
export const subjectTopics = pgTable(
  "subject_topics",
  {
    tenantId: tenantId(),
    subject: text("subject").notNull(),
    topic: text("topic").notNull(),
    remember: boolean("remember").notNull(),
    infer: boolean("infer").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.subject, t.topic] })],
);

/** Agents that a person lets neither read nor write anything about them. */
export const subjectAgentPauses = pgTable(
  "subject_agent_pauses",
  {
    tenantId: tenantId(),
    subject: text("subject").notNull(),
    agentId: text("agent_id").notNull(),
    pausedAt: instant("paused_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.subject, t.agentId] }),
    index("subject_agent_pauses_agent").on(t.tenantId, t.agentId),
  ],
);

/** Chances of use as recorded use shows them; the newest counts. */
export const utilityCalibrations = pgTable(
  "utility_calibrations",
  {
    tenantId: tenantId(),
    version: integer("version").notNull(),
    body: jsonb("body").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.version] })],
);

/** The data keys that content of high sensitivity is under. A destroyed one keeps its row, without the key. */
export const subjectKeys = pgTable(
  "subject_keys",
  {
    tenantId: tenantId(),
    keyId: text("key_id").notNull(),
    /** Keyed digest of whom or what the content concerns. */
    subjectDigest: text("subject_digest").notNull(),
    /** The key under the tenant's wrap key; null once destroyed. */
    wrapped: text("wrapped"),
    createdAt: instant("created_at").notNull(),
    destroyedAt: instant("destroyed_at"),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.keyId] }),
    uniqueIndex("subject_keys_live").on(t.tenantId, t.subjectDigest).where(sql`destroyed_at is null`),
    check("subject_keys_destroyed", sql`(wrapped is null) = (destroyed_at is not null)`),
  ],
);

/** A retried request gets the first answer: ids only, rendered anew each time. */
export const idempotencyKeys = pgTable(
  "idempotency_keys",
  {
    tenantId: tenantId(),
    keyDigest: text("key_digest").notNull(),
    requestHash: text("request_hash").notNull(),
    state: text("state").notNull(),
    status: integer("status"),
    answer: jsonb("answer"),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.keyDigest] })],
);
