"use server";

import { z } from "zod";
import { defineAction } from "@/lib/server/action-client";
import { verifyAudit as verify } from "@/lib/services/audit/verify-audit";

export const verifyAudit = defineAction({
  schema: z.strictObject({}),
  area: "console",
  handler: ({ ctx }) => verify({ ctx, input: {} }),
});
