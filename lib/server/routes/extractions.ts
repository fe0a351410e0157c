import {
  extractionPage,
  listExtractionsQuery,
  reextractInput,
  reextractOutput,
} from "@/lib/contracts/extractions";
import { defineRoute } from "@/lib/server/route-handler";
import { listExtractions } from "@/lib/services/extraction/list-extractions";
import { reextract } from "@/lib/services/extraction/reextract";
import { findTenant } from "@/lib/store/principals/tenants";

export const extractionRoutes = [
  defineRoute({
    method: "GET",
    path: "/admin/extractions",
    operationId: "listExtractions",
    summary: "What a model has read of a tenant's events or is to read, with calls, tokens and cost",
    tag: "extraction",
    auth: "admin",
    query: listExtractionsQuery,
    output: extractionPage,
    statuses: { 200: "Newest first; `done` with no candidates is a text that said nothing to keep" },
    handler: async ({ ctx, query }) => ({ status: 200, body: await listExtractions({ ctx, input: query }) }),
  }),
  defineRoute({
    method: "POST",
    path: "/admin/reextract",
    operationId: "reextract",
    summary: "Let the configured model read events that it has not read yet",
    tag: "extraction",
    auth: "admin",
    body: reextractInput,
    output: reextractOutput,
    statuses: { 200: "They are queued; nothing that was drawn from them before is drawn again" },
    idempotencyTenant: async ({ ctx, body }) => {
      const tenant = await ctx.database.withoutTenant((tx) => findTenant(tx, body.tenant));
      return tenant?.tenantId ?? null;
    },
    handler: async ({ ctx, body }) => ({ status: 200, body: await reextract({ ctx, input: body }) }),
  }),
];
