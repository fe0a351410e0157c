"use server";

import { z } from "zod";
import { setAccessInput, setRolesInput, userId } from "@/lib/contracts/members";
import { createUserInput } from "@/lib/contracts/principals";
import { defineAction } from "@/lib/server/action-client";
import { addMember as add } from "@/lib/services/member/add-member";
import { resetPassword as reset } from "@/lib/services/member/reset-password";
import { setAccess as changeAccess } from "@/lib/services/member/set-access";
import { setRoles as changeRoles } from "@/lib/services/member/set-roles";

/** The first password is in this answer and nowhere else. */
export const addMember = defineAction({
  schema: createUserInput.pick({ email: true, display_name: true, external_id: true, roles: true }),
  area: "console",
  handler: ({ ctx, input }) => add({ ctx, input }),
});

export const resetPassword = defineAction({
  schema: z.strictObject({ user_id: userId }),
  area: "console",
  handler: ({ ctx, input }) => reset({ ctx, input }),
});

export const setRoles = defineAction({
  schema: setRolesInput,
  area: "console",
  handler: ({ ctx, input }) => changeRoles({ ctx, input }),
});

export const setAccess = defineAction({
  schema: setAccessInput,
  area: "console",
  handler: ({ ctx, input }) => changeAccess({ ctx, input }),
});
