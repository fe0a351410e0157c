"use server";

import { retryJobInput } from "@/lib/contracts/jobs";
import { defineAction } from "@/lib/server/action-client";
import { retryJob as retry } from "@/lib/services/job/retry-job";

export const retryJob = defineAction({
  schema: retryJobInput,
  area: "console",
  handler: ({ ctx, input }) => retry({ ctx, input }),
});
