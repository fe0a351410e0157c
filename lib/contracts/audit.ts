import { z } from "zod";
import { cursor, instant, type Page } from "@/lib/contracts/common";
import type { Actor } from "@/lib/contracts/pages";

/** Everything the audit log speaks of; pages name them all, and filter by them. */
export const AUDIT_ACTIONS = [
  "agent.created",
  "agent.disabled",
  "agent.enabled",
  "alias.added",
  "alias.removed",
  "approval.approved",
  "approval.expired",
  "approval.first_given",
  "approval.opened",
  "approval.rejected",
  "audit.verified",
  "backup.restored",
  "conflict.settled",
  "deletion.cancelled",
  "deletion.completed",
  "deletion.executed",
  "deletion.failed",
  "deletion.requested",
  "duplicate.kept_apart",
  "duplicate.merged",
  "event.recorded",
  "export.expired",
  "export.failed",
  "export.finished",
  "export.given",
  "export.requested",
  "extraction.finished",
  "extraction.given_up",
  "extraction.requested",
  "hold.declined",
  "hold.placed",
  "hold.proposed",
  "hold.release_asked",
  "hold.released",
  "job.retried",
  "key.created",
  "key.ends_early",
  "key.revoked",
  "memory.archived",
  "memory.committed",
  "memory.confirmation_taken_back",
  "memory.confirmed",
  "memory.conflicted",
  "memory.ended",
  "memory.expired",
  "memory.held_for_approval",
  "memory.imported",
  "memory.left_unchanged",
  "memory.quarantined",
  "memory.refused",
  "memory.restored",
  "memory.retracted",
  "memory.revised_by_word",
  "memory.revoked",
  "memory.viewed",
  "memory.wish_refused",
  "policy.calibrated",
  "policy.published",
  "policy.rolled_back",
  "quarantine.cascaded",
  "quarantine.condemned",
  "quarantine.held",
  "quarantine.released",
  "run.ended",
  "source.block_lifted",
  "source.blocked",
  "subject.agent_paused",
  "subject.agent_resumed",
  "subject.exported",
  "subject.paused",
  "subject.resumed",
  "subject.revealed",
  "subject.topics_set",
  "tenant.created",
  "user.created",
  "user.disabled",
  "user.enabled",
  "user.password_changed",
  "user.password_reset",
  "user.profile_updated",
  "user.roles_set",
] as const;

export const AUDIT_OUTCOMES = ["allowed", "denied", "failed"] as const;
export const auditOutcome = z.enum(AUDIT_OUTCOMES);

/** `action` is one action or all of one kind (`memory.*`); `object` is an id, to the letter; `to` is exclusive. */
export const listAuditQuery = z.strictObject({
  actor: z.string().max(200).optional(),
  action: z
    .string()
    .max(60)
    .regex(/^[a-z_]+\.(?:[a-z_]+|\*)$/)
    .optional(),
  object: z.string().max(300).optional(),
  outcome: auditOutcome.optional(),
  from: instant.optional(),
  to: instant.optional(),
  cursor: cursor.optional(),
  limit: z.number().int().min(1).max(200).optional(),
});
export type ListAuditQuery = z.infer<typeof listAuditQuery>;

export interface AuditLine {
  audit_id: string;
  /** Its place in the chain; null while it waits for the linker. */
  seq: number | null;
  hash: string | null;
  at: string;
  actor: Actor;
  via: string;
  action: string;
  object: { type: string; id: string };
  outcome: string;
  request_id: string;
  /** Ids, counts and codes. */
  details: Record<string, unknown>;
}

/** `all` counts the whole log; `total` is of the filter. */
export interface AuditLines extends Page<AuditLine> {
  all: number;
}

export interface AuditCheck {
  checked_at: string;
  linked: number;
  unlinked: number;
  oldest_unlinked_at: string | null;
  head: { seq: number; hash: string } | null;
  /** The first hundred places where the log does not hold, in order. */
  problems: { kind: string; seq: number; audit_id: string | null }[];
}
