import { SOURCE_TYPES } from "@/lib/contracts/choices";
import { z } from "zod";
import { CONFIRMATIONS, idOf, instant, KINDS, scope, STATUSES, subject } from "@/lib/contracts/common";

export const EXPORT_FORMATS = ["json", "markdown", "csv"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

const text = z.string().max(200_000);
const range = z.tuple([instant.nullable(), instant.nullable()]);

export const exportedFact = z.strictObject({
  fact_id: idOf("fact"),
  scope,
  subject,
  predicate: z.string().min(1).max(500),
  /** '' for facts; the event's id for an episode. */
  instance: z.string().max(40),
  cardinality: z.enum(["one", "many"]),
  created_at: instant,
});

export const exportedVersion = z.strictObject({
  memory_id: idOf("mem"),
  fact_id: idOf("fact"),
  revision: z.number().int().min(1),
  seq: z.number().int().min(0),
  kind: z.enum(KINDS),
  value: z.json(),
  statement: text,
  topic: z.string().max(500).nullable(),
  purpose: z.string().max(500).nullable(),
  consent_basis: z.string().max(500).nullable(),
  write_reason: text.nullable(),
  metadata: z.json(),
  episode: z.json(),
  provenance_type: z.enum(SOURCE_TYPES),
  assertion: z.enum(["explicit", "inferred"]),
  /** Until when the claim is made, and what became of it: the other half of valid time. */
  claim: z.strictObject({
    from: instant,
    to: instant.nullable(),
    state: z.enum(["held", "ended", "hole", "gone"]),
    ended_at: instant.nullable(),
  }),
  status: z.enum(STATUSES),
  status_reason: z.string().max(100).nullable(),
  confirmation: z.enum(CONFIRMATIONS),
  trust: z.number().min(0).max(1),
  certainty: z.number().min(0).max(1),
  confidence: z.number().min(0).max(1),
  importance: z.number().int().min(1).max(10),
  sensitivity: z.enum(["low", "medium", "high"]),
  temporal_scope: z.string().max(40).nullable(),
  observed_at: instant,
  recorded_at: instant,
  retired_at: instant.nullable(),
  supersedes: idOf("mem").nullable(),
  superseded_by: idOf("mem").nullable(),
  uses: z.strictObject({ count: z.number().int().min(0), last_at: instant.nullable() }),
});
export type ExportedVersion = z.infer<typeof exportedVersion>;

/** What was held when, on both clocks. An open end is null. */
export const exportedPeriod = z.strictObject({
  memory_id: idOf("mem"),
  single: z.boolean(),
  valid: range,
  known: range,
  confirmation: z.enum(CONFIRMATIONS),
});

export const exportedSource = z.strictObject({
  memory_id: idOf("mem"),
  event_id: idOf("evt"),
  relation: z.enum(["supports", "contradicts", "derived_from", "corrects"]),
  source_type: z.enum(SOURCE_TYPES),
  quote: text.nullable(),
  quote_start: z.number().int().nullable(),
  quote_end: z.number().int().nullable(),
  observed_at: instant,
  recorded_at: instant,
});

export const exportedEvent = z.strictObject({
  event_id: idOf("evt"),
  type: z.string().max(40),
  scope,
  actor: z.string().max(40),
  source_type: z.enum(SOURCE_TYPES),
  claimed_source_type: z.enum(SOURCE_TYPES).nullable(),
  occurred_at: instant,
  recorded_at: instant,
  /** Null when the event is not this subject's own: then only its quotes are. Null also once erased. */
  payload: z
    .strictObject({
      content: z.json(),
      subject: z.string().max(500).nullable(),
      session_id: z.string().max(500).nullable(),
      source_ref: z.string().max(5_000).nullable(),
      source_uri: z.string().max(5_000).nullable(),
      language: z.string().max(100).nullable(),
      episode: z.json(),
    })
    .nullable(),
});

export const exportedTransition = z.strictObject({
  memory_id: idOf("mem"),
  operation: z.string().max(40),
  from_status: z.string().max(40).nullable(),
  to_status: z.string().max(40),
  from_confirmation: z.string().max(40).nullable(),
  to_confirmation: z.string().max(40),
  at: instant,
  actor_kind: z.string().max(40),
  actor_id: z.string().max(100),
  reason_code: z.string().max(100),
  reason: text.nullable(),
});

/** Who was given it and what came of it. Told, and not taken in again: it happened elsewhere. */
export const exportedUse = z.strictObject({
  memory_id: idOf("mem"),
  retrieval_id: z.string().max(40),
  outcome: z.string().max(40).nullable(),
  at: instant,
  actor_kind: z.string().max(40),
  actor_id: z.string().max(100),
});

/** Everything that is remembered of one subject. What was erased is not in it, nor is a word of anybody else's events. */
export const exportDocument = z.strictObject({
  format: z.literal("keepsake-export"),
  version: z.literal(1),
  subject,
  exported_at: instant,
  facts: z.array(exportedFact).max(100_000),
  versions: z.array(exportedVersion).max(200_000),
  periods: z.array(exportedPeriod).max(500_000),
  sources: z.array(exportedSource).max(500_000),
  events: z.array(exportedEvent).max(500_000),
  transitions: z.array(exportedTransition).max(500_000),
  uses: z.array(exportedUse).max(500_000),
});
export type ExportDocument = z.infer<typeof exportDocument>;

/** Markdown and CSV are several files: a path and its text each. */
export const exportFiles = z.object({
  format: z.enum(["markdown", "csv"]),
  subject,
  exported_at: instant,
  files: z.array(z.object({ path: z.string(), content: z.string() })),
});
export type ExportFiles = z.infer<typeof exportFiles>;
export const exportOutput = z.union([exportDocument, exportFiles]);
export type ExportOutput = z.infer<typeof exportOutput>;

export const exportQuery = z.strictObject({ subject, format: z.enum(EXPORT_FORMATS).default("json") });
export const createExportInput = z.strictObject({ subject, format: z.enum(EXPORT_FORMATS).optional() });

export const exportId = idOf("exp");
export const exportRecord = z.object({
  export_id: z.string(),
  subject: z.string(),
  format: z.enum(EXPORT_FORMATS),
  /** `erased`: a memory in it was erased, and the file went with it. */
  state: z.enum(["queued", "ready", "failed", "expired", "erased"]),
  requested_at: instant,
  finished_at: instant.nullable(),
  /** From then on the file is gone. */
  expires_at: instant.nullable(),
  memories: z.number().int(),
  bytes: z.number().int(),
});
export type ExportRecord = z.infer<typeof exportRecord>;

export const importInput = z.strictObject({
  document: exportDocument,
  /** When a fact is there already: leave it, offer the imported value to it as any other write, or take new ids. */
  on_conflict: z.enum(["skip", "overwrite", "new_ids"]).optional(),
  /** Scopes and subjects under other names: `{ "user:ada": "user:ada.l" }`. */
  remap: z.record(z.string().max(200), scope).optional(),
  dry_run: z.boolean().optional(),
});
export type ImportInput = z.infer<typeof importInput>;

export const importOutput = z.object({
  dry_run: z.boolean(),
  facts: z.number().int(),
  versions: z.number().int(),
  events: z.number().int(),
  /** Values that went through the write path because their fact was there: by outcome. */
  offered: z.record(z.string(), z.number().int()),
  skipped: z.array(
    z.object({
      fact_id: z.string(),
      /** exists · erased_before · secret · not_settled · external_procedure */
      reason_code: z.string(),
    }),
  ),
});
export type ImportOutput = z.infer<typeof importOutput>;
