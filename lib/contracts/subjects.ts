import { z } from "zod";
import { candidateSource } from "@/lib/contracts/memories";
import { tenantRef } from "@/lib/contracts/principals";
import { instant, shortText } from "@/lib/contracts/common";

/** With the admin key: for which operator it acts, and in which tenant. */
const acting = { tenant: tenantRef.optional(), acting_user: z.string().min(1).max(120).optional() };

/** A person, as `user:ID`; a bare id means the same. */
export const subjectId = z
  .string()
  .min(1)
  .max(205)
  .regex(/^(?:user:)?[^\s\p{Cc}:*][^\p{Cc}*]{0,198}$/u);

export const topicChoice = z.strictObject({
  /** The name of one of the policy's topics, such as health, or the person's own words for one. */
  topic: z
    .string()
    .min(2)
    .max(80)
    .regex(/^[^\p{Cc}\p{Cf}]+$/u, { error: "plain words are needed" }),
  /** False: nothing about it is remembered. */
  remember: z.boolean(),
  /** False: nothing is concluded about it; only what the person says themselves is remembered. */
  infer: z.boolean(),
});
export type TopicChoiceInput = z.infer<typeof topicChoice>;

export const controls = z.object({
  subject: z.string(),
  paused: z.boolean(),
  paused_since: instant.nullable(),
  paused_until: instant.nullable(),
  topics: z.array(topicChoice),
  /** The topics that the policy knows by name. */
  known_topics: z.array(z.string()),
});
export type Controls = z.infer<typeof controls>;

export const pauseInput = z.strictObject({
  ...acting,
  until: instant.optional(),
  reason: shortText.optional(),
});
export type PauseInput = z.infer<typeof pauseInput>;
/** `source`: an agent relays the person's own wish, with a reference or a quote. */
export const resumeInput = z.strictObject({
  ...acting,
  reason: shortText.optional(),
  source: candidateSource.optional(),
});
export type ResumeInput = z.infer<typeof resumeInput>;
/** The whole list: what it does not name is open again. */
export const setControlsInput = z.strictObject({ ...acting, topics: z.array(topicChoice).max(50) });
export type SetControlsInput = z.infer<typeof setControlsInput>;
