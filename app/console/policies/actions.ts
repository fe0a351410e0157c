"use server";

import { policyBody, publishPolicyInput, rollBackPolicyInput } from "@/lib/contracts/policies";
import { z } from "zod";
import { defineAction } from "@/lib/server/action-client";
import { comparePolicies } from "@/lib/services/policy/compare-policies";
import { previewPolicy as preview } from "@/lib/services/policy/preview-policy";
import { publishPolicy as publish } from "@/lib/services/policy/publish-policy";
import { tryPolicy as tryDraft } from "@/lib/services/policy/try-policy";
import { rollBackPolicy as rollBack } from "@/lib/services/policy/roll-back-policy";

const version = z.number().int().min(0);

export const previewPolicy = defineAction({
  schema: z.strictObject({ body: policyBody }),
  area: "console",
  handler: ({ ctx, person, input }) => preview({ ctx, input: { ...input, tenant: person.tenant.id } }),
});

/** On the last retrievals of the person's own organisation. */
export const tryPolicy = defineAction({
  schema: z.strictObject({ body: policyBody }),
  area: "console",
  handler: ({ ctx, input }) => tryDraft({ ctx, input: { ...input, limit: 20 } }),
});

export const compareVersions = defineAction({
  schema: z.strictObject({ from: version, to: version }),
  area: "console",
  handler: async ({ ctx, person, input }) =>
    (await comparePolicies({ ctx, input: { ...input, tenant: person.tenant.id } })).changes,
});

/** In the organisation of the person who publishes, never in another. */
export const publishPolicy = defineAction({
  schema: publishPolicyInput.omit({ tenant: true }),
  area: "console",
  handler: async ({ ctx, person, input }) => {
    const { version } = await publish({ ctx, input: { ...input, tenant: person.tenant.id } });
    return { version };
  },
});

export const rollBackPolicy = defineAction({
  schema: rollBackPolicyInput.omit({ tenant: true }),
  area: "console",
  handler: async ({ ctx, person, input }) => {
    const { version } = await rollBack({ ctx, input: { ...input, tenant: person.tenant.id } });
    return { version };
  },
});
