"use server";

import { foundOrganisationInput } from "@/lib/contracts/principals";
import { defineKeyAction } from "@/lib/server/action-client";
import { foundOrganisation } from "@/lib/services/tenant/found-organisation";

/** The first organisation of this installation, by whoever holds its admin key. */
export const setUp = defineKeyAction({ schema: foundOrganisationInput, handler: foundOrganisation });
