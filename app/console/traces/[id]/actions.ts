"use server";

import { z } from "zod";
import { idOf } from "@/lib/contracts/common";
import { retrievalId } from "@/lib/contracts/retrievals";
import { defineAction } from "@/lib/server/action-client";
import { replayRetrieval as replay } from "@/lib/services/retrieval/replay-retrieval";
import { explainAbsence as explain } from "@/lib/services/retrieval/explain-absence";

export const explainAbsence = defineAction({
  schema: z.strictObject({ retrieval_id: retrievalId, memory_id: idOf("mem") }),
  area: "console",
  handler: ({ ctx, input }) =>
    explain({ ctx, input: { id: input.retrieval_id, memory_id: input.memory_id } }),
});

export const replayRetrieval = defineAction({
  schema: z.strictObject({
    retrieval_id: retrievalId,
    /** Null: the policy in force. */
    version: z.number().int().min(0).nullable(),
    at: z.enum(["then", "now"]),
    without: idOf("mem").nullable(),
  }),
  area: "console",
  handler: ({ ctx, input }) =>
    replay({
      ctx,
      input: {
        id: input.retrieval_id,
        at: input.at,
        ...(input.version === null ? {} : { policy: { version: input.version } }),
        ...(input.without === null ? {} : { without: [input.without] }),
      },
    }),
});
