"use server";

import { z } from "zod";
import { idOf } from "@/lib/contracts/common";
import { duplicateId } from "@/lib/contracts/naming";
import { approvalId, conflictId } from "@/lib/contracts/reviews";
import { defineAction } from "@/lib/server/action-client";
import { approve } from "@/lib/services/approval/approve";
import { reject } from "@/lib/services/approval/reject";
import { settleConflict } from "@/lib/services/conflict/settle-conflict";
import { amendMemory } from "@/lib/services/memory/amend-memory";
import { takeBackConfirmation } from "@/lib/services/memory/take-back-confirmation";
import { decideDuplicate } from "@/lib/services/naming/decide-duplicate";

/** The record needs a reason; a person who answers about themselves owes none. */
const OWN_ANSWER = "The person concerned answered this on their own page.";

/** Right, or not: one word each, and each can be taken back. */
export const answerGuess = defineAction({
  schema: z.strictObject({
    memory_id: idOf("mem"),
    expected_state_revision: z.number().int().min(0),
    answer: z.enum(["keep", "not_true"]),
  }),
  area: "me",
  handler: async ({ ctx, input }) => {
    const { memory_id, expected_state_revision, answer } = input;
    const decision = await amendMemory({
      ctx,
      input: {
        verb: answer === "keep" ? "confirm" : "retract",
        id: memory_id,
        expected_state_revision,
        source: { type: "user_confirmation" },
      },
    });
    return {
      state_revision: decision.memory?.state_revision ?? expected_state_revision,
      outcome: decision.outcome,
    };
  },
});

/** The card comes back undecided. */
export const undoAnswer = defineAction({
  schema: z.strictObject({ memory_id: idOf("mem"), answer: z.enum(["keep", "not_true"]) }),
  area: "me",
  handler: async ({ ctx, input }) => {
    const { memory_id, answer } = input;
    if (answer === "keep") {
      const memory = await takeBackConfirmation({ ctx, input: { id: memory_id } });
      return { state_revision: memory.state_revision };
    }
    const decision = await amendMemory({
      ctx,
      input: { verb: "restore", id: memory_id, source: { type: "user_confirmation" } },
    });
    return { state_revision: decision.memory?.state_revision ?? 0 };
  },
});

const seen = { expected_revision: z.number().int().min(0) };

export const answerProposal = defineAction({
  schema: z.strictObject({ id: approvalId, ...seen, allow: z.boolean() }),
  area: "me",
  handler: async ({ ctx, input }) => {
    const { allow, ...target } = input;
    if (allow) await approve({ ctx, input: target });
    else await reject({ ctx, input: { ...target, reason: OWN_ANSWER } });
    return { done: true };
  },
});

export const answerPair = defineAction({
  schema: z.strictObject({ id: duplicateId, same: z.boolean(), keep: idOf("mem").optional() }),
  area: "me",
  handler: async ({ ctx, input }) => {
    const { id, same, keep } = input;
    await decideDuplicate({
      ctx,
      input: { id, decision: same ? "merge" : "keep_apart", ...(same && keep ? { keep } : {}) },
    });
    return { done: true };
  },
});

export const answerConflict = defineAction({
  schema: z.strictObject({ id: conflictId, ...seen, keep: z.enum(["incumbent", "challenger", "neither"]) }),
  area: "me",
  handler: async ({ ctx, input }) => {
    await settleConflict({ ctx, input: { ...input, reason: OWN_ANSWER } });
    return { done: true };
  },
});
