import {
  actingQuery,
  conflict,
  conflictId,
  conflictPage,
  listConflictsQuery,
  resolveConflictInput,
  resolvedConflict,
} from "@/lib/contracts/reviews";
import { defineRoute } from "@/lib/server/route-handler";
import { getConflict } from "@/lib/services/conflict/get-conflict";
import { listConflicts } from "@/lib/services/conflict/list-conflicts";
import { settleConflict } from "@/lib/services/conflict/settle-conflict";

export const conflictRoutes = [
  defineRoute({
    method: "GET",
    path: "/conflicts",
    operationId: "listConflicts",
    summary: "What disagrees, or did, newest first",
    tag: "conflict",
    auth: "review",
    query: listConflictsQuery,
    output: conflictPage,
    statuses: { 200: "A page; `total` is exact" },
    handler: async ({ ctx, query }) => ({ status: 200, body: await listConflicts({ ctx, input: query }) }),
  }),
  defineRoute({
    method: "GET",
    path: "/conflicts/{id}",
    operationId: "getConflict",
    summary: "Both sides of what disagrees, with their evidence",
    tag: "conflict",
    auth: "review",
    params: { id: conflictId },
    query: actingQuery,
    output: conflict,
    statuses: { 200: "The conflict" },
    handler: async ({ ctx, params }) => ({
      status: 200,
      body: await getConflict({ ctx, input: { id: params.id ?? "" } }),
    }),
  }),
  defineRoute({
    method: "POST",
    path: "/conflicts/{id}/resolve",
    operationId: "resolveConflict",
    summary: "Decide which side stands: by the person concerned or a reviewer",
    tag: "conflict",
    auth: "review",
    params: { id: conflictId },
    body: resolveConflictInput,
    output: resolvedConflict,
    statuses: { 200: "Settled; the other side is withdrawn or replaced" },
    handler: async ({ ctx, params, body }) => ({
      status: 200,
      body: await settleConflict({ ctx, input: { ...body, id: params.id ?? "" } }),
    }),
  }),
];
