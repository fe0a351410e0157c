import { z } from "zod";
import { idOf, instant, pageOf } from "@/lib/contracts/common";
import { tenantRef } from "@/lib/contracts/principals";

export const EXTRACTION_STATES = ["queued", "running", "failed", "done", "dead"] as const;
export const extractionState = z.enum(EXTRACTION_STATES);

/** One reading of one event by one model-driven extractor. Numbers and codes; what was found are decisions. */
export const extraction = z.object({
  extraction_id: z.string(),
  event_id: z.string(),
  extractor: z.string(),
  /** `failed` is tried again at `due_at`; `dead` was given up and can be queued again. */
  state: extractionState,
  /** Why it waits (`budget`, `paused`) or ended without a reading (`erased`, `withheld`, `no_text`, `switched_off`). */
  reason: z.string().nullable(),
  last_error: z.string().nullable(),
  attempts: z.number().int(),
  parts: z.object({ done: z.number().int(), total: z.number().int().nullable() }),
  created_at: instant,
  due_at: instant.nullable(),
  finished_at: instant.nullable(),
  candidates: z.object({
    made: z.number().int(),
    dropped: z.number().int(),
    drops: z.record(z.string(), z.number().int()),
  }),
  calls: z.number().int(),
  tokens: z.object({ in: z.number(), out: z.number() }),
  latency_ms: z.number(),
  cost: z.number().nullable(),
});
export type Extraction = z.infer<typeof extraction>;

export const extractionSummary = z.object({
  states: z.record(extractionState, z.number().int()),
  /** Since midnight UTC, as the budget counts. */
  today: z.object({
    calls: z.number().int(),
    failed: z.number().int(),
    tokens: z.number(),
    cost: z.number().nullable(),
  }),
  /** The tenant's cap; null when there is none. */
  tokens_per_day: z.number().nullable(),
});
export type ExtractionSummary = z.infer<typeof extractionSummary>;

export const listExtractionsQuery = z.strictObject({
  tenant: tenantRef,
  state: extractionState.optional(),
  cursor: idOf("ext").optional(),
  limit: z.coerce.number().int().min(1).max(200).optional(),
});
export const extractionPage = pageOf(extraction).extend({ summary: extractionSummary });
export type ExtractionPage = z.infer<typeof extractionPage>;

export const reextractInput = z.strictObject({
  tenant: tenantRef,
  /** Events that occurred from this instant on; all of them when left out. */
  since: instant.optional(),
  /** Also queue again what was given up. */
  retry_dead: z.boolean().optional(),
});
export type ReextractInput = z.infer<typeof reextractInput>;
export const reextractOutput = z.object({
  extractor: z.string(),
  /** Events queued by this call; those that this extractor has read or is to read already are left out. */
  queued: z.number().int(),
  requeued: z.number().int(),
  /** True when more is left than one call takes: call again. */
  more: z.boolean(),
});
export type ReextractOutput = z.infer<typeof reextractOutput>;
