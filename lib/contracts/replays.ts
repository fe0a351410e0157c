import { z } from "zod";
import { idOf, instant } from "@/lib/contracts/common";
import { policyBody } from "@/lib/contracts/policies";
import { tenantRef } from "@/lib/contracts/principals";
import { candidateTrace, channelName, stageName } from "@/lib/contracts/retrievals";

export const replayInput = z.strictObject({
  /** With the admin key: for which operator it acts, and in which tenant. */
  tenant: tenantRef.optional(),
  acting_user: z.string().min(1).max(120).optional(),
  /**
   * Under which policy: a version (0 = the defaults), or one that is only proposed. Absent: the one in force. An agent
   * may name the version its retrieval was made under; any other takes an operator.
   */
  policy: z
    .union([z.strictObject({ version: z.number().int().min(0) }), z.strictObject({ body: policyBody })])
    .optional(),
  /** As if these were not there. */
  without: z.array(idOf("mem")).max(20).optional(),
  /** `then` (default): with what was known and true when it was asked. `now`: the same question asked today. */
  at: z.enum(["then", "now"]).optional(),
});
export type ReplayInput = z.infer<typeof replayInput>;

const counts = z.object({ in: z.number().int(), out: z.number().int() });
const channelState = z.object({ state: z.enum(["applied", "skipped", "failed"]), found: z.number().int() });

/** One candidate on one side: its place among the candidates, from 1, and its line of the trace. */
export const replayedLine = candidateTrace
  .omit({ memory_id: true, used: true })
  .extend({ rank: z.number().int() });
export type ReplayedLine = z.infer<typeof replayedLine>;

export const REPLAY_NOTES = [
  "words_masked",
  "embedder_changed",
  "analyser_changed",
  "superseded_as_now",
  "rejects_cut",
] as const;

/** Where a replay differs from what was recorded, step by step. Ids, numbers and codes: no memory's text. */
export const replay = z.object({
  retrieval_id: z.string(),
  at: z.enum(["then", "now"]),
  valid_at: instant,
  known_at: instant,
  policy: z.object({
    recorded: z.number().int(),
    /** Null for a proposed one. */
    replayed: z.number().int().nullable(),
    /** What the two say differently of reading. */
    changes: z.array(z.object({ path: z.string(), before: z.json(), after: z.json() })),
  }),
  without: z.array(z.string()),
  /** Nothing differs. */
  same: z.boolean(),
  stages: z.array(z.object({ stage: stageName, recorded: counts, replayed: counts })),
  /** What the hard filter says differently: a reason, `passed`, or `unseen` (not there, or not listed). */
  filter: z.array(z.object({ memory_id: z.string(), recorded: z.string(), replayed: z.string() })),
  channels: z.array(z.object({ channel: channelName, recorded: channelState, replayed: channelState })),
  /** Candidates whose place, scores or fate differ; null on the side where it was none. */
  candidates: z.array(
    z.object({
      memory_id: z.string(),
      recorded: replayedLine.nullable(),
      replayed: replayedLine.nullable(),
      /** By how much each part contributes more to the score than before; they add up to `score`. Null with one side. */
      gained: z
        .object({ score: z.number(), R: z.number(), I: z.number(), T: z.number(), P: z.number() })
        .nullable(),
    }),
  ),
  pack: z.object({
    entered: z.array(z.string()),
    left: z.array(z.string()),
    moved: z.array(z.object({ memory_id: z.string(), from: z.number().int(), to: z.number().int() })),
    tokens: z.object({
      recorded: z.object({ budget: z.number().int(), used: z.number().int() }),
      replayed: z.object({ budget: z.number().int(), used: z.number().int() }),
    }),
  }),
  degraded: z.object({ recorded: z.array(z.string()), replayed: z.array(z.string()) }),
  /** What keeps the two from being like and like, as codes. */
  notes: z.array(z.enum(REPLAY_NOTES)),
  took_ms: z.number(),
});
export type Replay = z.infer<typeof replay>;
