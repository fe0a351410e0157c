import {
  addAliasInput,
  addedAlias,
  aliasId,
  aliasList,
  decidedDuplicate,
  decideDuplicateInput,
  duplicateId,
  duplicateList,
  listAliasesQuery,
  listDuplicatesQuery,
  removedAlias,
} from "@/lib/contracts/naming";
import { actingQuery } from "@/lib/contracts/reviews";
import { defineRoute } from "@/lib/server/route-handler";
import { addAlias } from "@/lib/services/naming/add-alias";
import { decideDuplicate } from "@/lib/services/naming/decide-duplicate";
import { listAliases } from "@/lib/services/naming/list-aliases";
import { listDuplicates } from "@/lib/services/naming/list-duplicates";
import { removeAlias } from "@/lib/services/naming/remove-alias";

export const namingRoutes = [
  defineRoute({
    method: "GET",
    path: "/aliases",
    operationId: "listAliases",
    summary: "Names that stand for somebody or something",
    tag: "naming",
    auth: "review",
    query: listAliasesQuery,
    output: aliasList,
    statuses: { 200: "At most 200 names, newest first" },
    handler: async ({ ctx, query }) => ({ status: 200, body: await listAliases({ ctx, input: query }) }),
  }),
  defineRoute({
    method: "POST",
    path: "/aliases",
    operationId: "addAlias",
    summary: "Give something one more name; facts that both names have become questions, none is merged",
    tag: "naming",
    auth: "review",
    query: actingQuery,
    body: addAliasInput,
    output: addedAlias,
    statuses: { 201: "The name stands for its subject from now on" },
    handler: async ({ ctx, body }) => ({ status: 201, body: await addAlias({ ctx, input: body }) }),
  }),
  defineRoute({
    method: "DELETE",
    path: "/aliases/{id}",
    operationId: "removeAlias",
    summary: "Take a name away; what had come under it is filed under it again",
    tag: "naming",
    auth: "review",
    params: { id: aliasId },
    query: actingQuery,
    output: removedAlias,
    statuses: { 200: "The name stands for itself again" },
    handler: async ({ ctx, params }) => ({
      status: 200,
      body: await removeAlias({ ctx, input: { id: params.id ?? "" } }),
    }),
  }),
  defineRoute({
    method: "GET",
    path: "/duplicates",
    operationId: "listDuplicates",
    summary: "Pairs of memories that may say the same, newest first",
    tag: "naming",
    auth: "review",
    query: listDuplicatesQuery,
    output: duplicateList,
    statuses: { 200: "The questions; `total` is exact" },
    handler: async ({ ctx, query }) => ({ status: 200, body: await listDuplicates({ ctx, input: query }) }),
  }),
  defineRoute({
    method: "POST",
    path: "/duplicates/{id}/decide",
    operationId: "decideDuplicate",
    summary:
      "Merge the two, or keep them apart: by the person concerned, a reviewer, or a key that relays them",
    tag: "naming",
    auth: "review",
    params: { id: duplicateId },
    query: actingQuery,
    body: decideDuplicateInput,
    output: decidedDuplicate,
    statuses: { 200: "Decided" },
    handler: async ({ ctx, params, body }) => ({
      status: 200,
      body: await decideDuplicate({ ctx, input: { ...body, id: params.id ?? "" } }),
    }),
  }),
];
