import { z } from "zod";
import { idOf, instant, scope, shortText, subject } from "@/lib/contracts/common";

export const DELETION_TARGETS = [
  "primary",
  "search_index",
  "vector_index",
  "relation_index",
  "embedding_cache",
  "response_cache",
  "derived_memories",
  "traces",
  "exports",
  "replica",
  "backup",
] as const;
export const deletionTargetName = z.enum(DELETION_TARGETS);
export type DeletionTargetName = z.infer<typeof deletionTargetName>;

export const deletionStatus = z.enum(["requested", "running", "waiting", "complete", "failed", "cancelled"]);
export type DeletionStatus = z.infer<typeof deletionStatus>;
export const targetState = z.enum(["pending", "running", "done", "waiting", "not_present", "failed"]);

/** One place a copy can live, and what is known of it. Numbers are rows (or entries) of that place. */
export const deletionTarget = z.object({
  target: deletionTargetName,
  state: targetState,
  found: z.number().int(),
  removed: z.number().int(),
  left: z.number().int(),
  attempts: z.number().int(),
  checked_at: instant.nullable(),
  /** How it was checked: a code the pages put into words, with counts. Never content. */
  evidence: z.object({ method: z.string(), detail: z.record(z.string(), z.json()) }).nullable(),
  due: instant.nullable(),
});
export type DeletionTarget = z.infer<typeof deletionTarget>;

export const deletionSelector = z
  .strictObject({
    memory_ids: z.array(idOf("mem")).min(1).max(1_000).optional(),
    all_of_subject: subject.optional(),
    scope: scope.optional(),
    subject: subject.optional(),
    topic: z.string().max(120).optional(),
    agent: idOf("agt").optional(),
    predicate: z.string().max(120).optional(),
  })
  .refine((selector) => Object.values(selector).some((value) => value !== undefined), {
    error:
      "name what to delete: memory_ids, all_of_subject, or any of scope, subject, topic, agent, predicate",
  })
  .refine(
    (selector) =>
      [
        selector.memory_ids !== undefined,
        selector.all_of_subject !== undefined,
        [selector.scope, selector.subject, selector.topic, selector.agent, selector.predicate].some(
          (v) => v !== undefined,
        ),
      ].filter(Boolean).length <= 1,
    { error: "memory_ids, all_of_subject and the other selectors exclude one another" },
  );
export type DeletionSelector = z.infer<typeof deletionSelector>;

export const createDeletionInput = z.strictObject({
  selector: deletionSelector,
  reason: shortText.optional(),
  dry_run: z.boolean().optional(),
  /** Of a dry run: erases exactly what that told, or nothing (409). */
  pin: z.string().max(128).optional(),
  cancel_window_s: z.number().int().min(0).max(86_400).optional(),
});
export type CreateDeletionInput = z.infer<typeof createDeletionInput>;
export const deleteMemoryInput = z.strictObject({ reason: shortText.optional() });

export const deletionCounts = z.object({
  memories: z.number().int(),
  events: z.number().int(),
  sources: z.number().int(),
  candidates: z.number().int(),
  index_rows: z.number().int(),
  derived: z.number().int(),
});
export type DeletionCounts = z.infer<typeof deletionCounts>;

export const deletion = z.object({
  deletion_id: z.string().nullable(),
  status: deletionStatus,
  dry_run: z.boolean(),
  affected: deletionCounts,
  memory_ids: z.array(z.string()),
  requested_by: z.object({ kind: z.string(), id: z.string(), name: z.string().nullable() }),
  requested_at: instant,
  execute_after: instant.nullable(),
  completed_at: instant.nullable(),
  /** It waits because something it names must be kept for now; it runs by itself when that ends. */
  on_hold: z.boolean(),
  targets: z.array(deletionTarget),
  /** Of a dry run: send it with the request that follows. */
  pin: z.string().optional(),
});
export type Deletion = z.infer<typeof deletion>;
export const deletionId = idOf("del");

/** Signed with Ed25519 over the RFC 8785 form of `receipt`. It names no content and carries no unkeyed digest of any. */
export const deletionReceipt = z.object({
  receipt: z.object({
    deletion_id: z.string(),
    tenant_id: z.string(),
    status: deletionStatus,
    requested_at: instant,
    completed_at: instant.nullable(),
    memory_digests: z.array(z.string()),
    affected: deletionCounts,
    targets: z.array(deletionTarget),
    on_hold: z.boolean(),
    pending: z.array(z.object({ target: deletionTargetName, until: instant.nullable() })),
    /**
     * The database's own files: an erased row lies in them until they are written anew. Null where nobody does that here.
     */
    files: z
      .object({
        /** Since the erasure; null when that is still to come. */
        rewritten_at: instant.nullable(),
        /** By when it comes. */
        due: instant.nullable(),
        /** Tables too large to be held still for it. */
        not_rewritten: z.array(z.string()),
        /** The database's log: `replaced` with the files, or `not_ours`: recycled by whoever runs the server. */
        log: z.enum(["replaced", "not_ours"]).nullable(),
      })
      .nullable(),
    issued_at: instant,
    audit: z.object({ seq: z.number().int(), hash: z.string() }).nullable(),
    version: z.literal(1),
  }),
  signature: z.object({
    algorithm: z.literal("Ed25519"),
    key_id: z.string(),
    public_key: z.string(),
    value: z.string(),
  }),
});
export type DeletionReceipt = z.infer<typeof deletionReceipt>;
