import { z } from "zod";
import { instant } from "@/lib/contracts/common";

/** The part of a run's scope after `run:`. Anything else cannot exist. */
export const runId = z.string().regex(/^[^\s\p{Cc}][^\p{Cc}]{0,198}$/u);

export const endRunInput = z.strictObject({});

export const endedRun = z.object({
  scope: z.string(),
  /** When its memories stopped being true: ending it again does not move it. */
  ended_at: instant,
  /** Memories that this very call ended. */
  ended_now: z.number().int(),
});
export type EndedRun = z.infer<typeof endedRun>;
