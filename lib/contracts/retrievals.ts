import { CHANNELS } from "@/lib/contracts/choices";
import { z } from "zod";
import {
  confirmation,
  idOf,
  instant,
  kind,
  riskLevel,
  scope,
  shortText,
  status,
  subject,
  timeZone,
} from "@/lib/contracts/common";

export const INTENTS = [
  "recover_preference",
  "recover_decision",
  "recall_episode",
  "retrieve_procedure",
  "resolve_conflict",
] as const;
export const intent = z.enum(INTENTS);
export type Intent = z.infer<typeof intent>;

export const retrievalInput = z.strictObject({
  query: z.string().max(20_000).optional(),
  intent: intent.optional(),
  scopes: z.array(scope).min(1).max(50).optional(),
  task_type: z.string().max(120).optional(),
  entities: z.array(subject).max(50).optional(),
  time_range: z.strictObject({ from: instant.optional(), to: instant.optional() }).optional(),
  kinds: z.array(kind).min(1).max(3).optional(),
  risk_level: riskLevel.optional(),
  purpose: z.string().max(120).optional(),
  token_budget: z.number().int().min(64).max(200_000).optional(),
  k: z.number().int().min(1).max(200).optional(),
  require_confirmed: z.boolean().optional(),
  include_superseded: z.boolean().optional(),
  include_archived: z.boolean().optional(),
  valid_at: instant.optional(),
  known_at: instant.optional(),
  time_zone: timeZone.optional(),
  session_id: z.string().max(200).optional(),
  explain: z.boolean().optional(),
});
export type RetrievalInput = z.infer<typeof retrievalInput>;

export const channelName = z.enum(CHANNELS);
export type ChannelName = z.infer<typeof channelName>;

export const parts = z.object({ R: z.number(), I: z.number(), T: z.number(), P: z.number() });
export type Parts = z.infer<typeof parts>;

export const snippet = z.object({
  position: z.number().int(),
  memory_id: z.string(),
  fact_id: z.string(),
  event_ids: z.array(z.string()),
  /** Other memories that say the same: shown once, with the sources of all. */
  same_as: z.array(z.string()).optional(),
  scope: z.string(),
  kind,
  status,
  confirmation,
  as_of: instant.nullable(),
  text: z.string(),
  tokens: z.number().int(),
  score: z.number(),
  parts,
  channels: z.partialRecord(channelName, z.number().int()),
});
export type Snippet = z.infer<typeof snippet>;

export const conflictNotice = z.object({
  fact_id: z.string(),
  memory_ids: z.array(z.string()),
  message: z.string(),
});

export const retrievalOutput = z.object({
  retrieval_id: z.string(),
  triggered: z.boolean(),
  trigger_reason: z.string(),
  snippets: z.array(snippet),
  conflicts: z.array(conflictNotice),
  pack: z.string(),
  tokens: z.object({ budget: z.number().int(), used: z.number().int() }),
  degraded: z.array(z.string()),
  policy_version: z.number().int(),
  took_ms: z.number(),
});
export type RetrievalOutput = z.infer<typeof retrievalOutput>;

export const REJECT_CODES = [
  "scope",
  "status",
  "not_yet_valid",
  "expired",
  "purpose",
  "sensitivity",
  "trust_floor",
  "unconfirmed",
  "kind",
  "time_range",
  "duplicate_of",
  "shadowed",
  "consensus",
  "conflict",
  "source_cap",
  "budget",
  "below_k",
  "erased",
  "not_a_candidate",
] as const;
export const rejectCode = z.enum(REJECT_CODES);
export type RejectCode = z.infer<typeof rejectCode>;

export const STAGES = [
  "context",
  "hard_filter",
  "channels",
  "fusion",
  "score",
  "conflicts",
  "packing",
  "use",
] as const;
export const stageName = z.enum(STAGES);
export type StageName = z.infer<typeof stageName>;

export const stage = z.object({
  stage: stageName,
  in: z.number().int(),
  out: z.number().int(),
  ms: z.number(),
  status: z.enum(["applied", "skipped", "fallback"]),
});

export const candidateTrace = z.object({
  memory_id: z.string(),
  channels: z.partialRecord(channelName, z.object({ rank: z.number().int(), score: z.number() })),
  rrf: z.number(),
  parts,
  score: z.number(),
  tokens: z.number().int(),
  outcome: z.enum(["packed", "dropped"]),
  reason_code: rejectCode.optional(),
  /** The memory in front of it: the narrower one that shadows it, its twin, or the incumbent it contradicts. */
  by: z.string().optional(),
  position: z.number().int().optional(),
  used: z.boolean().optional(),
});
export type CandidateTrace = z.infer<typeof candidateTrace>;

export const rejectTrace = z.object({ memory_id: z.string(), stage: stageName, reason_code: rejectCode });

/** The query as the trace may tell it: its words are null once they were erased. */
export const traceContext = z.object({
  received: z.record(z.string(), z.json()),
  query: z.string().nullable(),
  projected: z.object({
    intent,
    terms: z.number().int(),
    analyser: z.string(),
    scopes: z.array(z.string()),
    kinds: z.array(kind).nullable(),
    risk_level: riskLevel,
    purpose: z.string().nullable(),
    /** Those of the credential, where it has some; and the person whose own memories were searched as well. */
    purposes: z.array(z.string()).optional(),
    self: z.string().optional(),
    valid_at: instant,
    known_at: instant,
    k: z.number().int(),
    token_budget: z.number().int(),
    require_confirmed: z.boolean(),
    include_superseded: z.boolean(),
    include_archived: z.boolean(),
    /** Names in the question that stand for somebody else: which alias was followed, and to which entity. */
    aliases: z.array(z.object({ alias_id: z.string(), entity_id: z.string() })).optional(),
    /** Times that the question names, as read: what was made of each. Absent when the intent does not look at them. */
    times: z
      .array(
        z.object({
          from: instant,
          to: instant,
          precision: z.enum(["minute", "hour", "day", "week", "month", "quarter", "year"]),
          relation: z.enum(["at", "from", "until", "before", "after"]).nullable(),
          confidence: z.number(),
          effect: z.enum(["filter", "boost", "none"]),
        }),
      )
      .optional(),
    /** The range that was searched, when the question gave it. */
    range: z.object({ from: instant.nullable(), to: instant.nullable() }).nullish(),
    /** The talk that was searched, by its place in the order of talks, counted from 1. */
    session: z.object({ order: z.enum(["ago", "ordinal"]), n: z.number().int() }).nullish(),
  }),
});

export const retrievalTrace = z.object({
  retrieval_id: z.string(),
  at: instant,
  actor: z.object({ kind: z.string(), id: z.string(), name: z.string().nullable() }),
  triggered: z.boolean(),
  trigger_reason: z.string(),
  context: traceContext,
  policy_version: z.number().int(),
  index_versions: z.record(z.string(), z.string()),
  weights: parts,
  stages: z.array(stage),
  candidates: z.array(candidateTrace),
  /** At most 500 of them; `reject_counts` counts all. */
  rejects: z.array(rejectTrace),
  reject_counts: z.record(z.string(), z.number().int()),
  /** Which channels took part, and why one did not. */
  channel_states: z.record(
    channelName,
    z.object({
      state: z.enum(["applied", "skipped", "failed"]),
      reason: z.string(),
      found: z.number().int(),
    }),
  ),
  /** What the hard filter and the cut compared with. */
  thresholds: z.object({
    trust_floor: z.number(),
    k: z.number().int(),
    channel_depth: z.number().int(),
    vector_floor: z.number(),
  }),
  conflicts: z.array(conflictNotice),
  pack: z.object({
    budget: z.number().int(),
    used: z.number().int(),
    overhead: z.number().int(),
    items: z.array(z.object({ memory_id: z.string(), tokens: z.number().int(), position: z.number().int() })),
    near_misses: z.array(
      z.object({ memory_id: z.string(), needs: z.number().int(), left: z.number().int() }),
    ),
  }),
  /** What became of each packed memory, as far as the agent told. */
  use: z.array(
    z.object({
      memory_id: z.string(),
      outcome: z.enum(["helped", "neutral", "harmed", "contradicted"]).nullable(),
      at: instant,
    }),
  ),
  degraded: z.array(z.string()),
  took_ms: z.number(),
});
export type RetrievalTrace = z.infer<typeof retrievalTrace>;

export const retrievalId = idOf("ret");
export const whyNotQuery = z.strictObject({ memory_id: idOf("mem") });
/** Where a recall that failed went wrong. */
export const DIAGNOSES = ["write", "recall", "use", "update", "poisoning", "negative_transfer"] as const;
export const diagnosis = z.enum(DIAGNOSES);
export type Diagnosis = z.infer<typeof diagnosis>;

export const whyNot = z.object({
  memory_id: z.string(),
  outcome: z.enum(["packed", "dropped", "rejected", "not_a_candidate"]),
  stage: stageName,
  reason_code: rejectCode.nullable(),
  reason: z.string(),
  /** In which part of remembering it failed, as one label; null when nothing failed. */
  diagnosis: diagnosis.nullable(),
  /** Numbers that make the reason exact: rank, k, tokens needed and left, floor and trust… */
  detail: z.record(z.string(), z.json()),
});
export type WhyNot = z.infer<typeof whyNot>;

export const useOutcome = z.enum(["helped", "neutral", "harmed", "contradicted"]);
export const recordUseInput = z.strictObject({
  used: z.array(z.strictObject({ memory_id: idOf("mem"), outcome: useOutcome.optional() })).max(200),
  note: shortText.optional(),
});
export type RecordUseInput = z.infer<typeof recordUseInput>;
export const recordUseOutput = z.object({
  retrieval_id: z.string(),
  recorded: z.number().int(),
  /** Of what was contradicted: where a person is asked whether it still holds. */
  approval_ids: z.array(z.string()),
});
export type RecordUseOutput = z.infer<typeof recordUseOutput>;
