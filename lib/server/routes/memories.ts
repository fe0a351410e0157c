import { deleteMemoryInput, deletion } from "@/lib/contracts/deletions";
import {
  AMEND_VERBS,
  type AmendVerb,
  amendInput,
  type Decision,
  decision,
  listMemoriesQuery,
  memory,
  memoryHistory,
  memoryId,
  memoryPage,
  rememberInput,
  resolvedFact,
  resolveFactQuery,
} from "@/lib/contracts/memories";
import { defineRoute } from "@/lib/server/route-handler";
import { requestDeletion } from "@/lib/services/deletion/request-deletion";
import { resolveFact } from "@/lib/services/fact/resolve-fact";
import { amendMemory } from "@/lib/services/memory/amend-memory";
import { getMemory } from "@/lib/services/memory/get-memory";
import { getMemoryHistory } from "@/lib/services/memory/get-memory-history";
import { listMemories } from "@/lib/services/memory/list-memories";
import { remember } from "@/lib/services/memory/remember";

/** What became of a proposal, as a status: a gate's refusal is an outcome, not an error. */
function decisionStatus({ outcome }: Decision): number {
  if (outcome === "committed") return 201;
  return outcome === "pending_approval" || outcome === "quarantined" ? 202 : 200;
}

const DECISION_STATUSES = {
  200: "Nothing new was committed: unchanged, refused by a gate, or in conflict; `outcome` says which",
  201: "Committed",
  202: "Waiting for a person: an approval, or quarantine",
};

const AMEND_SUMMARY: Record<AmendVerb, string> = {
  confirm: "Confirm a memory; needs somebody entitled to",
  correct: "Correct a memory: a new version takes its place, the old one stays in the history",
  retract: "Retract a memory: it was never so; what it had displaced holds again",
  revoke: "Revoke a memory: never to be used again, the record stays",
  expire: "End a memory's validity",
  restore: "Restore a memory that was superseded, expired, revoked or archived",
};

export const memoryRoutes = [
  defineRoute({
    method: "POST",
    path: "/memories",
    operationId: "remember",
    summary: "Propose one thing to remember",
    tag: "memory",
    auth: "agent",
    body: rememberInput,
    output: decision,
    statuses: DECISION_STATUSES,
    handler: async ({ ctx, body }) => {
      const made = await remember({ ctx, input: body });
      return { status: decisionStatus(made), body: made };
    },
  }),
  defineRoute({
    method: "GET",
    path: "/memories",
    operationId: "listMemories",
    summary: "Memories within the key's scopes",
    tag: "memory",
    auth: "agent",
    query: listMemoriesQuery,
    output: memoryPage,
    statuses: { 200: "A page; `total` is exact" },
    handler: async ({ ctx, query }) => ({ status: 200, body: await listMemories({ ctx, input: query }) }),
  }),
  defineRoute({
    method: "GET",
    path: "/memories/{id}",
    operationId: "getMemory",
    summary: "One version of a memory",
    tag: "memory",
    auth: "agent",
    params: { id: memoryId },
    output: memory,
    statuses: { 200: "The version, with its sources" },
    handler: async ({ ctx, params }) => ({
      status: 200,
      body: await getMemory({ ctx, input: { id: params.id ?? "" } }),
    }),
  }),
  defineRoute({
    method: "DELETE",
    path: "/memories/{id}",
    operationId: "deleteMemory",
    summary: "Erase a memory from every copy",
    tag: "memory",
    auth: "agent",
    params: { id: memoryId },
    body: deleteMemoryInput,
    bodyOptional: true,
    output: deletion,
    statuses: { 202: "The erasure is under way; follow it at /deletions/{id}" },
    handler: async ({ ctx, params, body }) => ({
      status: 202,
      body: await requestDeletion({ ctx, input: { selector: { memory_ids: [params.id ?? ""] }, ...body } }),
    }),
  }),
  defineRoute({
    method: "GET",
    path: "/memories/{id}/history",
    operationId: "getMemoryHistory",
    summary: "All versions of a memory's fact, newest first, with every change of state",
    tag: "memory",
    auth: "agent",
    params: { id: memoryId },
    output: memoryHistory,
    statuses: { 200: "Versions, transitions, and what was held when" },
    handler: async ({ ctx, params }) => ({
      status: 200,
      body: await getMemoryHistory({ ctx, input: { id: params.id ?? "" } }),
    }),
  }),
  ...AMEND_VERBS.map((verb) =>
    defineRoute({
      method: "POST",
      path: `/memories/{id}/${verb}`,
      operationId: `${verb}Memory`,
      summary: AMEND_SUMMARY[verb],
      tag: "memory",
      auth: "agent",
      params: { id: memoryId },
      body: amendInput,
      bodyOptional: true,
      output: decision,
      statuses: DECISION_STATUSES,
      handler: async ({ ctx, params, body }) => {
        const made = await amendMemory({ ctx, input: { ...body, verb, id: params.id ?? "" } });
        return { status: verb === "correct" ? decisionStatus(made) : amendStatus(made), body: made };
      },
    }),
  ),
  defineRoute({
    method: "GET",
    path: "/facts/resolve",
    operationId: "resolveFact",
    summary: "What holds for a fact: at a moment, as known at a moment",
    tag: "fact",
    auth: "agent",
    query: resolveFactQuery,
    output: resolvedFact,
    statuses: { 200: "The memory that holds, or null" },
    handler: async ({ ctx, query }) => ({ status: 200, body: await resolveFact({ ctx, input: query }) }),
  }),
];

/** A change of state makes no new thing: 200, or 202 when it waits for a person. */
function amendStatus(made: Decision): number {
  const status = decisionStatus(made);
  return status === 201 ? 200 : status;
}
