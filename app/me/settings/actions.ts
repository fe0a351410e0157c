"use server";

import { z } from "zod";
import { PAUSE_LENGTHS } from "@/components/settings/pause-lengths";
import { endOfToday } from "@/components/settings/end-of-today";
import { instant } from "@/lib/contracts/common";
import { topicChoice } from "@/lib/contracts/subjects";
import { defineAction } from "@/lib/server/action-client";
import { requirePassword } from "@/lib/server/require-password";
import { changePassword } from "@/lib/services/me/change-password";
import { requireSelf } from "@/lib/services/authorise/require-self";
import { chooseTopic } from "@/lib/services/subject/choose-topic";
import { pauseMemory } from "@/lib/services/subject/pause-memory";
import { resumeMemory } from "@/lib/services/subject/resume-memory";

const HOUR = 3_600_000;

/** Readers and writers are stopped when this returns. How long is counted here, not on the person's device. */
export const pauseMine = defineAction({
  schema: z.strictObject({ length: z.enum(PAUSE_LENGTHS), until: instant.optional() }),
  area: "me",
  handler: ({ ctx, person, input }) => {
    const now = ctx.clock.now();
    const zone = person.timeZone ?? person.tenant.timeZone;
    const until =
      input.length === "hour"
        ? new Date(now.getTime() + HOUR).toISOString()
        : input.length === "today"
          ? endOfToday(now, zone)
          : input.until;
    return pauseMemory({
      ctx,
      input: {
        id: requireSelf(ctx),
        ...(input.length !== "open" && until !== undefined ? { until } : {}),
      },
    });
  },
});

export const resumeMine = defineAction({
  schema: z.strictObject({}),
  area: "me",
  handler: ({ ctx }) => resumeMemory({ ctx, input: { id: requireSelf(ctx) } }),
});

/** Who sits at the open page proves that it is theirs; then every session ends. */
export const changeMyPassword = defineAction({
  schema: z.strictObject({ current: z.string().max(200), next: z.string().min(10).max(200) }),
  area: "me",
  handler: async ({ ctx, input }) => {
    await requirePassword(ctx, input.current);
    return changePassword({ ctx, input: { next: input.next } });
  },
});

/** One topic at a time; the others stay as they are. */
export const chooseMyTopic = defineAction({
  schema: topicChoice,
  area: "me",
  handler: ({ ctx, input }) => chooseTopic({ ctx, input }),
});
