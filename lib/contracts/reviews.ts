import { z } from "zod";
import { cursor, idOf, instant, kind, pageOf, queryInteger, scope, sourceType } from "@/lib/contracts/common";
import { decision, memory, operation } from "@/lib/contracts/memories";
import { tenantRef } from "@/lib/contracts/principals";

/** What waits for a person, and what a person decides: approvals, quarantine, conflicts. Browser-safe. */

export const approvalId = idOf("apr");
export const quarantineId = idOf("qua");
export const conflictId = idOf("con");
export const blockId = idOf("blk");

export const APPROVAL_STATES = ["open", "approved", "rejected", "expired", "withdrawn"] as const;
export const approvalState = z.enum(APPROVAL_STATES);
export type ApprovalState = z.infer<typeof approvalState>;
export const APPROVAL_VERBS = [
  "remember",
  "correct",
  "restore",
  "confirm",
  "retract",
  "revoke",
  "expire",
] as const;
export const approvalVerb = z.enum(APPROVAL_VERBS);
export type ApprovalVerb = z.infer<typeof approvalVerb>;
export const impactClass = z.enum(["normal", "highest"]);
export type ImpactClass = z.infer<typeof impactClass>;

export const QUARANTINE_STATES = ["held", "released", "condemned", "withdrawn"] as const;
export const quarantineState = z.enum(QUARANTINE_STATES);
export const SIGNALS = [
  "instruction_like",
  "rule_from_external",
  "hidden_characters",
  "burst",
  "contradicts_trusted",
  "source_mismatch",
  "laundering",
  "self_reingestion",
  "same_root",
] as const;
export const signal = z.enum(SIGNALS);
export type Signal = z.infer<typeof signal>;

const actor = z.object({ kind: z.string(), id: z.string(), name: z.string().nullable() });

/** One step of a decision. `reason` is null once its memory was erased. */
export const review = z.object({
  at: instant,
  action: z.string(),
  actor,
  via: z.string(),
  reason: z.string().nullable(),
});
export type Review = z.infer<typeof review>;

export const reviewEvidence = z.object({
  event_id: z.string(),
  relation: z.enum(["supports", "contradicts", "derived_from", "corrects"]),
  source_type: sourceType,
  /** Trust of this source alone, by the policy in force. */
  trust: z.number(),
  quote: z.string().nullable(),
  actor: z.string(),
  occurred_at: instant,
  writer: actor,
  uri: z.string().nullable(),
});
export type ReviewEvidence = z.infer<typeof reviewEvidence>;

const change = z.object({ field: z.string(), from: z.json(), to: z.json() });

export const approval = z.object({
  approval_id: z.string(),
  revision: z.number().int(),
  state: approvalState,
  class: impactClass,
  approvals_needed: z.number().int(),
  approvals_given: z.number().int(),
  verb: approvalVerb,
  operation,
  reason_code: z.string(),
  reason: z.string(),
  policy_version: z.number().int(),
  scope: z.string(),
  subject: z.string().nullable(),
  predicate: z.string().nullable(),
  kind: kind.nullable(),
  candidate_id: z.string(),
  event_id: z.string(),
  fact_id: z.string(),
  /** The version that is held; for a verb, the memory it is about. Null once erased. */
  proposed: memory.nullable(),
  /** For a held correction: the version it would take the place of. */
  target: memory.nullable(),
  /** What holds now where the proposed version would. */
  current: memory.nullable(),
  diff: z.array(change),
  evidence: z.array(reviewEvidence),
  /** Along the whole lineage, not only of the last hand. */
  lineage: z.object({
    min_authority: z.number().int(),
    min_trust: z.number(),
    source_types: z.array(sourceType),
  }),
  proposed_by: actor,
  opened_at: instant,
  expires_at: instant,
  decided_at: instant.nullable(),
  decided_by: actor.nullable(),
  reviews: z.array(review),
  /** Approvals of the same fact that were decided before. */
  earlier: z.array(
    z.object({ approval_id: z.string(), state: approvalState, decided_at: instant.nullable() }),
  ),
  /** Whether this caller may decide it now; the reason when not. */
  may_decide: z.boolean(),
  may_not_because: z.string().nullable(),
});
export type Approval = z.infer<typeof approval>;

const acting = {
  /** With the admin key: for which operator it acts, and in which tenant. */
  tenant: tenantRef.optional(),
  acting_user: z.string().min(1).max(120).optional(),
};
const page = { cursor: cursor.optional(), limit: queryInteger(1, 200).optional() };
export const actingQuery = z.strictObject(acting);

export const listApprovalsQuery = z.strictObject({
  ...acting,
  ...page,
  state: approvalState.optional(),
  class: impactClass.optional(),
  verb: approvalVerb.optional(),
  scope: scope.optional(),
  reason_code: z.string().max(60).optional(),
  agent: z.string().max(60).optional(),
  memory: z.string().max(60).optional(),
  due: z.enum(["overdue", "today", "week"]).optional(),
});
export type ListApprovalsQuery = z.infer<typeof listApprovalsQuery>;
export const approvalPage = pageOf(approval);

const decide = {
  ...acting,
  /** The revision that was looked at; another one is 409. */
  expected_revision: z.number().int().min(0).optional(),
};
const reason = z.string().min(1).max(2_000);
/** A key that relays: the reference of the person's own approval. */
const relay = z.strictObject({
  type: z.enum(["approval", "user_confirmation"]),
  ref: z.string().min(1).max(500),
  quote: z.string().max(10_000).optional(),
});

export const approveInput = z.strictObject({
  ...decide,
  reason: reason.optional(),
  source: relay.optional(),
});
export type ApproveInput = z.infer<typeof approveInput>;
export const rejectInput = z.strictObject({ ...decide, reason, source: relay.optional() });
export type RejectInput = z.infer<typeof rejectInput>;
/** `decision` is null after the first of two approvals and after a refusal. */
export const decidedApproval = z.object({ approval, decision: decision.nullable() });
export type DecidedApproval = z.infer<typeof decidedApproval>;

export const quarantined = z.object({
  quarantine_id: z.string(),
  revision: z.number().int(),
  state: quarantineState,
  signals: z.array(signal),
  reason_code: z.string(),
  reason: z.string(),
  cause: z.enum(["write", "person", "cascade"]),
  root_id: z.string().nullable(),
  policy_version: z.number().int(),
  scope: z.string(),
  subject: z.string().nullable(),
  predicate: z.string().nullable(),
  fact_id: z.string(),
  memory: memory.nullable(),
  /** What holds now where the held version would. */
  current: memory.nullable(),
  evidence: z.array(reviewEvidence),
  /** What else came from the same events, or was derived from it. */
  descendants: z.array(z.string()),
  /** Held in the same scope from the same writer around the same time. */
  cluster: z.array(z.string()),
  /** How often it was packed before it was held. */
  reached: z.number().int(),
  opened_at: instant,
  opened_by: actor,
  decided_at: instant.nullable(),
  decided_by: actor.nullable(),
  reviews: z.array(review),
  /** What a release could make of it at most. */
  releasable_as: z.enum(["nothing", "observed", "inferred", "confirmed"]),
  may_decide: z.boolean(),
});
export type Quarantined = z.infer<typeof quarantined>;

export const listQuarantineQuery = z.strictObject({
  ...acting,
  ...page,
  state: quarantineState.optional(),
  signal: signal.optional(),
  reason_code: z.string().max(60).optional(),
  scope: scope.optional(),
  agent: z.string().max(60).optional(),
  memory: z.string().max(60).optional(),
});
export type ListQuarantineQuery = z.infer<typeof listQuarantineQuery>;
export const quarantinePage = pageOf(quarantined);
export const quarantineInput = z.strictObject({ ...acting, memory_id: idOf("mem"), reason });
export type QuarantineInput = z.infer<typeof quarantineInput>;
export const releaseInput = z.strictObject({ ...decide, reason });
export type ReleaseInput = z.infer<typeof releaseInput>;
export const condemnInput = z.strictObject({
  ...decide,
  reason,
  /** Also refuse what comes from there from now on. */
  block: z
    .array(z.enum(["host", "uri", "ref", "writer"]))
    .max(4)
    .optional(),
});
export type CondemnInput = z.infer<typeof condemnInput>;
export const releasedQuarantine = z.object({ quarantine: quarantined, decision: decision.nullable() });
export type ReleasedQuarantine = z.infer<typeof releasedQuarantine>;
export const condemnedQuarantine = z.object({
  quarantine: quarantined,
  /** Memories withdrawn with it: all that came from the same events or was derived from them. */
  withdrawn: z.array(z.string()),
  blocked: z.array(z.string()),
});
export type CondemnedQuarantine = z.infer<typeof condemnedQuarantine>;

export const blockedSource = z.object({
  block_id: z.string(),
  kind: z.enum(["host", "uri", "ref", "writer"]),
  /** The host or the writer; a path or a reference is kept as a digest alone. */
  label: z.string().nullable(),
  quarantine_id: z.string().nullable(),
  created_at: instant,
  created_by: actor,
  lifted_at: instant.nullable(),
});
export type BlockedSource = z.infer<typeof blockedSource>;
export const listBlockedQuery = z.strictObject({ ...acting, ...page });
export const blockedPage = pageOf(blockedSource);
export const blockSourceInput = z.strictObject({
  ...acting,
  kind: z.enum(["host", "uri", "ref", "writer"]),
  value: z.string().min(1).max(2_000),
  reason,
});
export type BlockSourceInput = z.infer<typeof blockSourceInput>;
export const liftBlockInput = z.strictObject({ ...acting, reason });

export const conflict = z.object({
  conflict_id: z.string(),
  revision: z.number().int(),
  state: z.enum(["open", "closed"]),
  reason_code: z.string(),
  reason: z.string(),
  fact_id: z.string(),
  scope: z.string(),
  subject: z.string().nullable(),
  predicate: z.string().nullable(),
  incumbent: memory.nullable(),
  challenger: memory.nullable(),
  incumbent_evidence: z.array(reviewEvidence),
  challenger_evidence: z.array(reviewEvidence),
  /** How often the incumbent was packed while the two disagreed. */
  served: z.number().int(),
  opened_at: instant,
  closed_at: instant.nullable(),
  closed_by: actor.nullable(),
  resolution: z.string().nullable(),
  reviews: z.array(review),
  may_decide: z.boolean(),
});
export type Conflict = z.infer<typeof conflict>;
export const listConflictsQuery = z.strictObject({
  ...acting,
  ...page,
  state: z.enum(["open", "closed"]).optional(),
  scope: scope.optional(),
  reason_code: z.string().max(60).optional(),
  memory: z.string().max(60).optional(),
});
export type ListConflictsQuery = z.infer<typeof listConflictsQuery>;
export const conflictPage = pageOf(conflict);
export const resolveConflictInput = z.strictObject({
  ...decide,
  keep: z.enum(["incumbent", "challenger", "neither"]),
  reason,
});
export type ResolveConflictInput = z.infer<typeof resolveConflictInput>;
export const resolvedConflict = z.object({ conflict, decision: decision.nullable() });
export type ResolvedConflict = z.infer<typeof resolvedConflict>;
