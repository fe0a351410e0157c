import { z } from "zod";
import { idOf, instant, queryInteger, scope, subject } from "@/lib/contracts/common";
import { actingQuery } from "@/lib/contracts/reviews";

export const aliasId = idOf("ali");
export const duplicateId = idOf("dup");

export const listAliasesQuery = z.strictObject({ ...actingQuery.shape, scope: scope.optional() });
export type ListAliasesQuery = z.infer<typeof listAliasesQuery>;
export const alias = z.object({
  alias_id: z.string(),
  alias: z.string(),
  /** What the name stands for. */
  subject: z.string(),
  /** Null: wherever a scope has no such name of its own. */
  scope: z.string().nullable(),
  created_at: instant,
});
export type Alias = z.infer<typeof alias>;
export const aliasList = z.object({ items: z.array(alias) });

export const addAliasInput = z.strictObject({ alias: subject, subject, scope: scope.optional() });
export type AddAliasInput = z.infer<typeof addAliasInput>;
/** Ids and numbers alone: what a repeated request is answered with again. */
export const addedAlias = z.object({
  alias_id: z.string(),
  entity_id: z.string(),
  /** Facts that stood under the name and are now filed under its subject. */
  filed: z.number().int(),
  /** Facts that both names have: each is a question, none was merged. */
  questions: z.number().int(),
});
export type AddedAlias = z.infer<typeof addedAlias>;
export const removedAlias = z.object({ alias_id: z.string(), filed_back: z.number().int() });
export type RemovedAlias = z.infer<typeof removedAlias>;

export const duplicateState = z.enum(["open", "merged", "kept_apart", "erased"]);
export const listDuplicatesQuery = z.strictObject({
  ...actingQuery.shape,
  state: duplicateState.optional(),
  limit: queryInteger(1, 200).optional(),
});
export type ListDuplicatesQuery = z.infer<typeof listDuplicatesQuery>;
export const duplicate = z.object({
  duplicate_id: z.string(),
  scope: z.string(),
  memory_id: z.string(),
  other_id: z.string(),
  /** close_words · same_value · opposite · same_name */
  reason_code: z.string(),
  score: z.number(),
  state: duplicateState,
  opened_at: instant,
  decided_at: instant.nullable(),
});
export type Duplicate = z.infer<typeof duplicate>;
export const duplicateList = z.object({ items: z.array(duplicate), total: z.number().int() });
export type DuplicateList = z.infer<typeof duplicateList>;
export const decideDuplicateInput = z.strictObject({
  decision: z.enum(["merge", "keep_apart"]),
  /** Which side stays when they are merged; the older one unless named. */
  keep: idOf("mem").optional(),
  /** A key decides nothing by itself: it relays a person's confirmation. */
  source: z
    .strictObject({
      type: z.enum(["user_confirmation", "approval"]),
      ref: z.string().min(1).max(500),
      quote: z.string().max(10_000).optional(),
    })
    .optional(),
});
export type DecideDuplicateInput = z.infer<typeof decideDuplicateInput>;
export const decidedDuplicate = z.object({
  duplicate_id: z.string(),
  state: duplicateState,
  kept: z.string(),
  /** The side that no longer holds; null when both stay. */
  merged: z.string().nullable(),
});
export type DecidedDuplicate = z.infer<typeof decidedDuplicate>;
