"use server";

import { z } from "zod";
import { approvalId } from "@/lib/contracts/reviews";
import { defineAction } from "@/lib/server/action-client";
import { approve } from "@/lib/services/approval/approve";
import { listApprovals } from "@/lib/services/approval/list-approvals";
import { reject } from "@/lib/services/approval/reject";
import type { ServiceContext } from "@/lib/services/context";

const seen = { id: approvalId, expected_revision: z.number().int().min(0) };

async function findNext(ctx: ServiceContext, decided: string): Promise<string | null> {
  const open = await listApprovals({ ctx, input: { state: "open", limit: 20 } });
  const next = open.items.find((one) => one.approval_id !== decided && one.may_decide);
  return next ? `/console/approvals/${next.approval_id}` : null;
}

/** Of the highest class the first approval decides nothing yet: the page says so and stays. */
export const approveProposal = defineAction({
  schema: z.strictObject({ ...seen, reason: z.string().max(2_000) }),
  area: "console",
  handler: async ({ ctx, input }) => {
    const { reason, ...target } = input;
    const { approval, decision } = await approve({
      ctx,
      input: { ...target, ...(reason === "" ? {} : { reason }) },
    });
    return approval.state === "open"
      ? { next: null, became: "first_of_two" }
      : {
          next: await findNext(ctx, input.id),
          became: decision?.outcome === "committed" ? "approved" : "approved_without_effect",
        };
  },
});

export const rejectProposal = defineAction({
  schema: z.strictObject({ ...seen, reason: z.string().min(1).max(2_000) }),
  area: "console",
  handler: async ({ ctx, input }) => {
    await reject({ ctx, input });
    return { next: await findNext(ctx, input.id), became: "rejected" };
  },
});
