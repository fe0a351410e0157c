import { getReindexQuery, reindexing, reindexInput } from "@/lib/contracts/reindex";
import { defineRoute } from "@/lib/server/route-handler";
import { getReindexing } from "@/lib/services/indexing/get-reindexing";
import { startReindex } from "@/lib/services/indexing/start-reindex";
import { findTenant } from "@/lib/store/principals/tenants";

export const reindexRoutes = [
  defineRoute({
    method: "GET",
    path: "/admin/reindex",
    operationId: "getReindexing",
    summary: "The embedding models of a tenant's vectors, which one answers, and how far the others are",
    tag: "indexing",
    auth: "admin",
    query: getReindexQuery,
    output: reindexing,
    statuses: { 200: "A model answers once all its vectors are there; before that, the one before it does" },
    handler: async ({ ctx, query }) => ({ status: 200, body: await getReindexing({ ctx, input: query }) }),
  }),
  defineRoute({
    method: "POST",
    path: "/admin/reindex",
    operationId: "startReindex",
    summary: "Make a tenant's vectors with another model, or its index rows anew",
    tag: "indexing",
    auth: "admin",
    body: reindexInput,
    output: reindexing,
    statuses: { 202: "It has begun, and goes on where it was when the server is started again" },
    idempotencyTenant: async ({ ctx, body }) => {
      const tenant = await ctx.database.withoutTenant((tx) => findTenant(tx, body.tenant));
      return tenant?.tenantId ?? null;
    },
    handler: async ({ ctx, body }) => ({ status: 202, body: await startReindex({ ctx, input: body }) }),
  }),
];
