import { z } from "zod";
import {
  derivedFrom,
  instant,
  longText,
  metadata,
  scope,
  shortText,
  sourceType,
  subject,
} from "@/lib/contracts/common";
import { candidate, decision, episode, wait } from "@/lib/contracts/memories";

export const EVENT_TYPES = [
  "message",
  "approval",
  "tool_result",
  "task_outcome",
  "external_document",
  "system",
  "feedback",
] as const;
export const eventType = z.enum(EVENT_TYPES);
export const eventActor = z.enum(["user", "assistant", "tool", "system", "external"]);

export const event = z.strictObject({
  idempotency_key: z.string().min(1).max(255).optional(),
  type: eventType,
  occurred_at: instant.optional(),
  scope,
  subject: subject.optional(),
  session_id: z.string().min(1).max(200).optional(),
  actor: eventActor,
  source: z.strictObject({
    type: sourceType,
    ref: z.string().max(500).optional(),
    uri: z.string().max(2_000).optional(),
  }),
  content: z.union([longText, metadata]),
  /** A BCP 47 tag, such as en or zh-CN. */
  language: z
    .string()
    .max(20)
    .regex(/^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/, {
      error: "a language tag is needed, such as en or zh-CN",
    })
    .optional(),
  candidates: z.array(candidate).max(50).optional(),
  remember_as: z.literal("episode").optional(),
  episode: episode.optional(),
  derived_from: derivedFrom.optional(),
});
export type EventInput = z.infer<typeof event>;

export const recordEventsInput = z.strictObject({
  events: z.array(event).min(1).max(500),
  extract: z.enum(["auto", "none"]).optional(),
  wait: wait.optional(),
});
export type RecordEventsInput = z.infer<typeof recordEventsInput>;

export const recordedEvent = z.object({
  event_id: z.string(),
  duplicate: z.boolean(),
  decisions: z.array(decision),
  extraction: z.enum(["done", "queued", "failed", "none"]),
  indexing: z.enum(["done", "pending"]),
  /** What the key may not claim is lowered; this says from what to what, and why. */
  notices: z.array(z.object({ code: z.string(), message: shortText })),
});
export type RecordedEvent = z.infer<typeof recordedEvent>;
export const recordEventsOutput = z.object({ results: z.array(recordedEvent) });
export type RecordEventsOutput = z.infer<typeof recordEventsOutput>;

/** "Remember this" in plain words, by a person or by an agent that relays them. */
export const rememberWordsInput = z.strictObject({
  scope,
  subject: subject.optional(),
  text: z.string().min(1).max(4_000),
  source: z
    .strictObject({
      type: z.enum(["user_statement", "user_confirmation"]),
      ref: z.string().max(500).optional(),
    })
    .optional(),
  session_id: z.string().min(1).max(200).optional(),
  wait: wait.optional(),
});
export type RememberWordsInput = z.infer<typeof rememberWordsInput>;

/** An event as recorded. After an erasure `content` is null and `erased` is true; the envelope stays. */
export const storedEvent = z.object({
  event_id: z.string(),
  type: eventType,
  scope: z.string(),
  subject: z.string().nullable(),
  session_id: z.string().nullable(),
  actor: eventActor,
  source: z.object({ type: sourceType, ref: z.string().nullable(), uri: z.string().nullable() }),
  occurred_at: instant,
  recorded_at: instant,
  content: z.json(),
  /** `high`: encrypted at rest, and hidden from whom it does not concern. */
  sensitivity: z.literal("high").nullable(),
  digest: z.string(),
  erased: z.boolean(),
});
export type StoredEvent = z.infer<typeof storedEvent>;
