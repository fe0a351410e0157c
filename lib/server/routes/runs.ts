import { endedRun, endRunInput, runId } from "@/lib/contracts/runs";
import { defineRoute } from "@/lib/server/route-handler";
import { endRun } from "@/lib/services/run/end-run";

export const runRoutes = [
  defineRoute({
    method: "POST",
    path: "/runs/{id}/end",
    operationId: "endRun",
    summary: "End a run: what is remembered in its scope is true until now and no longer",
    tag: "run",
    auth: "agent",
    params: { id: runId },
    body: endRunInput,
    bodyOptional: true,
    output: endedRun,
    statuses: { 200: "It has ended; `ended_at` is the first end, however often it is ended" },
    handler: async ({ ctx, params }) => ({
      status: 200,
      body: await endRun({ ctx, input: { id: params.id ?? "" } }),
    }),
  }),
];
