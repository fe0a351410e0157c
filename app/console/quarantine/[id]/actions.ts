"use server";

import { z } from "zod";
import { quarantineId } from "@/lib/contracts/reviews";
import { defineAction } from "@/lib/server/action-client";
import type { ServiceContext } from "@/lib/services/context";
import { condemn } from "@/lib/services/quarantine/condemn";
import { listQuarantine } from "@/lib/services/quarantine/list-quarantine";
import { release } from "@/lib/services/quarantine/release";

const seen = {
  id: quarantineId,
  expected_revision: z.number().int().min(0),
  reason: z.string().min(1).max(2_000),
};

async function findNext(ctx: ServiceContext, decided: string): Promise<string | null> {
  const held = await listQuarantine({ ctx, input: { state: "held", limit: 20 } });
  const next = held.items.find((one) => one.quarantine_id !== decided && one.may_decide);
  return next ? `/console/quarantine/${next.quarantine_id}` : null;
}

/** Back into the ordinary way of things, at what its origin is worth: a release never makes it more than that. */
export const releaseHeld = defineAction({
  schema: z.strictObject(seen),
  area: "console",
  handler: async ({ ctx, input }) => {
    const { decision } = await release({ ctx, input });
    return {
      next: await findNext(ctx, input.id),
      became: decision?.outcome === "committed" ? "released" : "released_without_effect",
    };
  },
});

/** Bad: withdrawn with all that came of it; when asked for, its source is refused from now on. */
export const condemnHeld = defineAction({
  schema: z.strictObject({ ...seen, block: z.array(z.enum(["host", "uri", "ref", "writer"])).max(4) }),
  area: "console",
  handler: async ({ ctx, input }) => {
    const { block, ...target } = input;
    await condemn({ ctx, input: { ...target, ...(block.length > 0 ? { block } : {}) } });
    return { next: await findNext(ctx, input.id), became: "condemned" };
  },
});
