"use server";

import { z } from "zod";
import { holdId, placeHoldInput } from "@/lib/contracts/holds";
import { defineAction } from "@/lib/server/action-client";
import { approveHold } from "@/lib/services/hold/approve-hold";
import { declineHold } from "@/lib/services/hold/decline-hold";
import { placeHold } from "@/lib/services/hold/place-hold";
import { releaseHold } from "@/lib/services/hold/release-hold";

const schema = z.strictObject({ id: holdId });

export const proposeHold = defineAction({
  schema: placeHoldInput,
  area: "console",
  handler: ({ ctx, input }) => placeHold({ ctx, input }),
});
export const putInForce = defineAction({
  schema,
  area: "console",
  handler: ({ ctx, input }) => approveHold({ ctx, input }),
});
export const takeBack = defineAction({
  schema,
  area: "console",
  handler: ({ ctx, input }) => declineHold({ ctx, input }),
});
export const letGo = defineAction({
  schema,
  area: "console",
  handler: ({ ctx, input }) => releaseHold({ ctx, input }),
});
