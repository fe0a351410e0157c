"use server";

import { z } from "zod";
import { instant } from "@/lib/contracts/common";
import { agentId, createAgentInput, keyId, rotateKeyInput } from "@/lib/contracts/principals";
import { defineAction } from "@/lib/server/action-client";
import { createAgent as create } from "@/lib/services/agent/create-agent";
import { createKey as createForAgent } from "@/lib/services/agent/create-key";
import { rotateKey as rotate } from "@/lib/services/agent/rotate-key";
import { setAgentAccess as setAccess } from "@/lib/services/agent/set-agent-access";
import { revokeKey as revoke } from "@/lib/services/agent/revoke-key";

/** In the organisation of the person who asks, never in another. */
export const createAgent = defineAction({
  schema: createAgentInput.omit({ tenant: true, purposes: true }),
  area: "console",
  handler: ({ ctx, person, input }) => create({ ctx, input: { ...input, tenant: person.tenant.id } }),
});

/** The secret is in this answer and nowhere else. */
export const createKey = defineAction({
  schema: z.strictObject({
    agent_id: agentId,
    name: z.string().trim().max(120).optional(),
    expires_at: instant.optional(),
  }),
  area: "console",
  handler: ({ ctx, input }) => createForAgent({ ctx, input }),
});

export const revokeKey = defineAction({
  schema: z.strictObject({ key_id: keyId }),
  area: "console",
  handler: ({ ctx, input }) => revoke({ ctx, input }),
});

/** Its secret, too, is in this answer and nowhere else. */
export const rotateKey = defineAction({
  schema: rotateKeyInput,
  area: "console",
  handler: ({ ctx, input }) => rotate({ ctx, input }),
});

export const setAgentAccess = defineAction({
  schema: z.strictObject({ agent_id: agentId, enabled: z.boolean() }),
  area: "console",
  handler: ({ ctx, input }) => setAccess({ ctx, input }),
});
