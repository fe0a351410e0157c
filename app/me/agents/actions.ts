"use server";

import { z } from "zod";
import { agentId } from "@/lib/contracts/principals";
import { defineAction } from "@/lib/server/action-client";
import { pauseAgent } from "@/lib/services/subject/pause-agent";

/** For this person alone; in force when it returns. */
export const pauseAgentForMe = defineAction({
  schema: z.strictObject({ agent_id: agentId, paused: z.boolean() }),
  area: "me",
  handler: ({ ctx, input }) => pauseAgent({ ctx, input }),
});
