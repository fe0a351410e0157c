import {
  actingQuery,
  approval,
  approvalId,
  approvalPage,
  approveInput,
  decidedApproval,
  listApprovalsQuery,
  rejectInput,
} from "@/lib/contracts/reviews";
import { defineRoute } from "@/lib/server/route-handler";
import { approve } from "@/lib/services/approval/approve";
import { getApproval } from "@/lib/services/approval/get-approval";
import { listApprovals } from "@/lib/services/approval/list-approvals";
import { reject } from "@/lib/services/approval/reject";

export const approvalRoutes = [
  defineRoute({
    method: "GET",
    path: "/approvals",
    operationId: "listApprovals",
    summary: "What waits for a person, newest first",
    tag: "approval",
    auth: "review",
    query: listApprovalsQuery,
    output: approvalPage,
    statuses: { 200: "A page; `total` is exact" },
    handler: async ({ ctx, query }) => ({ status: 200, body: await listApprovals({ ctx, input: query }) }),
  }),
  defineRoute({
    method: "GET",
    path: "/approvals/{id}",
    operationId: "getApproval",
    summary: "One approval: what would change, on which evidence, and who may decide",
    tag: "approval",
    auth: "review",
    params: { id: approvalId },
    query: actingQuery,
    output: approval,
    statuses: { 200: "The approval" },
    handler: async ({ ctx, params }) => ({
      status: 200,
      body: await getApproval({ ctx, input: { id: params.id ?? "" } }),
    }),
  }),
  defineRoute({
    method: "POST",
    path: "/approvals/{id}/approve",
    operationId: "approve",
    summary: "Approve it: by the person concerned, a reviewer, or a key that relays their approval",
    tag: "approval",
    auth: "review",
    params: { id: approvalId },
    body: approveInput,
    bodyOptional: true,
    output: decidedApproval,
    statuses: { 200: "Committed; or, of the highest class, the first of two approvals: `decision` is null" },
    handler: async ({ ctx, params, body }) => ({
      status: 200,
      body: await approve({ ctx, input: { ...body, id: params.id ?? "" } }),
    }),
  }),
  defineRoute({
    method: "POST",
    path: "/approvals/{id}/reject",
    operationId: "reject",
    summary: "Decide against it, with a reason",
    tag: "approval",
    auth: "review",
    params: { id: approvalId },
    body: rejectInput,
    output: decidedApproval,
    statuses: { 200: "Refused; nothing is committed, the record stays" },
    handler: async ({ ctx, params, body }) => ({
      status: 200,
      body: await reject({ ctx, input: { ...body, id: params.id ?? "" } }),
    }),
  }),
];
