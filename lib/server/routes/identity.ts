import { whoami as whoamiOutput } from "@/lib/contracts/principals";
import { defineRoute } from "@/lib/server/route-handler";
import { whoami } from "@/lib/services/principal/whoami";

export const identityRoutes = [
  defineRoute({
    method: "GET",
    path: "/whoami",
    operationId: "whoami",
    summary: "What this key may do",
    tag: "key",
    auth: "agent",
    output: whoamiOutput,
    statuses: { 200: "Tenant, agent, scopes, purposes, source types, write mode and rate" },
    handler: async ({ ctx }) => ({ status: 200, body: await whoami({ ctx }) }),
  }),
];
