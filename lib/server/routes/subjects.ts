import { actingQuery } from "@/lib/contracts/reviews";
import { controls, pauseInput, resumeInput, setControlsInput, subjectId } from "@/lib/contracts/subjects";
import { defineRoute } from "@/lib/server/route-handler";
import { getControls } from "@/lib/services/subject/get-controls";
import { pauseMemory } from "@/lib/services/subject/pause-memory";
import { resumeMemory } from "@/lib/services/subject/resume-memory";
import { setControls } from "@/lib/services/subject/set-controls";

const params = { id: subjectId };

export const subjectRoutes = [
  defineRoute({
    method: "POST",
    path: "/subjects/{id}/pause",
    operationId: "pauseMemory",
    summary: "Pause a person's memory: nothing of it is read or written",
    tag: "subject",
    auth: "review",
    params,
    body: pauseInput,
    bodyOptional: true,
    output: controls,
    statuses: { 200: "Paused, in force at once" },
    handler: async ({ ctx, params, body }) => ({
      status: 200,
      body: await pauseMemory({ ctx, input: { ...body, id: params.id ?? "" } }),
    }),
  }),
  defineRoute({
    method: "POST",
    path: "/subjects/{id}/resume",
    operationId: "resumeMemory",
    summary: "End the pause",
    tag: "subject",
    auth: "review",
    params,
    body: resumeInput,
    bodyOptional: true,
    output: controls,
    statuses: { 200: "Resumed, in force at once" },
    handler: async ({ ctx, params, body }) => ({
      status: 200,
      body: await resumeMemory({ ctx, input: { ...body, id: params.id ?? "" } }),
    }),
  }),
  defineRoute({
    method: "GET",
    path: "/subjects/{id}/controls",
    operationId: "getControls",
    summary: "What a person decided about being remembered",
    tag: "subject",
    auth: "review",
    params,
    query: actingQuery,
    output: controls,
    statuses: { 200: "Pause and topics" },
    handler: async ({ ctx, params }) => ({
      status: 200,
      body: await getControls({ ctx, input: { id: params.id ?? "" } }),
    }),
  }),
  defineRoute({
    method: "PUT",
    path: "/subjects/{id}/controls",
    operationId: "setControls",
    summary: "Set the topics that are not to be remembered or not to be inferred",
    tag: "subject",
    auth: "review",
    params,
    body: setControlsInput,
    output: controls,
    statuses: { 200: "In force for the next write" },
    handler: async ({ ctx, params, body }) => ({
      status: 200,
      body: await setControls({ ctx, input: { ...body, id: params.id ?? "" } }),
    }),
  }),
];
