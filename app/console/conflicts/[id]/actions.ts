"use server";

import { z } from "zod";
import { conflictId } from "@/lib/contracts/reviews";
import { defineAction } from "@/lib/server/action-client";
import { listConflicts } from "@/lib/services/conflict/list-conflicts";
import { settleConflict as settle } from "@/lib/services/conflict/settle-conflict";

export const settleConflict = defineAction({
  schema: z.strictObject({
    id: conflictId,
    expected_revision: z.number().int().min(0),
    keep: z.enum(["incumbent", "challenger", "neither"]),
    reason: z.string().min(1).max(2_000),
  }),
  area: "console",
  handler: async ({ ctx, input }) => {
    await settle({ ctx, input });
    const open = await listConflicts({ ctx, input: { state: "open", limit: 20 } });
    const next = open.items.find((one) => one.conflict_id !== input.id && one.may_decide);
    return { next: next ? `/console/conflicts/${next.conflict_id}` : null, became: "settled" };
  },
});
