"use server";

import { revealInput } from "@/lib/contracts/reveals";
import { defineAction } from "@/lib/server/action-client";
import { revealSubject as reveal } from "@/lib/services/subject/reveal-subject";

export const revealSubject = defineAction({
  schema: revealInput,
  area: "console",
  handler: ({ ctx, input }) => reveal({ ctx, input }),
});
