import { z } from "zod";
import { createDeletionInput, deletion, deletionId, deletionReceipt } from "@/lib/contracts/deletions";
import { defineRoute } from "@/lib/server/route-handler";
import { cancelDeletion } from "@/lib/services/deletion/cancel-deletion";
import { getDeletion } from "@/lib/services/deletion/get-deletion";
import { getReceipt } from "@/lib/services/deletion/get-receipt";
import { requestDeletion } from "@/lib/services/deletion/request-deletion";

export const deletionRoutes = [
  defineRoute({
    method: "POST",
    path: "/deletions",
    operationId: "requestDeletion",
    summary: "Erase memories from every copy; with dry_run: tell what that would touch",
    tag: "deletion",
    auth: "agent",
    body: createDeletionInput,
    output: deletion,
    statuses: { 202: "The erasure is under way, or, with dry_run, what it would reach: nothing was changed" },
    handler: async ({ ctx, body }) => ({
      status: 202,
      body: await requestDeletion({ ctx, input: body }),
    }),
  }),
  defineRoute({
    method: "GET",
    path: "/deletions/{id}",
    operationId: "getDeletion",
    summary: "How far an erasure is, place by place",
    tag: "deletion",
    auth: "agent_or_session",
    params: { id: deletionId },
    output: deletion,
    statuses: { 200: "The erasure with all its targets" },
    handler: async ({ ctx, params }) => ({
      status: 200,
      body: await getDeletion({ ctx, input: { id: params.id ?? "" } }),
    }),
  }),
  defineRoute({
    method: "POST",
    path: "/deletions/{id}/cancel",
    operationId: "cancelDeletion",
    summary: "Take an erasure back before its time has come",
    tag: "deletion",
    auth: "agent_or_session",
    params: { id: deletionId },
    body: z.strictObject({}),
    bodyOptional: true,
    output: deletion,
    statuses: { 200: "The erasure, cancelled: it never runs" },
    handler: async ({ ctx, params }) => ({
      status: 200,
      body: await cancelDeletion({ ctx, input: { id: params.id ?? "" } }),
    }),
  }),
  defineRoute({
    method: "GET",
    path: "/deletions/{id}/receipt",
    operationId: "getReceipt",
    summary: "The signed receipt of an erasure",
    tag: "deletion",
    auth: "agent_or_session",
    params: { id: deletionId },
    output: deletionReceipt,
    statuses: { 200: "The receipt, with the public key that verifies it" },
    handler: async ({ ctx, params }) => ({
      status: 200,
      body: await getReceipt({ ctx, input: { id: params.id ?? "" } }),
    }),
  }),
];
