import { z } from "zod";
import {
  confirmation,
  cursor,
  derivedFrom,
  exactJson,
  idOf,
  instant,
  jsonValue,
  kind,
  metadata,
  pageOf,
  queryInteger,
  scope,
  sensitivity,
  shortText,
  sourceType,
  status,
  subject,
} from "@/lib/contracts/common";

export const cardinality = z.enum(["one", "many"]);
export const assertion = z.enum(["explicit", "inferred"]);
export const temporalScope = z.enum(["permanent", "preference", "project_state", "temporary"]);

export const candidateSource = z.strictObject({
  type: sourceType,
  ref: z.string().max(500).optional(),
  quote: z.string().max(10_000).optional(),
});

export const predicate = z
  .string()
  .min(1)
  .max(120)
  .regex(/^[\p{L}\p{N}][\p{L}\p{N}_.\-/ ]*$/u, {
    error: "letters, digits, and _ . - / are allowed, such as article_header",
  });

const candidateShape = {
  scope,
  subject,
  predicate,
  value: jsonValue,
  statement: z.string().min(1).max(8_000).optional(),
  kind: kind.optional(),
  source: candidateSource,
  assertion: assertion.optional(),
  certainty: z.number().min(0).max(1).optional(),
  cardinality: cardinality.optional(),
  valid_from: instant.optional(),
  valid_to: instant.optional(),
  observed_at: instant.optional(),
  sensitivity: sensitivity.optional(),
  purpose: z.string().max(120).optional(),
  consent_basis: z.string().max(200).optional(),
  importance: z.number().int().min(1).max(10).optional(),
  topic: z.string().max(120).optional(),
  temporal_scope: temporalScope.optional(),
  metadata: metadata.optional(),
  write_reason: shortText.optional(),
  derived_from: derivedFrom.optional(),
};

export const wait = z.enum(["committed", "indexed"]);

/** What an agent proposes to remember. It never says what the result is: origin, status and confirmation are the engine's. */
export const candidate = z.strictObject(candidateShape);
export type Candidate = z.infer<typeof candidate>;
export const rememberInput = z.strictObject({ ...candidateShape, wait: wait.optional() });
export type RememberInput = z.infer<typeof rememberInput>;

export const memorySource = z.object({
  event_id: z.string(),
  relation: z.enum(["supports", "contradicts", "derived_from", "corrects"]),
  source_type: sourceType,
  quote: z.string().nullable(),
  /** Where the quote stands in the event's content, in UTF-16 units, when that is known. */
  quote_start: z.number().int().nullable().optional(),
  quote_end: z.number().int().nullable().optional(),
});

export const episode = z.strictObject({
  task: z.string().min(1).max(4_000),
  environment: exactJson.optional(),
  actions: z.array(exactJson).max(200).optional(),
  observations: z.array(exactJson).max(200).optional(),
  outcome: z.string().max(4_000).optional(),
  verifier: z.string().max(500).optional(),
  cause: z.string().max(4_000).optional(),
  fix: z.string().max(4_000).optional(),
  applies_when: z.string().max(2_000).optional(),
  trace_ref: z.string().max(500).optional(),
});

export const memory = z.object({
  memory_id: z.string(),
  fact_id: z.string(),
  revision: z.number().int(),
  scope: z.string(),
  subject: z.string(),
  predicate: z.string(),
  value: z.json(),
  statement: z.string(),
  kind,
  cardinality,
  topic: z.string().nullable(),
  provenance_type: sourceType,
  assertion,
  confirmation,
  status,
  trust: z.number(),
  confidence: z.number(),
  importance: z.number().int(),
  sensitivity,
  purpose: z.string().nullable(),
  consent_basis: z.string().nullable(),
  valid_from: instant.nullable(),
  valid_to: instant.nullable(),
  observed_at: instant,
  recorded_at: instant,
  retired_at: instant.nullable(),
  supersedes: z.string().nullable(),
  superseded_by: z.string().nullable(),
  sources: z.array(memorySource),
  uses: z.object({ count: z.number().int(), last_at: instant.nullable() }),
  metadata: z.record(z.string(), z.json()),
  schema_version: z.number().int(),
  /** Why it was written, in the writer's words, when given. */
  write_reason: z.string().nullable(),
  temporal_scope: temporalScope.nullable(),
  episode: z.json().nullable(),
  /** Rises with each change of state of this version; send it back as `expected_state_revision`. */
  state_revision: z.number().int(),
  /** Name of the agent or person that wrote it. */
  written_by: z.object({ kind: z.string(), id: z.string(), name: z.string().nullable() }),
  /** Set when the memory was read as known at another moment. */
  status_now: status.optional(),
});
export type Memory = z.infer<typeof memory>;

export const GATES = [
  "storage_permission",
  "scope",
  "source",
  "sensitivity",
  "authoritative",
  "durability",
  "evidence",
] as const;
export const gateVerdict = z.object({
  gate: z.enum(GATES),
  verdict: z.enum(["pass", "downgrade", "deny"]),
  code: z.string(),
  reason: z.string(),
});
export type GateVerdict = z.infer<typeof gateVerdict>;

export const utility = z.object({
  p_use: z.number(),
  benefit: z.number(),
  storage: z.number(),
  error: z.number(),
  privacy: z.number(),
  total: z.number(),
  threshold: z.number(),
  /** Which calibration gave p_use; null for the policy's own number. */
  calibration: z.number().int().nullable().optional(),
});
export type Utility = z.infer<typeof utility>;

export const operation = z.enum(["ADD", "CONFIRM", "SUPERSEDE", "RETRACT", "EXPIRE", "DELETE", "NONE"]);
export type Operation = z.infer<typeof operation>;
export const outcome = z.enum([
  "committed",
  "pending_approval",
  "quarantined",
  "rejected",
  "unchanged",
  "conflict",
]);
export type Outcome = z.infer<typeof outcome>;

export const decision = z.object({
  candidate_id: z.string().nullable(),
  event_id: z.string().nullable(),
  outcome,
  operation,
  reason_code: z.string(),
  reason: z.string(),
  gates: z.array(gateVerdict),
  utility: utility.nullable(),
  memory: memory.nullable(),
  superseded: z.array(z.string()),
  conflicts_with: z.array(z.string()),
  approval_id: z.string().nullable().optional(),
  indexing: z.enum(["done", "pending"]),
  /** The deletion that was asked for; it can be cancelled until its time has come. */
  deletion_id: z.string().optional(),
  /** When it is not clear what was meant: the memories it may have meant. */
  possible_targets: z.array(z.string()).optional(),
  /** Set when the memory a repeated request speaks of has been erased since. */
  erased: z.boolean().optional(),
});
export type Decision = z.infer<typeof decision>;

export const listMemoriesQuery = z.strictObject({
  scope: scope.optional(),
  subject: subject.optional(),
  predicate: z.string().max(120).optional(),
  kind: kind.optional(),
  status: status.optional(),
  confirmation: confirmation.optional(),
  topic: z.string().max(120).optional(),
  q: z.string().max(500).optional(),
  valid_at: instant.optional(),
  known_at: instant.optional(),
  agent: z.string().max(60).optional(),
  cursor: cursor.optional(),
  limit: queryInteger(1, 200).optional(),
});
export type ListMemoriesQuery = z.infer<typeof listMemoriesQuery>;
export const memoryPage = pageOf(memory);

export const transition = z.object({
  at: instant,
  memory_id: z.string(),
  operation: z.string(),
  from_status: status.nullable(),
  to_status: status,
  from_confirmation: confirmation.nullable(),
  to_confirmation: confirmation,
  actor: z.object({ kind: z.string(), id: z.string(), name: z.string().nullable() }),
  reason_code: z.string(),
  reason: z.string().nullable(),
});
export type Transition = z.infer<typeof transition>;

export const period = z.object({
  memory_id: z.string(),
  valid_from: instant,
  valid_to: instant.nullable(),
  recorded_at: instant,
  retired_at: instant.nullable(),
  confirmation,
});
export type Period = z.infer<typeof period>;

export const memoryHistory = z.object({
  fact_id: z.string(),
  /** All versions of the fact, newest first. */
  items: z.array(memory),
  transitions: z.array(transition),
  periods: z.array(period),
});
export type MemoryHistory = z.infer<typeof memoryHistory>;

export const resolveFactQuery = z.strictObject({
  scope,
  subject,
  predicate: z.string().min(1).max(120),
  valid_at: instant.optional(),
  known_at: instant.optional(),
});
export const resolvedFact = z.object({
  memory: memory.nullable(),
  alternatives: z.array(memory),
  conflict: z.boolean(),
});
export type ResolvedFact = z.infer<typeof resolvedFact>;

export const AMEND_VERBS = ["confirm", "correct", "retract", "revoke", "expire", "restore"] as const;
export type AmendVerb = (typeof AMEND_VERBS)[number];
export const amendInput = z.strictObject({
  reason: shortText.optional(),
  value: jsonValue.optional(),
  statement: z.string().min(1).max(8_000).optional(),
  valid_from: instant.optional(),
  at: instant.optional(),
  source: candidateSource.optional(),
  /** The version's `revision` as the caller saw it; another one is 409. */
  expected_revision: z.number().int().min(0).optional(),
  /** The finer check: the version's `state_revision` as the caller saw it. */
  expected_state_revision: z.number().int().min(0).optional(),
});
export type AmendInput = z.infer<typeof amendInput>;
export const memoryId = idOf("mem");
