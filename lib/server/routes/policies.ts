import {
  comparePoliciesQuery,
  listPoliciesQuery,
  policyDetail,
  policyDifference,
  policyPage,
  policyQuery,
  policyVersion,
  publishPolicyInput,
  rollBackPolicyInput,
  versionParam,
} from "@/lib/contracts/policies";
import { defineRoute } from "@/lib/server/route-handler";
import type { ServiceContext } from "@/lib/services/context";
import { comparePolicies } from "@/lib/services/policy/compare-policies";
import { getPolicy } from "@/lib/services/policy/get-policy";
import { listPolicies } from "@/lib/services/policy/list-policies";
import { publishPolicy } from "@/lib/services/policy/publish-policy";
import { rollBackPolicy } from "@/lib/services/policy/roll-back-policy";
import { findTenant } from "@/lib/store/principals/tenants";

const tenantNamed = async ({ ctx, body }: { ctx: ServiceContext; body: { tenant: string } }) =>
  (await ctx.database.withoutTenant((tx) => findTenant(tx, body.tenant)))?.tenantId ?? null;

export const policyRoutes = [
  defineRoute({
    method: "GET",
    path: "/admin/policies",
    operationId: "listPolicies",
    summary: "The versions of a tenant's policy, newest first",
    tag: "policy",
    auth: "admin",
    query: listPoliciesQuery,
    output: policyPage,
    statuses: { 200: "A page; `total` is exact. Without any version the defaults, version 0, are in force" },
    handler: async ({ ctx, query }) => ({ status: 200, body: await listPolicies({ ctx, input: query }) }),
  }),
  defineRoute({
    method: "POST",
    path: "/admin/policies",
    operationId: "publishPolicy",
    summary: "Publish the next version, in force at once",
    tag: "policy",
    auth: "admin",
    body: publishPolicyInput,
    output: policyVersion,
    statuses: { 201: "In force" },
    idempotencyTenant: tenantNamed,
    handler: async ({ ctx, body }) => ({ status: 201, body: await publishPolicy({ ctx, input: body }) }),
  }),
  defineRoute({
    method: "GET",
    path: "/admin/policies/diff",
    operationId: "comparePolicies",
    summary: "Where two versions differ",
    tag: "policy",
    auth: "admin",
    query: comparePoliciesQuery,
    output: policyDifference,
    statuses: { 200: "Each value that differs, by its path" },
    handler: async ({ ctx, query }) => ({ status: 200, body: await comparePolicies({ ctx, input: query }) }),
  }),
  defineRoute({
    method: "POST",
    path: "/admin/policies/rollback",
    operationId: "rollBackPolicy",
    summary: "Put an earlier version's values in force again, as a new version",
    tag: "policy",
    auth: "admin",
    body: rollBackPolicyInput,
    output: policyVersion,
    statuses: { 201: "In force" },
    idempotencyTenant: tenantNamed,
    handler: async ({ ctx, body }) => ({ status: 201, body: await rollBackPolicy({ ctx, input: body }) }),
  }),
  defineRoute({
    method: "GET",
    path: "/admin/policies/{version}",
    operationId: "getPolicy",
    summary: "One version, and what it amounts to over the defaults",
    tag: "policy",
    auth: "admin",
    params: { version: versionParam },
    query: policyQuery,
    output: policyDetail,
    statuses: { 200: "The version" },
    handler: async ({ ctx, params, query }) => ({
      status: 200,
      body: await getPolicy({ ctx, input: { tenant: query.tenant, version: Number(params.version) } }),
    }),
  }),
];
