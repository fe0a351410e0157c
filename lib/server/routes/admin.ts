import { z } from "zod";
import {
  agentId,
  createAgentInput,
  createAgentOutput,
  createKeyInput,
  createKeyOutput,
  createTenantInput,
  createTenantOutput,
  createUserInput,
  createUserOutput,
  keyId,
  revokeKeyOutput,
} from "@/lib/contracts/principals";
import { keepAnswer } from "@/lib/server/idempotency";
import { defineRoute } from "@/lib/server/route-handler";
import { createAgent } from "@/lib/services/agent/create-agent";
import { createKey } from "@/lib/services/agent/create-key";
import { revokeKey } from "@/lib/services/agent/revoke-key";
import type { ServiceContext } from "@/lib/services/context";
import { createTenant } from "@/lib/services/tenant/create-tenant";
import { createUser } from "@/lib/services/user/create-user";
import { findTenantOfKey } from "@/lib/store/principals/agents";
import { findTenant } from "@/lib/store/principals/tenants";

async function tenantNamed(ctx: ServiceContext, ref: string): Promise<string | null> {
  const tenant = await ctx.database.withoutTenant((tx) => findTenant(tx, ref));
  return tenant?.tenantId ?? null;
}

async function tenantOf(ctx: ServiceContext, keyOrAgentId: string): Promise<string | null> {
  return ctx.database.withoutTenant((tx) => findTenantOfKey(tx, keyOrAgentId));
}

export const adminRoutes = [
  defineRoute({
    method: "POST",
    path: "/admin/tenants",
    operationId: "createTenant",
    summary: "Create a tenant",
    tag: "tenant",
    auth: "admin",
    body: createTenantInput,
    output: createTenantOutput,
    statuses: { 201: "The tenant exists" },
    idempotencyTenant: ({ ctx, body }) => tenantNamed(ctx, body.slug),
    createsTenant: true,
    handler: async ({ ctx, runtime, body, keyed }) => {
      // The key belongs to the tenant it creates: both are written in one transaction, so that of many at once one wins.
      const alongside = keyed
        ? (tx: Parameters<typeof keepAnswer>[0], made: { tenant_id: string; slug: string }) =>
            keepAnswer(tx, runtime, ctx, { ...keyed, tenantId: made.tenant_id }, { status: 201, body: made })
        : undefined;
      return { status: 201, body: await createTenant({ ctx, input: body, alongside }) };
    },
  }),
  defineRoute({
    method: "POST",
    path: "/admin/users",
    operationId: "createUser",
    summary: "Create a person who can sign in",
    tag: "user",
    auth: "admin",
    body: createUserInput,
    output: createUserOutput,
    statuses: { 201: "The person exists" },
    idempotencyTenant: ({ ctx, body }) => tenantNamed(ctx, body.tenant),
    handler: async ({ ctx, body }) => ({ status: 201, body: await createUser({ ctx, input: body }) }),
  }),
  defineRoute({
    method: "POST",
    path: "/admin/agents",
    operationId: "createAgent",
    summary: "Create an agent with the scopes it may use",
    tag: "agent",
    auth: "admin",
    body: createAgentInput,
    output: createAgentOutput,
    statuses: { 201: "The agent exists; it needs a key to call" },
    idempotencyTenant: ({ ctx, body }) => tenantNamed(ctx, body.tenant),
    handler: async ({ ctx, body }) => ({ status: 201, body: await createAgent({ ctx, input: body }) }),
  }),
  defineRoute({
    method: "POST",
    path: "/admin/agents/{agent_id}/keys",
    operationId: "createKey",
    summary: "Create a key for an agent; its secret is in this answer alone",
    tag: "agent",
    auth: "admin",
    params: { agent_id: agentId },
    body: createKeyInput,
    bodyOptional: true,
    output: createKeyOutput,
    statuses: { 201: "The key exists" },
    idempotencyTenant: ({ ctx, params }) => tenantOf(ctx, params.agent_id ?? ""),
    handler: async ({ ctx, params, body }) => ({
      status: 201,
      body: await createKey({ ctx, input: { ...body, agent_id: params.agent_id ?? "" } }),
    }),
  }),
  defineRoute({
    method: "DELETE",
    path: "/admin/keys/{key_id}",
    operationId: "revokeKey",
    summary: "Revoke a key; it stops working within a second",
    tag: "key",
    auth: "admin",
    params: { key_id: keyId },
    body: z.strictObject({}),
    bodyOptional: true,
    output: revokeKeyOutput,
    statuses: { 200: "The key is revoked" },
    idempotencyTenant: ({ ctx, params }) => tenantOf(ctx, params.key_id ?? ""),
    handler: async ({ ctx, params }) => ({
      status: 200,
      body: await revokeKey({ ctx, input: { key_id: params.key_id ?? "" } }),
    }),
  }),
];
