"use server";

import { updateProfileInput } from "@/lib/contracts/pages";
import { defineAction } from "@/lib/server/action-client";
import { updateProfile } from "@/lib/services/user/update-profile";

/** Language, zone and theme of the person signed in. */
export const saveProfile = defineAction({
  schema: updateProfileInput,
  area: "me",
  handler: ({ ctx, input }) => updateProfile({ ctx, input }),
});
