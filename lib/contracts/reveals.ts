import { REVEAL_REASONS } from "@/lib/contracts/choices";
import { z } from "zod";

/** Why an operator may uncover what is about somebody: a closed list, as free words would stay in the log for ever. */
export const revealReason = z.enum(REVEAL_REASONS);
export type RevealReason = z.infer<typeof revealReason>;

export const revealInput = z.strictObject({
  subject: z.string().regex(/^user:[^\p{Cc}]{1,198}$/u),
  reason: revealReason,
});
export type RevealInput = z.infer<typeof revealInput>;

/** Whose words are uncovered for the one who asks, and until when. */
export interface Reveal {
  subject: string;
  until: string;
}

/** A person as an operator may look them up: counts, never words. */
export interface SubjectSummary {
  subject: string;
  /** Whether they can sign in here. */
  is_member: boolean;
  memories: {
    active: number;
    inferred: number;
    waiting: number;
    quarantined: number;
    inactive: number;
    last_change_at: string | null;
  };
  paused: boolean;
  deletions: { total: number; open: number };
}
