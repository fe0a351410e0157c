import { HOLD_REASONS } from "@/lib/contracts/choices";
import { z } from "zod";
import { idOf, instant, pageOf, scope, subject } from "@/lib/contracts/common";
import { actingQuery } from "@/lib/contracts/reviews";

/** Why something must be kept: a closed list, as free words would stay for ever. */
export const HOLD_STATES = ["proposed", "active", "declined", "releasing", "released"] as const;
export type HoldState = (typeof HOLD_STATES)[number];

const actor = z.object({ id: z.string(), name: z.string().nullable() });
export const hold = z.object({
  hold_id: z.string(),
  /** Everything in this scope, or everything of this subject. */
  scope: z.string().nullable(),
  subject: z.string().nullable(),
  reason_code: z.enum(HOLD_REASONS),
  /** The number of the case, for example. */
  reference: z.string().nullable(),
  /** It holds while it is `active` or `releasing`. */
  state: z.enum(HOLD_STATES),
  placed_by: actor,
  placed_at: instant,
  decided_by: actor.nullable(),
  decided_at: instant.nullable(),
  release_asked_by: actor.nullable(),
  release_asked_at: instant.nullable(),
  released_by: actor.nullable(),
  released_at: instant.nullable(),
  /** Deletions that wait for its end. */
  waiting: z.number().int(),
});
export type Hold = z.infer<typeof hold>;
export const holdPage = pageOf(hold);
export const holdId = idOf("hld");

export const placeHoldInput = z
  .strictObject({
    ...actingQuery.shape,
    scope: scope.optional(),
    subject: subject.optional(),
    reason_code: z.enum(HOLD_REASONS),
    reference: z.string().max(120).optional(),
  })
  .refine((input) => (input.scope === undefined) !== (input.subject === undefined), {
    error: "name either a scope or a subject",
  });
export type PlaceHoldInput = z.infer<typeof placeHoldInput>;
export const actOnHoldInput = actingQuery;
