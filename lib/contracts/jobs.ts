import { z } from "zod";
import { cursor, type Page } from "@/lib/contracts/common";
import type { DeletionStatus, DeletionTarget } from "@/lib/contracts/deletions";
import type { Actor } from "@/lib/contracts/pages";

/** Work that a change still owes: index rows, readings by a model, erasures. */
export const JOB_KINDS = ["indexing", "extraction", "deletion"] as const;
export const jobKind = z.enum(JOB_KINDS);
export type JobKind = z.infer<typeof jobKind>;
/** `waiting` has not been tried; `failing` is tried again by itself; `dead` is not. */
export const JOB_STATES = ["waiting", "running", "failing", "dead"] as const;
export const jobState = z.enum(JOB_STATES);
export type JobState = z.infer<typeof jobState>;

export const listJobsQuery = z.strictObject({
  kind: jobKind.optional(),
  state: jobState.optional(),
  cursor: cursor.optional(),
  limit: z.number().int().min(1).max(200).optional(),
});
export type ListJobsQuery = z.infer<typeof listJobsQuery>;

export interface Job {
  kind: JobKind;
  job_id: string;
  /** What it is about: a memory, an event, the deletion itself. */
  object_id: string;
  state: JobState;
  attempts: number;
  created_at: string;
  /** When it is tried next; null for what is not. */
  due_at: string | null;
  /** A code. */
  last_error: string | null;
}
export interface Jobs extends Page<Job> {
  /** Of everything, whatever the filter. */
  counts: Record<JobKind, Record<JobState, number>>;
}
export const retryJobInput = z.strictObject({ kind: jobKind, job_id: z.string().max(60) });
export type RetryJobInput = z.infer<typeof retryJobInput>;

/** What the tenant's own numbers say of the parts; each instant is null when there is nothing to name. */
export interface Health {
  as_of: string;
  indexing: {
    owed: number;
    failing: number;
    oldest_owed_at: string | null;
    last_done_at: string | null;
    /** From a write to its being found, in the last 24 hours. */
    lag_p95_ms: number | null;
  };
  extraction: {
    waiting: number;
    failing: number;
    dead: number;
    last_call_at: string | null;
    last_call_ok: boolean | null;
    calls_24h: number;
    failed_calls_24h: number;
  };
  retrieval: {
    total_24h: number;
    degraded_24h: number;
    p50_ms: number | null;
    p95_ms: number | null;
    last_at: string | null;
  };
  deletions: { open: number; failed: number; oldest_open_at: string | null };
  audit: {
    linked: number;
    unlinked: number;
    oldest_unlinked_at: string | null;
    last_linked_at: string | null;
  };
}

export const listDeletionWorkQuery = z.strictObject({
  status: z.enum(["requested", "running", "waiting", "complete", "failed", "cancelled"]).optional(),
  store: z.string().max(40).optional(),
  cursor: cursor.optional(),
  limit: z.number().int().min(1).max(200).optional(),
});
export type ListDeletionWorkQuery = z.infer<typeof listDeletionWorkQuery>;

/** A request and where it stands in each place; what was deleted is told by numbers alone. */
export interface DeletionWork {
  deletion_id: string;
  status: DeletionStatus;
  /** Something it names must be kept for now: it waits, and a person released from the hold lets it go on. */
  on_hold: boolean;
  selector_kind: string;
  memories: number;
  requested_by: Actor;
  requested_at: string;
  execute_after: string;
  completed_at: string | null;
  attempts: number;
  targets: Pick<DeletionTarget, "target" | "state" | "attempts" | "due">[];
}
export interface DeletionWorks extends Page<DeletionWork> {
  all: number;
}
