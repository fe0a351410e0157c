"use server";

import { z } from "zod";
import { defineAction } from "@/lib/server/action-client";
import { requireSelf } from "@/lib/services/authorise/require-self";
import { rememberWords } from "@/lib/services/memory/remember-words";

/** What a person tells themselves: it counts as their own word, after the same gates as everybody's. */
export const rememberThis = defineAction({
  schema: z.strictObject({ text: z.string().trim().min(1).max(4_000) }),
  area: "me",
  handler: async ({ ctx, input }) => {
    const self = requireSelf(ctx);
    const { decisions } = await rememberWords({
      ctx,
      input: { scope: self, subject: self, text: input.text, source: { type: "user_statement" } },
    });
    return {
      results: decisions.map(({ outcome, memory, reason_code, reason }) => ({
        outcome,
        memory_id: memory?.memory_id ?? null,
        statement: memory?.statement ?? null,
        refusal: outcome === "committed" || outcome === "unchanged" ? null : { code: reason_code, reason },
      })),
    };
  },
});
