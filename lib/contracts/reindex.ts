import { z } from "zod";
import { instant } from "@/lib/contracts/common";
import { tenantRef } from "@/lib/contracts/principals";

export const reindexInput = z.strictObject({
  tenant: tenantRef,
  /** A model that this server can run; the configured one when left out. */
  model: z.string().min(1).max(200).optional(),
});
export type ReindexInput = z.infer<typeof reindexInput>;

export const getReindexQuery = z.strictObject({ tenant: tenantRef });

export const vectorModel = z.object({
  model: z.string(),
  /** Questions are compared with the vectors of the one that is `serving`; a `retiring` one's are being removed. */
  state: z.enum(["building", "serving", "retiring", "retired"]),
  /** Memories looked at, of so many. */
  done: z.number().int(),
  total: z.number().int(),
  started_at: instant,
  /** Null while memories are left to look at. */
  finished_at: instant.nullable(),
  /** Failures in a row, the last one's code, and when it is tried again. */
  attempts: z.number().int(),
  last_error: z.string().nullable(),
  due_at: instant.nullable(),
});

export const reindexing = z.object({
  /** The embedder that this server is configured with; null when it is off. */
  configured: z.string().nullable(),
  /** All models it can run. */
  available: z.array(z.string()),
  models: z.array(vectorModel),
});
export type Reindexing = z.infer<typeof reindexing>;
