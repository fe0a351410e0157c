"use server";

import { z } from "zod";
import { listOtherVersions } from "@/components/memory/list-other-versions";
import { idOf, instant, shortText } from "@/lib/contracts/common";
import { defineAction } from "@/lib/server/action-client";
import type { ServiceContext } from "@/lib/services/context";
import { requestDeletion } from "@/lib/services/deletion/request-deletion";
import { amendMemory } from "@/lib/services/memory/amend-memory";
import { getMemoryHistory } from "@/lib/services/memory/get-memory-history";

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

/** A new version; the text before it stays in the history. A refused one says why, and changes nothing. */
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
    return {
      memory_id: decision.memory?.memory_id ?? memory_id,
      outcome: decision.outcome,
      ...(decision.outcome === "rejected"
        ? { refusal: { code: decision.reason_code, reason: decision.reason } }
        : {}),
    };
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

const doomed = { memory_id: idOf("mem"), with_versions: z.boolean() };

/** What a deletion would touch, before anything is asked for. */
export const previewDeletion = defineAction({
  schema: z.strictObject(doomed),
  area: "me",
  handler: async ({ ctx, input }) => {
    const memory_ids = await listDoomed(ctx, input);
    const preview = await requestDeletion({ ctx, input: { selector: { memory_ids }, dry_run: true } });
    return { affected: preview.affected };
  },
});

export const deleteMemory = defineAction({
  schema: z.strictObject(doomed),
  area: "me",
  handler: async ({ ctx, input }) => {
    const memory_ids = await listDoomed(ctx, input);
    const deletion = await requestDeletion({ ctx, input: { selector: { memory_ids } } });
    return { deletion_id: deletion.deletion_id };
  },
});

/** The version, and when asked for the others of its line that still hold words: as they are now, not as they were shown. */
async function listDoomed(
  ctx: ServiceContext,
  { memory_id, with_versions }: { memory_id: string; with_versions: boolean },
): Promise<string[]> {
  if (!with_versions) return [memory_id];
  const history = await getMemoryHistory({ ctx, input: { id: memory_id } });
  return [memory_id, ...listOtherVersions(history.items, memory_id)];
}
