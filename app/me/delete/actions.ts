"use server";

import { z } from "zod";
import { isConfirmed } from "@/components/memory/delete/confirm-word";
import { deletionCounts, deletionId } from "@/lib/contracts/deletions";
import { deletionChoice } from "@/lib/contracts/pages";
import { defineAction } from "@/lib/server/action-client";
import { requirePassword } from "@/lib/server/require-password";
import { cancelDeletion } from "@/lib/services/deletion/cancel-deletion";
import { previewMyDeletion, requestMyDeletion } from "@/lib/services/me/preview-deletion";

/**
 * Asks for the deletion that was shown: when it would take anything else by now, nothing is asked for and the new
 * numbers come back.
 */
export const deleteMine = defineAction({
  schema: z.strictObject({
    choice: deletionChoice,
    expected: deletionCounts,
    word: z.string().max(200),
    password: z.string().max(200).optional(),
  }),
  area: "me",
  handler: async ({ ctx, input }) => {
    const { choice, expected, word, password } = input;
    const preview = await previewMyDeletion({ ctx, input: choice });
    if (!isConfirmed(choice, preview.agent_name, word)) return { outcome: "word" as const };
    if (preview.asks_password) await requirePassword(ctx, password ?? "");
    if (JSON.stringify(deletionCounts.parse(preview.affected)) !== JSON.stringify(expected)) {
      return { outcome: "changed" as const };
    }
    const { deletion_id } = await requestMyDeletion({ ctx, input: choice });
    return { outcome: "requested" as const, deletion_id };
  },
});

/** While its window is open. */
export const cancelMine = defineAction({
  schema: z.strictObject({ id: deletionId }),
  area: "me",
  handler: async ({ ctx, input }) => {
    const { status } = await cancelDeletion({ ctx, input });
    return { status };
  },
});
