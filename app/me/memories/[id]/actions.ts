"use server";

import { z } from "zod";
import { idOf, instant, shortText } from "@/lib/contracts/common";
import { defineAction } from "@/lib/server/action-client";
import { requestDeletion } from "@/lib/services/deletion/request-deletion";
import { amendMemory } from "@/lib/services/memory/amend-memory";

const target = { memory_id: idOf("mem"), expected_state_revision: z.number().int().min(0).optional() };
const note = shortText.optional();

export const confirmMemory = defineAction({
  schema: z.strictObject(target),
  area: "me",
  handler: async ({ ctx, input }) => {
    const decision = await amendMemory({
      ctx,
      input: {
        verb: "confirm",
        id: input.memory_id,
        expected_state_revision: input.expected_state_revision,
        source: { type: "user_confirmation" },
      },
    });
    return { memory_id: decision.memory?.memory_id ?? input.memory_id, outcome: decision.outcome };
  },
});

/** A new version; the text before it stays in the history. */
export const correctMemory = defineAction({
  schema: z.strictObject({
    ...target,
    statement: z.string().trim().min(1).max(8_000),
    valid_from: instant.optional(),
    reason: note,
  }),
  area: "me",
  handler: async ({ ctx, input }) => {
    const { memory_id, statement, ...rest } = input;
    const decision = await amendMemory({
      ctx,
      input: {
        verb: "correct",
        id: memory_id,
        ...rest,
        statement,
        source: { type: "user_confirmation", quote: statement },
      },
    });
    return { memory_id: decision.memory?.memory_id ?? memory_id, outcome: decision.outcome };
  },
});

/** "That was never true": what it had displaced applies again. */
export const retractMemory = defineAction({
  schema: z.strictObject({ ...target, reason: note }),
  area: "me",
  handler: async ({ ctx, input }) => {
    const { memory_id, ...rest } = input;
    const decision = await amendMemory({
      ctx,
      input: { verb: "retract", id: memory_id, ...rest, source: { type: "user_confirmation" } },
    });
    return { memory_id: decision.memory?.memory_id ?? memory_id, outcome: decision.outcome };
  },
});

/** "True until then", or until now: history afterwards. */
export const expireMemory = defineAction({
  schema: z.strictObject({ ...target, at: instant.optional(), reason: note }),
  area: "me",
  handler: async ({ ctx, input }) => {
    const { memory_id, ...rest } = input;
    const decision = await amendMemory({ ctx, input: { verb: "expire", id: memory_id, ...rest } });
    return { memory_id: decision.memory?.memory_id ?? memory_id, outcome: decision.outcome };
  },
});

export const restoreMemory = defineAction({
  schema: z.strictObject(target),
  area: "me",
  handler: async ({ ctx, input }) => {
    const decision = await amendMemory({
      ctx,
      input: {
        verb: "restore",
        id: input.memory_id,
        expected_state_revision: input.expected_state_revision,
        source: { type: "user_confirmation" },
      },
    });
    return { memory_id: decision.memory?.memory_id ?? input.memory_id, outcome: decision.outcome };
  },
});

/** What a deletion would touch, before anything is asked for. */
export const previewDeletion = defineAction({
  schema: z.strictObject({ memory_id: idOf("mem") }),
  area: "me",
  handler: async ({ ctx, input }) => {
    const preview = await requestDeletion({
      ctx,
      input: { selector: { memory_ids: [input.memory_id] }, dry_run: true },
    });
    return { affected: preview.affected };
  },
});

export const deleteMemory = defineAction({
  schema: z.strictObject({ memory_id: idOf("mem") }),
  area: "me",
  handler: async ({ ctx, input }) => {
    const deletion = await requestDeletion({ ctx, input: { selector: { memory_ids: [input.memory_id] } } });
    return { deletion_id: deletion.deletion_id };
  },
});
