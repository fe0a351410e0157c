"use server";

import { z } from "zod";
import { idOf } from "@/lib/contracts/common";
import { retrievalId } from "@/lib/contracts/retrievals";
import { defineAction } from "@/lib/server/action-client";
import { explainAbsence as explain } from "@/lib/services/retrieval/explain-absence";

export const explainAbsence = defineAction({
  schema: z.strictObject({ retrieval_id: retrievalId, memory_id: idOf("mem") }),
  area: "console",
  handler: ({ ctx, input }) =>
    explain({ ctx, input: { id: input.retrieval_id, memory_id: input.memory_id } }),
});
