import {
  recordUseInput,
  recordUseOutput,
  retrievalId,
  retrievalInput,
  retrievalOutput,
  retrievalTrace,
  whyNot,
  whyNotQuery,
} from "@/lib/contracts/retrievals";
import { replay, replayInput } from "@/lib/contracts/replays";
import { defineRoute } from "@/lib/server/route-handler";
import { explainAbsence } from "@/lib/services/retrieval/explain-absence";
import { getTrace } from "@/lib/services/retrieval/get-trace";
import { recordUse } from "@/lib/services/retrieval/record-use";
import { replayRetrieval } from "@/lib/services/retrieval/replay-retrieval";
import { retrieve } from "@/lib/services/retrieval/retrieve";

export const retrievalRoutes = [
  defineRoute({
    method: "POST",
    path: "/retrievals",
    operationId: "retrieve",
    summary: "Recall the memories that matter to a task, packed for a model",
    tag: "retrieval",
    auth: "agent",
    body: retrievalInput,
    output: retrievalOutput,
    statuses: { 200: "Snippets, the pack, and why" },
    handler: async ({ ctx, body }) => ({ status: 200, body: await retrieve({ ctx, input: body }) }),
  }),
  defineRoute({
    method: "GET",
    path: "/retrievals/{id}",
    operationId: "getTrace",
    summary: "The trace of a retrieval: every stage, candidate, score and rejection",
    tag: "retrieval",
    auth: "agent",
    params: { id: retrievalId },
    output: retrievalTrace,
    statuses: { 200: "The trace" },
    handler: async ({ ctx, params }) => ({
      status: 200,
      body: await getTrace({ ctx, input: { id: params.id ?? "" } }),
    }),
  }),
  defineRoute({
    method: "GET",
    path: "/retrievals/{id}/why-not",
    operationId: "explainAbsence",
    summary: "Why a memory is not in a retrieval's pack",
    tag: "retrieval",
    auth: "agent",
    params: { id: retrievalId },
    query: whyNotQuery,
    output: whyNot,
    statuses: { 200: "Stage and reason" },
    handler: async ({ ctx, params, query }) => ({
      status: 200,
      body: await explainAbsence({ ctx, input: { id: params.id ?? "", memory_id: query.memory_id } }),
    }),
  }),
  defineRoute({
    method: "POST",
    path: "/retrievals/{id}/replay",
    operationId: "replayRetrieval",
    summary: "Ask the same question again, under another policy or without a memory, and see what differs",
    tag: "retrieval",
    auth: "review",
    params: { id: retrievalId },
    body: replayInput,
    bodyOptional: true,
    output: replay,
    statuses: { 200: "The differences, step by step; nothing is written" },
    handler: async ({ ctx, params, body }) => ({
      status: 200,
      body: await replayRetrieval({ ctx, input: { ...body, id: params.id ?? "" } }),
    }),
  }),
  defineRoute({
    method: "POST",
    path: "/retrievals/{id}/usage",
    operationId: "recordUse",
    summary: "Tell which memories were used, and with what outcome",
    tag: "retrieval",
    auth: "agent",
    params: { id: retrievalId },
    body: recordUseInput,
    output: recordUseOutput,
    statuses: { 200: "Recorded" },
    handler: async ({ ctx, params, body }) => ({
      status: 200,
      body: await recordUse({ ctx, input: { ...body, id: params.id ?? "" } }),
    }),
  }),
];
